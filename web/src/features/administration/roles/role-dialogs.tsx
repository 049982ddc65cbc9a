import type { AdminRole } from "@atoll/contract/administration/schemas";
import { DeleteRoleDialog } from "./delete-role-dialog.tsx";
import { RoleDialog } from "./role-dialog.tsx";

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
