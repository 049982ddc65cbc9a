import type { AdminUser } from "@atoll/contract/administration/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "../../../../lib/server/api-client.ts";
import { ConfirmDialog } from "../../../../ui/dialog/confirm-dialog.tsx";
import { notify } from "../../../../ui/toast/toast.tsx";
import type { RenderPersonSearch } from "../../departments/members-drawer.tsx";
import {
  deleteUser,
  disableUser,
  enableUser,
  endUserSessions,
  resetUserSecondFactor,
  useOwned,
  useRefreshAdministration,
} from "../api.ts";
import { useGone } from "../use-gone.ts";
import { CreateEmployeeDialog } from "./create-employee-dialog.tsx";
import { EditUserDialog } from "./edit-user-dialog.tsx";
import { HeirChoice } from "./heir-choice.tsx";
import { SetPasswordDialog } from "./set-password-dialog.tsx";
import type { AboutUserDialogProps, UserAct } from "./user-dialog.ts";

type ConfirmedAct = Extract<UserAct, "disable" | "enable" | "sessions" | "second-factor">;

interface ActWords {
  title: (name: string) => string;
  text: string;
  verb: string;
  done: (name: string) => string;
  run: (userId: string) => Promise<unknown>;
  tone?: "primary";
}

/** Asks before an action on an account, and performs it. */
function ConfirmActDialog({ act, user, open, onClose }: AboutUserDialogProps & { act: ConfirmedAct }) {
  const refresh = useRefreshAdministration();
  const gone = useGone(user.id, open);
  const { title, text, verb, done, run, tone } = acts[act];
  const work = useMutation({
    mutationFn: () => run(user.id),
    onSuccess: () => {
      notify.success(done(user.name));
      onClose();
    },
    onSettled: refresh,
  });
  return (
    <ConfirmDialog
      error={work.error ? `Failed to update user: ${errorMessage(work.error)}` : undefined}
      loading={work.isPending}
      onConfirm={() => work.mutate()}
      onClose={onClose}
      open={open}
      outdated={gone}
      title={title(user.name)}
      tone={tone}
      verb={verb}
    >
      {text}
    </ConfirmDialog>
  );
}

const acts: Record<ConfirmedAct, ActWords> = {
  disable: {
    title: (name) => `Disable ${name}`,
    text: "They are signed out everywhere immediately and can no longer sign in. Nothing of theirs is lost, and the account can be enabled again.",
    verb: "Disable account",
    done: (name) => `${name} is disabled`,
    run: disableUser,
  },
  enable: {
    title: (name) => `Enable ${name}`,
    text: "They can sign in again, with the password, roles and departments that they had.",
    verb: "Enable account",
    done: (name) => `${name} is enabled`,
    run: enableUser,
    tone: "primary",
  },
  sessions: {
    title: (name) => `End all sessions of ${name}`,
    text: "They are signed out on every device immediately, and the address of their calendar for other programs stops working. They can sign in again with their password.",
    verb: "End all sessions",
    done: (name) => `${name} is signed out everywhere`,
    run: endUserSessions,
  },
  "second-factor": {
    title: (name) => `Reset the second factor of ${name}`,
    text: "Their authenticator app, recovery codes and passkeys stop working, and the password alone is enough to sign in. They are signed out everywhere, are told that it was you, and choose a new password when they sign in next. If a role of theirs asks for a second factor, they then set up a new one.",
    verb: "Reset second factor",
    done: (name) => `The second factor of ${name} is reset`,
    run: resetUserSecondFactor,
  },
};

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

interface DeleteUserDialogProps extends AboutUserDialogProps {
  renderPersonSearch: RenderPersonSearch;
}

/** Asks before an account is deleted, and for the heir of what it owns. Specification, sections 5 and 8 (admin). */
function DeleteUserDialog({ user, open, onClose, renderPersonSearch }: DeleteUserDialogProps) {
  const refresh = useRefreshAdministration();
  const gone = useGone(user.id, open);
  const owned = useOwned(user.id);
  const [heir, setHeir] = useState<Person | null>(null);
  const deletion = useMutation({
    mutationFn: () => deleteUser(user.id, heir?.id),
    onSuccess: () => {
      notify.success(`${user.name} was deleted`);
      onClose();
    },
    onSettled: refresh,
  });
  const failure = deletion.error ?? owned.error;
  return (
    <ConfirmDialog
      choice={
        owned.data &&
        owned.data.length > 0 && (
          <HeirChoice
            heir={heir}
            onChange={setHeir}
            owned={owned.data}
            renderPersonSearch={renderPersonSearch}
            user={user}
          />
        )
      }
      error={failure ? `Failed to delete user: ${errorMessage(failure)}` : undefined}
      // The person's things must be known before they lose their owner.
      loading={deletion.isPending || owned.isLoading}
      onConfirm={() => (owned.isError ? void owned.refetch() : deletion.mutate())}
      onClose={onClose}
      open={open}
      // An account deleted by this dialog is not reported as gone.
      outdated={deletion.isPending || deletion.isSuccess ? undefined : gone}
      title={`Delete ${user.name}`}
      verb={owned.isError ? "Try Again" : "Delete user"}
    >
      Are you sure you want to delete this user?
      <span className="mt-2 block">
        The account and its sessions end immediately. What {user.name} wrote stays, shown as a former
        colleague's. To keep the account for later, disable it instead.
      </span>
    </ConfirmDialog>
  );
}
