import type { AdminUser } from "@atoll/contract/administration/schemas";
import { cx } from "../../../../ui/base/cx.ts";
import type { StartUserAct } from "../dialogs/user-dialog.ts";
import type { PeopleSelection } from "../together/use-people-selection.ts";
import { UserBox } from "../together/user-box.tsx";
import { UserActions } from "../user-actions.tsx";
import { LastActive } from "./last-active.tsx";
import { DepartmentBadges, RoleBadges } from "./user-badges.tsx";
import { UserName } from "./user-name.tsx";

export interface UserCardProps {
  user: AdminUser;
  slugs: ReadonlyMap<string, string>;
  onAct: StartUserAct;
  /** Undefined if several people cannot be selected. */
  selection: PeopleSelection | undefined;
}

/** A row of the table of users on a phone. */
export function UserCard({ user, slugs, onAct, selection }: UserCardProps) {
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
