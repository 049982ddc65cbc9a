import type { AdminUser } from "@atoll/contract/administration/schemas";
import { LastActive } from "./last-active.tsx";
import { UserActions } from "./user-actions.tsx";
import { DepartmentBadges, RoleBadges } from "./user-badges.tsx";
import type { StartUserAct } from "./user-dialog.ts";
import { UserName } from "./user-name.tsx";

export interface UserCardProps {
  user: AdminUser;
  slugs: ReadonlyMap<string, string>;
  onAct: StartUserAct;
}

/** A row of the table of users as it stands on a phone. */
export function UserCard({ user, slugs, onAct }: UserCardProps) {
  return (
    <li className="flex flex-col gap-1 border-b px-4 py-3 last:border-b-0">
      <div className="flex items-center justify-between gap-2">
        <UserName user={user} />
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
