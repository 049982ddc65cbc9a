import type { AdminRole } from "@atoll/contract/administration/schemas";
import { useMutation } from "@tanstack/react-query";
import { Lock, Pencil, Trash2 } from "lucide-react";
import { countPeople } from "../../../lib/counted.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { RoleBadge } from "../../../ui/badge/role-badge.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Toggle } from "../../../ui/field/toggle.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { updateRole, useRoleCache } from "./api.ts";
import { canEditRole, ruleReason, untouchableReason } from "./role-rules.ts";

export interface RoleDetailsProps {
  role: AdminRole;
  onEdit: () => void;
  onDelete: () => void;
}

/** A role's description, its second factor setting, and buttons to edit or delete it. */
export function RoleDetails({ role, onEdit, onDelete }: RoleDetailsProps) {
  const viewer = useViewer();
  const cache = useRoleCache();
  const canEdit = canEditRole(viewer, role);
  const untouchable = untouchableReason(viewer, role);
  const secondFactor = useMutation({
    mutationFn: (requiresSecondFactor: boolean) =>
      updateRole(role.id, { version: role.version, requiresSecondFactor }),
    onSuccess: cache.keep,
    // Also after a refusal, because the shown state was outdated.
    onSettled: cache.refresh,
  });
  return (
    <div className="flex flex-col gap-3 text-left font-regular">
      <div className="flex flex-wrap items-center gap-2">
        <RoleBadge role={role.name} />
        <span className="text-faint text-xs">
          {countPeople(role.holderCount)}
          {role.department && `, role of ${role.department.name}`}
        </span>
      </div>
      <p className={role.description ? "text-muted" : "text-faint"}>{role.description || "No description"}</p>
      {(role.isBuiltIn || untouchable) && (
        <p className="flex gap-2 text-muted text-xs">
          <Lock className="mt-px size-3.5 text-faint" />
          <span>
            {ruleReason(role)}
            {role.isBuiltIn && " It is part of Atoll and cannot be renamed or deleted."} {untouchable}
          </span>
        </p>
      )}
      <Toggle
        labelFirst
        label="Requires a second factor"
        help="People with this role must set up an authenticator app before they can do anything else."
        checked={secondFactor.isPending ? secondFactor.variables : role.requiresSecondFactor}
        disabled={!canEdit || secondFactor.isPending}
        onChange={(event) => secondFactor.mutate(event.target.checked)}
      />
      {secondFactor.error && <InlineAlert tone="error">{errorMessage(secondFactor.error)}</InlineAlert>}
      {canEdit && (
        <div className="flex gap-2">
          <Button size="sm" icon={Pencil} onClick={onEdit}>
            Edit
          </Button>
          {!role.isBuiltIn && (
            <Button size="sm" variant="ghost" icon={Trash2} onClick={onDelete}>
              Delete
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
