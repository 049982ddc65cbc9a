import type { AdminUser } from "@atoll/contract/administration/schemas";

/** The actions for an account, each with its own dialog. */
export type UserAct = "edit" | "delete" | "disable" | "enable" | "password" | "sessions" | "second-factor";

/** Opens one of the dialogs, or the page that explains a person's access. */
export type StartUserAct = (act: UserAct | "explain", user: AdminUser) => void;

export interface UserDialogProps {
  open: boolean;
  onClose: () => void;
}

/** A dialog about one account, as it was in the table when the dialog was opened. */
export interface AboutUserDialogProps extends UserDialogProps {
  user: AdminUser;
}
