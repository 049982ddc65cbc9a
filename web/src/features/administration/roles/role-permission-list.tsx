import type { AdminRole } from "@atoll/contract/administration/schemas";
import { useState } from "react";
import { countPeople } from "../../../lib/counted.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { RoleBadge } from "../../../ui/badge/role-badge.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { Select } from "../../../ui/field/select.tsx";
import { Toggle } from "../../../ui/field/toggle.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import type { Permission, PermissionArea } from "./permission-areas.ts";
import { PermissionName } from "./permission-name.tsx";
import { givenReason, isChanged, isWanted, type RoleDraft } from "./role-changes.ts";
import { RoleDetails } from "./role-details.tsx";
import { isAllowedByRule, lockReason, ruleReason } from "./role-rules.ts";

export interface RolePermissionListProps {
  roles: readonly AdminRole[];
  areas: readonly PermissionArea[];
  draft: RoleDraft;
  onToggle: (role: AdminRole, permission: Permission) => void;
  onEdit: (role: AdminRole) => void;
  onDelete: (role: AdminRole) => void;
}

/** The matrix on a phone: one role at a time, its permissions as a list of switches. */
export function RolePermissionList(props: RolePermissionListProps) {
  const { roles, areas, draft, onToggle, onEdit, onDelete } = props;
  const [chosenId, setChosenId] = useState<string | null>(null);
  // The first one that can be changed is what one most likely came for.
  const role = roles.find(({ id }) => id === chosenId) ?? roles.find((one) => !ruleReason(one)) ?? roles[0];
  if (!role) return null;
  return (
    <div className="flex flex-col gap-3 pb-4">
      <Select
        label="Role"
        hideLabel
        value={role.id}
        onValueChange={setChosenId}
        options={roles.map(({ id, name, holderCount }) => ({
          value: id,
          label: countPeople(holderCount),
          lead: <RoleBadge role={name} />,
        }))}
      />
      <Card>
        <RoleDetails key={role.id} role={role} onEdit={() => onEdit(role)} onDelete={() => onDelete(role)} />
      </Card>
      {areas.map((area) => (
        <Card key={area.name} flush title={area.name}>
          <ul>
            {area.permissions.map((permission) => (
              <PermissionRow key={permission.key} {...{ role, permission, draft, onToggle }} />
            ))}
          </ul>
        </Card>
      ))}
    </div>
  );
}

interface PermissionRowProps {
  role: AdminRole;
  permission: Permission;
  draft: RoleDraft;
  onToggle: RolePermissionListProps["onToggle"];
}

function PermissionRow({ role, permission, draft, onToggle }: PermissionRowProps) {
  const viewer = useViewer();
  const isFixed = ruleReason(role) !== null;
  const given = isFixed ? null : givenReason(draft, role, permission);
  const lock = given ?? lockReason(viewer, role, permission);
  const isOn = isFixed
    ? isAllowedByRule(role, permission)
    : given !== null || isWanted(draft, role, permission);
  const hasChanged = !isFixed && isChanged(draft, role, permission);
  return (
    <li className={cx("border-t px-3.5 py-1.5 last:rounded-b-lg", hasChanged && "bg-highlight-soft")}>
      <Toggle
        labelFirst
        label={
          <>
            {permission.title}
            <PermissionName permission={permission} />
            {hasChanged && (
              <span className="block text-highlight-text text-xs">
                {isOn ? "New, not saved" : "Removed, not saved"}
              </span>
            )}
          </>
        }
        // A role that is fixed as a whole has its reason once, above.
        help={isFixed ? undefined : (lock ?? undefined)}
        checked={isOn}
        disabled={lock !== null}
        onChange={() => onToggle(role, permission)}
      />
    </li>
  );
}
