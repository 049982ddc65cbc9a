import { useMutation } from "@tanstack/react-query";
import { errorMessage } from "../../../../lib/server/api-client.ts";
import { ConfirmDialog } from "../../../../ui/dialog/confirm-dialog.tsx";
import { notify } from "../../../../ui/toast/toast.tsx";
import {
  disableUser,
  enableUser,
  endUserSessions,
  resetUserSecondFactor,
  useRefreshAdministration,
} from "../api.ts";
import { useGone } from "../use-gone.ts";
import type { AboutUserDialogProps, UserAct } from "./user-dialog.ts";

export type ConfirmedAct = Extract<UserAct, "disable" | "enable" | "sessions" | "second-factor">;

interface ActWords {
  title: (name: string) => string;
  text: string;
  verb: string;
  done: (name: string) => string;
  run: (userId: string) => Promise<unknown>;
  tone?: "primary";
}

/** Asks before an action on an account, and performs it. */
export function ConfirmActDialog({ act, user, open, onClose }: AboutUserDialogProps & { act: ConfirmedAct }) {
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
      onOpenChange={onClose}
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
    text: "They are signed out everywhere at once and cannot sign in any more. Nothing of theirs is lost, and the account can be enabled again.",
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
    text: "They are signed out at once on every device, and the address by which other programs follow their calendar ends. They can sign in again with their password.",
    verb: "End all sessions",
    done: (name) => `${name} is signed out everywhere`,
    run: endUserSessions,
  },
  "second-factor": {
    title: (name) => `Reset the second factor of ${name}`,
    text: "Their authenticator app and recovery codes stop working, and the password alone is enough to sign in. They are signed out everywhere, are told that it was you, and choose a new password when they sign in next. If a role of theirs asks for a second factor, they then set up a new one.",
    verb: "Reset second factor",
    done: (name) => `The second factor of ${name} is reset`,
    run: resetUserSecondFactor,
  },
};
