import { roleTitle } from "@atoll/contract/identity/role-title";
import { countPeople } from "../../../lib/counted.ts";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import type { RoleChange } from "./role-changes.ts";

export interface GrantEverythingDialogProps {
  /** The roles that would get every permission. */
  changes: readonly RoleChange[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onConfirm: () => void;
}

/** Asks before roles become super administrators, with one checkbox for all of them. Specification, section 6. */
export function GrantEverythingDialog({
  changes,
  open,
  onOpenChange,
  onConfirm,
}: GrantEverythingDialogProps) {
  const names = changes.map(({ role }) => roleTitle(role.name)).join(", ");
  const people = countPeople(changes.reduce((sum, { role }) => sum + role.holderCount, 0));
  return (
    <ConfirmDialog
      onConfirm={onConfirm}
      onClose={() => onOpenChange(false)}
      open={open}
      title={`Make everyone with ${names} a super administrator?`}
      verb="Make super administrators"
    >
      People with the role can then do everything: manage every account and role, and make other super
      administrators. It concerns {people} now, and everyone who gets the role later.
    </ConfirmDialog>
  );
}
