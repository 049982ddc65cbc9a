import type { Department } from "@atoll/contract/identity/schemas";
import { ChevronsUpDown, Layers } from "lucide-react";
import type { ComponentProps } from "react";
import { setActiveDepartment } from "../../../lib/session/active-department.ts";
import { DepartmentDot } from "../../../ui/badge/department-badge.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";

const all = "";

/** Narrows the navigation to one of the person's departments; not there when they have none. */
export function DepartmentSwitcher({
  departments,
  value,
}: {
  departments: Department[];
  value: string | null;
}) {
  if (departments.length === 0) return null;
  const options = [
    { value: all, label: "All Departments", icon: Layers },
    ...departments.map(({ slug, name }) => ({ value: slug, label: name, lead: <Dot department={slug} /> })),
  ];
  const current = options.find((option) => option.value === (value ?? all));
  return (
    <Menu
      items={[
        {
          choice: "Department",
          options,
          value: value ?? all,
          onValueChange: (slug) => setActiveDepartment(slug === all ? null : slug),
        },
      ]}
      label="Departments"
      trigger={<Trigger>{current?.label}</Trigger>}
    />
  );
}

function Trigger({ children, ...rest }: ComponentProps<"button">) {
  return (
    <button
      {...rest}
      className="flex h-8 w-full flex-none items-center gap-2.5 rounded-sm px-2 text-left font-medium inset-ring-1 inset-ring-border-strong transition-colors duration-fast data-popup-open:bg-surface-active max-lg:h-10 hover:bg-surface-active"
      type="button"
    >
      <Layers className="size-3.5 text-muted" />
      <span className="sr-only">Department: </span>
      <span className="min-w-0 flex-1 truncate">{children}</span>
      <ChevronsUpDown className="size-3.5 text-muted" />
    </button>
  );
}

function Dot({ department }: { department: string }) {
  return (
    <span className="grid size-4 place-items-center">
      <DepartmentDot department={department} />
    </span>
  );
}
