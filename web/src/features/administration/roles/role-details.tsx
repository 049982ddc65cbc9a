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

/** A role's description, what its people sign in with, and buttons to edit or delete it. */
export function RoleDetails({ role, onEdit, onDelete }: RoleDetailsProps) {
  const viewer = useViewer();
  const cache = useRoleCache();
  const canEdit = canEditRole(viewer, role);
  const untouchable = untouchableReason(viewer, role);
  const signIn = useMutation({
    mutationFn: (change: { requiresSecondFactor: boolean } | { requiresPasskey: boolean }) =>
      updateRole(role.id, { version: role.version, ...change }),
    onSuccess: cache.keep,
    // Also after a refusal, because the shown state was outdated.
    onSettled: cache.refresh,
  });
  const shown = { ...role, ...(signIn.isPending ? signIn.variables : {}) };
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
        help="People with this role must set up an authenticator app or a passkey before they can do anything else."
        checked={shown.requiresSecondFactor}
        disabled={!canEdit || signIn.isPending}
        onChange={(event) => signIn.mutate({ requiresSecondFactor: event.target.checked })}
      />
      <Toggle
        labelFirst
        label="Requires a passkey"
        help="A password does not let people with this role in, only a passkey, which nobody can be tricked into giving away. The company's sign-on still does."
        checked={shown.requiresPasskey}
        disabled={!canEdit || signIn.isPending}
        onChange={(event) => signIn.mutate({ requiresPasskey: event.target.checked })}
      />
      {signIn.error && <InlineAlert tone="error">{errorMessage(signIn.error)}</InlineAlert>}
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
