import type { AdminUser } from "@atoll/contract/administration/schemas";

/** The actions for an account, each with its own dialog. */
export type UserAct = "edit" | "delete" | "disable" | "enable" | "password" | "sessions" | "second-factor";

/** Opens one of the dialogs, the export of the person's data, or the page that explains their access. */
export type StartUserAct = (act: UserAct | "explain" | "export", user: AdminUser) => void;

export interface UserDialogProps {
  open: boolean;
  onClose: () => void;
}

/** A dialog about one account, as it was in the table when the dialog was opened. */
export interface AboutUserDialogProps extends UserDialogProps {
  user: AdminUser;
}
