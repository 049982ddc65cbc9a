import type { AdminDepartment } from "@atoll/contract/administration/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { useMutation } from "@tanstack/react-query";
import { UserPlus, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { DialogPersonCards } from "../../../capabilities/people/card/person-card.tsx";
import { NameButton } from "../../../capabilities/people/name-button.tsx";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { personMark } from "../../../capabilities/people/person-mark.ts";
import { counted } from "../../../lib/counted.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { Drawer } from "../../../ui/dialog/drawer.tsx";
import { Skeleton, SkeletonGroup } from "../../../ui/progress/skeleton.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { ErrorState } from "../../../ui/state/error-state.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { addMember, removeMember, useDepartmentRefresh, useMembers } from "./api.ts";

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
      onClose={() => onOpenChange(false)}
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
          <p className="mr-auto text-muted">{counted(department.memberCount, "member")}</p>
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

interface MemberListProps {
  department: AdminDepartment;
  members: readonly Person[] | undefined;
  error: Error | null;
  isFetching: boolean;
  onRetry: () => void;
}

/** The members of a department, with buttons to remove them after a confirmation. */
function MemberList({ department, members, error, isFetching, onRetry }: MemberListProps) {
  const refresh = useDepartmentRefresh();
  const [asked, setAsked] = useState<{ person: Person; isOpen: boolean } | null>(null);
  const removal = useMutation({
    mutationFn: (person: Person) => removeMember(department.id, person.id),
    onSuccess: () => setAsked((current) => current && { ...current, isOpen: false }),
    onSettled: refresh,
  });
  if (!members) {
    if (!error) return <MembersSkeleton />;
    return <ErrorState message={errorMessage(error)} retrying={isFetching} onRetry={onRetry} />;
  }
  if (members.length === 0) return <EmptyState title="No members yet" drawing="chats" />;
  return (
    <>
      {error && <InlineAlert tone="error">{errorMessage(error)}</InlineAlert>}
      <DialogPersonCards />
      <ul aria-label="Members" className="rounded-lg border bg-surface-raised">
        {members.map((person) => (
          <li key={person.id} className="flex h-[52px] items-center gap-3 border-b pr-2 pl-3 last:border-b-0">
            <span {...personMark(person.id)} className="flex-none cursor-pointer">
              <PersonAvatar person={person} decorative size={32} />
            </span>
            <span className="min-w-0 flex-1 leading-[18px]">
              <NameButton className="block font-semibold" userId={person.id}>
                {person.name}
              </NameButton>
              <span className="block truncate text-muted text-xs">{person.email}</span>
            </span>
            <IconButton
              size="sm"
              icon={X}
              label={`Remove ${person.name}`}
              onClick={() => {
                removal.reset();
                setAsked({ person, isOpen: true });
              }}
            />
          </li>
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          open={asked.isOpen}
          onClose={() => setAsked({ ...asked, isOpen: false })}
          title={`Remove ${asked.person.name} from ${department.name}?`}
          verb="Remove member"
          loading={removal.isPending}
          error={removal.error ? errorMessage(removal.error) : undefined}
          onConfirm={() => removal.mutate(asked.person)}
        >
          They will no longer see the department’s pages and chats. You can add them again.
        </ConfirmDialog>
      )}
    </>
  );
}

function MembersSkeleton() {
  return (
    <SkeletonGroup label="Loading members" className="rounded-lg border bg-surface-raised">
      {[44, 60, 38, 52].map((width) => (
        <div key={width} className="flex h-[52px] items-center gap-3 border-b px-3 last:border-b-0">
          <Skeleton width={32} height={32} round />
          <Skeleton width={`${width}%`} />
        </div>
      ))}
    </SkeletonGroup>
  );
}
