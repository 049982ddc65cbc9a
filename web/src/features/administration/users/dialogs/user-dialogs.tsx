import type { AdminUser } from "@atoll/contract/administration/schemas";
import { useState } from "react";
import type { RenderPersonSearch } from "../../departments/members-drawer.tsx";
import { ConfirmActDialog } from "./confirm-act-dialog.tsx";
import { CreateEmployeeDialog } from "./create-employee-dialog.tsx";
import { DeleteUserDialog } from "./delete-user-dialog.tsx";
import { EditUserDialog } from "./edit-user-dialog.tsx";
import { SetPasswordDialog } from "./set-password-dialog.tsx";
import type { UserAct } from "./user-dialog.ts";

type Opened = { act: "create" } | { act: UserAct; user: AdminUser };

interface UserDialogsState {
  /** The last opened dialog, which stays while it closes. */
  opened: Opened | null;
  /** Counts how often it was opened, so that each dialog starts fresh. */
  opening: number;
  isOpen: boolean;
}

/** Which dialog about users is open, one at a time. */
export function useUserDialogs() {
  const [state, setState] = useState<UserDialogsState>({ opened: null, opening: 0, isOpen: false });
  const show = (opened: Opened) =>
    setState(({ opening }) => ({ opened, opening: opening + 1, isOpen: true }));
  const start = (act: UserAct, user: AdminUser) => show({ act, user });
  return {
    state,
    create: () => show({ act: "create" }),
    start,
    close: () => setState((before) => ({ ...before, isOpen: false })),
  };
}

export interface UserDialogsProps {
  dialogs: ReturnType<typeof useUserDialogs>;
  renderPersonSearch: RenderPersonSearch;
}

/** The dialog that is open. */
export function UserDialogs({ dialogs, renderPersonSearch }: UserDialogsProps) {
  const { opened, opening, isOpen } = dialogs.state;
  if (!opened) return null;
  const shared = { open: isOpen, onClose: dialogs.close };
  if (opened.act === "create") return <CreateEmployeeDialog {...shared} key={opening} />;
  const about = { ...shared, user: opened.user };
  switch (opened.act) {
    case "edit":
      return <EditUserDialog {...about} key={opening} />;
    case "delete":
      return <DeleteUserDialog {...about} key={opening} renderPersonSearch={renderPersonSearch} />;
    case "password":
      return <SetPasswordDialog {...about} key={opening} />;
    default:
      return <ConfirmActDialog {...about} act={opened.act} key={opening} />;
  }
}
