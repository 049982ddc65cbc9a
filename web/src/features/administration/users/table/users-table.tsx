import type { AdminUser } from "@atoll/contract/administration/schemas";
import { canAssignRoles, canManageUsers } from "@atoll/contract/permissions";
import { NameButton } from "../../../../capabilities/people/name-button.tsx";
import { PersonAvatar } from "../../../../capabilities/people/person-avatar.tsx";
import { personMark } from "../../../../capabilities/people/person-mark.ts";
import { useIsPhone } from "../../../../lib/page/use-is-phone.ts";
import { useViewer } from "../../../../lib/session/use-session.tsx";
import { formatAgo } from "../../../../lib/time/format-ago.ts";
import { formatInstant } from "../../../../lib/time/format-date.ts";
import { useNow } from "../../../../lib/time/use-now.ts";
import { Badge } from "../../../../ui/badge/badge.tsx";
import { LiveBadge } from "../../../../ui/badge/live-badge.tsx";
import { statusTones } from "../../../../ui/badge/status-tones.ts";
import { cx } from "../../../../ui/base/cx.ts";
import { Checkbox } from "../../../../ui/field/checkbox.tsx";
import { type Column, TableRows } from "../../../../ui/table/table-rows.tsx";
import type { SortState } from "../../../../ui/table/use-table-rows.ts";
import type { StartUserAct } from "../dialogs/user-dialog.ts";
import type { PeopleSelection } from "../together/use-people-selection.ts";
import { UserBox } from "../together/user-box.tsx";
import { UserActions } from "../user-actions.tsx";
import type { UserSort } from "../user-list.ts";
import { DepartmentBadges, RoleBadges } from "./user-badges.tsx";

/** The server records activity once a minute, so an active person's time is never older than this. */
const nowMs = 120_000;

/** When somebody was last here: "Now", "18 min ago", "Yesterday", or the date. */
function LastActive({ instant }: { instant: string | null }) {
  const now = useNow();
  if (instant === null) return <span className="text-muted">Never</span>;
  const isNow = now.getTime() - new Date(instant).getTime() < nowMs;
  return (
    <time className="whitespace-nowrap text-muted" dateTime={instant} title={formatInstant(instant)}>
      {isNow ? <LiveBadge>Now</LiveBadge> : formatAgo(instant, now)}
    </time>
  );
}

export interface UsersTableProps {
  users: readonly AdminUser[];
  slugs: ReadonlyMap<string, string>;
  sort: SortState;
  onSort: (sort: UserSort) => void;
  onAct: StartUserAct;
  selection: PeopleSelection;
}

/** A page of users: a table, and on a phone a list. Specification, section 2 (admin panel). */
export function UsersTable({ users, slugs, sort, onSort, onAct, selection }: UsersTableProps) {
  const isPhone = useIsPhone();
  const viewer = useViewer();
  // Selection is available only to viewers with a bulk action.
  const chosen = canManageUsers(viewer) || canAssignRoles(viewer) ? selection : undefined;
  if (isPhone) {
    return (
      <>
        {chosen && users.length > 0 && (
          <div className="border-t px-4 py-1">
            <PageBox hasLabel selection={chosen} />
          </div>
        )}
        <ul aria-label="Users" className="border-t">
          {users.map((user) => (
            <UserCard key={user.id} onAct={onAct} selection={chosen} slugs={slugs} user={user} />
          ))}
        </ul>
      </>
    );
  }
  return (
    <TableRows
      columns={[...(chosen ? [boxes(chosen)] : []), ...columns(slugs, onAct)]}
      isSelected={({ id }) => selection.chosen.has(id)}
      label="Users"
      minWidth="800px"
      onSort={(key) => {
        const column = sortable.find((one) => one === key);
        if (column) onSort(column);
      }}
      rowKey={({ id }) => id}
      rows={users}
      sort={sort}
    />
  );
}

const sortable: readonly UserSort[] = ["name", "email", "lastActive"];

/** Selects everybody on this page, or nobody. */
function PageBox({ selection, hasLabel }: { selection: PeopleSelection; hasLabel?: boolean }) {
  return (
    <Checkbox
      checked={selection.ofPage === "all"}
      className="flex"
      hideLabel={!hasLabel}
      indeterminate={selection.ofPage === "some"}
      label="Select everybody on this page"
      onChange={({ target }) => selection.choosePage(target.checked)}
    />
  );
}

function boxes(selection: PeopleSelection): Column<AdminUser> {
  return {
    key: "select",
    header: "Select",
    head: <PageBox selection={selection} />,
    cell: (user) => <UserBox selection={selection} user={user} />,
  };
}

function columns(slugs: ReadonlyMap<string, string>, onAct: StartUserAct): Column<AdminUser>[] {
  return [
    {
      key: "name",
      header: "Name",
      isSortable: true,
      cell: (user) => (
        <span className="flex max-w-60">
          <UserName user={user} />
        </span>
      ),
    },
    {
      key: "email",
      header: "Email",
      isSortable: true,
      cell: ({ email }) => (
        <span className="block max-w-64 truncate text-muted max-xl:max-w-32" title={email}>
          {email}
        </span>
      ),
    },
    { key: "roles", header: "Roles", cell: ({ roles }) => <RoleBadges roles={roles} /> },
    {
      key: "departments",
      header: "Departments",
      cell: ({ departments }) => <DepartmentBadges departments={departments} slugs={slugs} />,
    },
    {
      key: "lastActive",
      header: "Last Active",
      isSortable: true,
      cell: ({ lastActive }) => <LastActive instant={lastActive} />,
    },
    {
      key: "actions",
      header: "Actions",
      align: "right",
      cell: (user) => <UserActions onAct={onAct} user={user} />,
    },
  ];
}

interface UserCardProps {
  user: AdminUser;
  slugs: ReadonlyMap<string, string>;
  onAct: StartUserAct;
  /** Undefined if several people cannot be selected. */
  selection: PeopleSelection | undefined;
}

/** A row of the table of users on a phone. */
function UserCard({ user, slugs, onAct, selection }: UserCardProps) {
  return (
    <li
      className={cx(
        "flex flex-col gap-1 border-b px-4 py-3 last:border-b-0",
        selection?.chosen.has(user.id) && "bg-surface-selected",
      )}
    >
      <div className="flex items-center justify-between gap-2">
        <span className="flex min-w-0 items-center gap-1">
          {selection && <UserBox selection={selection} user={user} />}
          <UserName user={user} />
        </span>
        <UserActions onAct={onAct} user={user} />
      </div>
      <p className="truncate text-muted" title={user.email}>
        {user.email}
      </p>
      <div className="flex flex-wrap items-center gap-x-3">
        <RoleBadges roles={user.roles} />
        {user.departments.length > 0 && <DepartmentBadges departments={user.departments} slugs={slugs} />}
      </div>
      <p className="text-faint text-xs">
        Last active: <LastActive instant={user.lastActive} />
      </p>
    </li>
  );
}

/** A person's picture and name, marked if it is the viewer or an account that cannot sign in. */
function UserName({ user }: { user: AdminUser }) {
  const viewer = useViewer();
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <span {...personMark(user.id)} className="flex-none cursor-pointer">
        <PersonAvatar person={user} decorative size={28} />
      </span>
      <NameButton className="font-semibold" title={user.name} userId={user.id}>
        {user.name}
      </NameButton>
      {user.id === viewer.id && <span className="flex-none text-faint text-xs">you</span>}
      {user.isDisabled && <Badge tone={statusTones.account.disabled}>Disabled</Badge>}
      {user.mailRefusal !== null && (
        <span className="flex-none" title={`The mail server answered: ${user.mailRefusal}`}>
          <Badge tone="warning">Cannot be reached</Badge>
        </span>
      )}
    </span>
  );
}
