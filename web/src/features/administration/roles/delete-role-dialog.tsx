import type { AdminRole } from "@atoll/contract/administration/schemas";
import { roleTitle } from "@atoll/contract/identity/role-title";
import { useMutation } from "@tanstack/react-query";
import { countPeople } from "../../../lib/count-people.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { deleteRole, useRoleCache } from "./api.ts";
import { roleGone } from "./role-dialog.tsx";

export interface DeleteRoleDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  role: AdminRole;
  /** It is no longer there. */
  isGone: boolean;
}

/** Asks before a role is deleted. A role with holders cannot be, and the dialog says so. */
export function DeleteRoleDialog({ open, onOpenChange, role, isGone }: DeleteRoleDialogProps) {
  const cache = useRoleCache();
  const deletion = useMutation({
    mutationFn: () => deleteRole(role.id),
    onSuccess: () => {
      notify.success(`Role ${roleTitle(role.name)} deleted`);
      onOpenChange(false);
    },
    onSettled: cache.refresh,
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Delete the role ${roleTitle(role.name)}?`}
      verb="Delete role"
      loading={deletion.isPending}
      error={deletion.error ? errorMessage(deletion.error) : undefined}
      outdated={isGone && !deletion.isPending && !deletion.isSuccess ? roleGone : undefined}
      onConfirm={() => deletion.mutate()}
    >
      {role.holderCount > 0
        ? `${countPeople(role.holderCount)} ${role.holderCount === 1 ? "holds" : "hold"} it. Only a role that nobody holds can be deleted.`
        : "Nobody holds it. This cannot be undone."}
    </ConfirmDialog>
  );
}
