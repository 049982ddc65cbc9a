import type { AdminRole } from "@atoll/contract/administration/schemas";
import { roleTitle } from "@atoll/contract/identity/role-title";
import { useMutation } from "@tanstack/react-query";
import { countPeople } from "../../../lib/counted.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { deleteRole, useRoleCache } from "./api.ts";
import { RoleDialog, roleGone } from "./role-dialog.tsx";

export interface OpenRoleDialog {
  kind: "edit" | "delete";
  /** The role as it was when the dialog was opened; null makes a new one. */
  role: AdminRole | null;
  isOpen: boolean;
  /** Counts how often it was opened, so that each dialog starts fresh. */
  opening: number;
}

export const noRoleDialog: OpenRoleDialog = { kind: "edit", role: null, isOpen: false, opening: 0 };

export interface RoleDialogsProps {
  dialog: OpenRoleDialog;
  onOpenChange: (isOpen: boolean) => void;
  roles: readonly AdminRole[];
}

/** The dialogs of the roles page, one at a time, over the newest that is known of their role. */
export function RoleDialogs({ dialog, onOpenChange, roles }: RoleDialogsProps) {
  const { kind, isOpen, opening } = dialog;
  const now = roles.find(({ id }) => id === dialog.role?.id);
  const role = now ?? dialog.role;
  const isGone = role !== null && !now;
  return kind === "delete" && role ? (
    <DeleteRoleDialog key={opening} open={isOpen} onOpenChange={onOpenChange} role={role} isGone={isGone} />
  ) : (
    <RoleDialog key={opening} open={isOpen} onOpenChange={onOpenChange} role={role} isGone={isGone} />
  );
}

interface DeleteRoleDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  role: AdminRole;
  /** It is no longer there. */
  isGone: boolean;
}

/** Asks before a role is deleted. A role with holders cannot be, and the dialog says so. */
function DeleteRoleDialog({ open, onOpenChange, role, isGone }: DeleteRoleDialogProps) {
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
      onClose={() => onOpenChange(false)}
      title={`Delete the role ${roleTitle(role.name)}?`}
      verb="Delete role"
      loading={deletion.isPending}
      error={deletion.error ? errorMessage(deletion.error) : undefined}
      outdated={isGone && !deletion.isPending && !deletion.isSuccess ? roleGone : undefined}
      onConfirm={() => deletion.mutate()}
    >
      {role.holderCount > 0
        ? `${countPeople(role.holderCount)} ${role.holderCount === 1 ? "holds" : "hold"} it. Only a role that nobody holds can be deleted.`
        : "Nobody has this role. This cannot be undone."}
    </ConfirmDialog>
  );
}
