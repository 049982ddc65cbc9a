import type { AdminDepartment } from "@atoll/contract/administration/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { useMutation } from "@tanstack/react-query";
import { UserPlus, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Drawer } from "../../../ui/dialog/drawer.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { addMember, useDepartmentRefresh, useMembers } from "./api.ts";
import { MemberList } from "./member-list.tsx";

/** Renders the search for people, which is another feature's, so the page provides it. */
export type RenderPersonSearch = (props: {
  onChoose: (person: Person) => void;
  taken: { ids: ReadonlySet<string>; hint: string };
}) => ReactNode;

export interface MembersDrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  department: AdminDepartment;
  renderPersonSearch: RenderPersonSearch;
}

/** The members of a department, with adding and removing colleagues. */
export function MembersDrawer({ open, onOpenChange, department, renderPersonSearch }: MembersDrawerProps) {
  const members = useMembers(department.id);
  const { items, error, hasNextPage, isFetching, isFetchingNextPage } = members;
  const refresh = useDepartmentRefresh();
  const [isAdding, setIsAdding] = useState(false);
  const addition = useMutation({
    mutationFn: (person: Person) => addMember(department.id, person.id),
    onSettled: refresh,
  });
  return (
    <Drawer
      open={open}
      onOpenChange={onOpenChange}
      title={`Members of ${department.name}`}
      footer={
        hasNextPage && (
          <Button
            className="w-full"
            loading={isFetchingNextPage}
            onClick={() => void members.fetchNextPage()}
          >
            Load more
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-3 p-4">
        <div className="flex items-center gap-2">
          <p className="mr-auto text-muted">{countMembers(department.memberCount)}</p>
          <Button
            size="sm"
            icon={isAdding ? X : UserPlus}
            aria-expanded={isAdding}
            onClick={() => setIsAdding(!isAdding)}
          >
            {isAdding ? "Done" : "Add member"}
          </Button>
        </div>
        {addition.error && <InlineAlert tone="error">{errorMessage(addition.error)}</InlineAlert>}
        {isAdding && (
          <div className="rounded-lg border bg-surface-raised p-3">
            {renderPersonSearch({
              onChoose: (person) => addition.mutate(person),
              taken: { ids: new Set(items?.map(({ id }) => id)), hint: "Member" },
            })}
          </div>
        )}
        <MemberList
          {...{ department, error, isFetching }}
          members={items}
          onRetry={() => void members.refetch()}
        />
      </div>
    </Drawer>
  );
}

function countMembers(count: number): string {
  return count === 1 ? "1 member" : `${count} members`;
}
