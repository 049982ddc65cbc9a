import type { AdminUser } from "@atoll/contract/administration/schemas";
import { ConfirmDialog } from "../../../../ui/dialog/confirm-dialog.tsx";
import type { UserDialogProps } from "../dialogs/user-dialog.ts";
import { ChosenPeople } from "./chosen-people.tsx";
import { countPeople, type PeopleWork } from "./use-people-change.ts";

export interface DisableManyDialogProps extends UserDialogProps {
  people: readonly AdminUser[];
  isDisabled: boolean;
  work: PeopleWork;
}

/** Asks before several accounts are disabled or enabled. */
export function DisableManyDialog({ people, isDisabled, work, open, onClose }: DisableManyDialogProps) {
  const verb = `${isDisabled ? "Disable" : "Enable"} ${countPeople(people.length)}`;
  return (
    <ConfirmDialog
      choice={<ChosenPeople people={people} />}
      error={work.error}
      loading={work.isBusy}
      onConfirm={() => work.run(people, { isDisabled })}
      onOpenChange={onClose}
      open={open}
      title={verb}
      tone={isDisabled ? "danger" : "primary"}
      verb={verb}
    >
      {isDisabled
        ? "They are signed out everywhere at once and cannot sign in any more. Nothing of theirs is lost, and the accounts can be enabled again."
        : "They can sign in again, with the passwords, roles and departments that they had."}
    </ConfirmDialog>
  );
}
