import type { AdminUser } from "@atoll/contract/administration/schemas";
import { canAssignRoles, canManageUsers } from "@atoll/contract/permissions";
import { useIsPhone } from "../../../../lib/page/use-is-phone.ts";
import { useViewer } from "../../../../lib/session/use-session.tsx";
import { Checkbox } from "../../../../ui/field/checkbox.tsx";
import { type Column, TableRows } from "../../../../ui/table/table-rows.tsx";
import type { SortState } from "../../../../ui/table/use-table-rows.ts";
import type { StartUserAct } from "../dialogs/user-dialog.ts";
import type { PeopleSelection } from "../together/use-people-selection.ts";
import { UserBox } from "../together/user-box.tsx";
import { UserActions } from "../user-actions.tsx";
import type { UserSort } from "../user-list.ts";
import { LastActive } from "./last-active.tsx";
import { DepartmentBadges, RoleBadges } from "./user-badges.tsx";
import { UserCard } from "./user-card.tsx";
import { UserName } from "./user-name.tsx";

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
