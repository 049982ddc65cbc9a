import type { AdminDepartment } from "@atoll/contract/administration/schemas";
import { isSuperAdmin } from "@atoll/contract/permissions";
import { Ellipsis, Layers, Merge, Pencil, Plus, Trash2, Users } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useIsPhone } from "../../../lib/page/use-is-phone.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { DepartmentDot } from "../../../ui/badge/department-badge.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { type Column, DataTable } from "../../../ui/table/data-table.tsx";
import { useDepartments } from "./api.ts";
import { DepartmentDialog, type FirstSections } from "./department-dialog.tsx";
import { DepartmentsSkeleton } from "./departments-skeleton.tsx";
import { MembersDrawer, type RenderPersonSearch } from "./members-drawer.tsx";
import { MergeDepartmentDialog } from "./merge-department-dialog.tsx";
import { RemoveDepartmentDialog } from "./remove-department-dialog.tsx";

export interface DepartmentsScreenProps {
  /** Puts the page's buttons in their place. */
  renderActions: (buttons: ReactNode) => ReactNode;
  renderPersonSearch: RenderPersonSearch;
  /** Renders the sections of a department, which are another feature's. */
  renderSections: (department: AdminDepartment, onClose: () => void) => ReactNode;
  firstSections: FirstSections;
}

interface Opened {
  what: "sections" | "edit" | "members" | "merge" | "remove";
  /** As it was when it was opened; null makes a new one. */
  department: AdminDepartment | null;
  isOpen: boolean;
  /** Counts how often it was opened, so that each dialog starts fresh. */
  opening: number;
}

/** The company's departments: how many are in each, their names, and their members. */
export function DepartmentsScreen({
  renderActions,
  renderPersonSearch,
  renderSections,
  firstSections,
}: DepartmentsScreenProps) {
  const { data, error, refetch, isFetching } = useDepartments();
  const isPhone = useIsPhone();
  const mayMerge = isSuperAdmin(useViewer()) && (data?.length ?? 0) > 1;
  const [opened, setOpened] = useState<Opened>({
    what: "edit",
    department: null,
    isOpen: false,
    opening: 0,
  });
  const open = (what: Opened["what"], department: AdminDepartment | null) =>
    setOpened({ what, department, isOpen: true, opening: opened.opening + 1 });
  const setOpen = (isOpen: boolean) => setOpened((current) => ({ ...current, isOpen }));
  const department = data?.find(({ id }) => id === opened.department?.id) ?? opened.department;

  return (
    <>
      {renderActions(
        <Button variant="primary" icon={Plus} onClick={() => open("edit", null)}>
          New Department
        </Button>,
      )}
      {error && data && (
        <InlineAlert tone="error" className="mb-3">
          {errorMessage(error)}
        </InlineAlert>
      )}
      {data ? (
        <DataTable
          label="Departments"
          columns={columnsFor(open, mayMerge).filter(({ key }) => !isPhone || key !== "address")}
          rows={data}
          rowKey={({ id }) => id}
          pageSize={20}
          initialSort={{ key: "name", direction: "ascending" }}
          empty={<EmptyState title="No departments found" />}
        />
      ) : error ? (
        <LoadState query={{ error, isFetching, refetch }} />
      ) : (
        <DepartmentsSkeleton />
      )}
      {department && opened.what === "merge" && (
        <MergeDepartmentDialog
          key={opened.opening}
          open={opened.isOpen}
          onOpenChange={setOpen}
          department={department}
        />
      )}
      {department && opened.what === "remove" && (
        <RemoveDepartmentDialog
          key={opened.opening}
          open={opened.isOpen}
          onOpenChange={setOpen}
          department={department}
        />
      )}
      {opened.what === "edit" && (
        <DepartmentDialog
          key={opened.opening}
          open={opened.isOpen}
          onOpenChange={setOpen}
          department={department}
          sections={firstSections}
          // Nobody is in it yet.
          onCreated={(created) => open("members", created)}
        />
      )}
      {department &&
        opened.what === "sections" &&
        opened.isOpen &&
        renderSections(department, () => setOpen(false))}
      {department && opened.what === "members" && (
        <MembersDrawer
          key={opened.opening}
          open={opened.isOpen}
          onOpenChange={setOpen}
          department={department}
          renderPersonSearch={renderPersonSearch}
        />
      )}
    </>
  );
}

function columnsFor(
  open: (what: Opened["what"], department: AdminDepartment) => void,
  mayMerge: boolean,
): Column<AdminDepartment>[] {
  return [
    {
      key: "name",
      header: "Name",
      sortBy: ({ name }) => name,
      cell: ({ name, slug, description }) => (
        <span className="flex items-center gap-3 py-1.5">
          <DepartmentDot department={slug} />
          <span className="min-w-0">
            <span className="block font-semibold">{name}</span>
            {description && <span className="block max-w-[440px] text-muted text-xs">{description}</span>}
          </span>
        </span>
      ),
    },
    {
      key: "address",
      header: "Address",
      cell: ({ slug }) => <span className="whitespace-nowrap font-mono text-muted text-xs">/{slug}</span>,
    },
    {
      key: "members",
      header: "Members",
      align: "right",
      sortBy: ({ memberCount }) => memberCount,
      cell: (department) => (
        <Button
          size="sm"
          variant="ghost"
          icon={Users}
          aria-label={`${department.memberCount} members of ${department.name}`}
          onClick={() => open("members", department)}
        >
          {department.memberCount}
        </Button>
      ),
    },
    {
      key: "actions",
      header: "Actions",
      align: "right",
      cell: (department) => (
        <span className="inline-flex">
          <IconButton
            size="sm"
            icon={Pencil}
            label={`Edit ${department.name}`}
            onClick={() => open("edit", department)}
          />
          <Menu
            align="end"
            label={`More for ${department.name}`}
            items={[
              { label: "Sections", icon: Layers, onSelect: () => open("sections", department) },
              ...(mayMerge
                ? [
                    {
                      label: "Merge into another",
                      icon: Merge,
                      onSelect: () => open("merge", department),
                    },
                  ]
                : []),
              { label: "Remove", icon: Trash2, onSelect: () => open("remove", department) },
            ]}
            trigger={<IconButton icon={Ellipsis} label={`More for ${department.name}`} size="sm" />}
          />
        </span>
      ),
    },
  ];
}
