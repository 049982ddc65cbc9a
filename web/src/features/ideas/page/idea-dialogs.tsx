import type { OpenIdea } from "@atoll/contract/ideas/schemas";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { offerUndo } from "../../../capabilities/changes/offer-undo.ts";
import { moderate } from "../../../capabilities/votes/wire.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { deleteIdea } from "../data/api.ts";
import { useStanding } from "../data/use-standing.ts";
import { subjectOf } from "../data/votes-of.ts";
import { MergeDialog } from "./merge-dialog.tsx";
import { OwnerDialog } from "./owner-dialog.tsx";
import { PromoteDialog } from "./promote-dialog.tsx";

export type IdeaDialog = "decide" | "edit" | "owner" | "promote" | "merge" | "hide" | "lock" | "delete";

interface IdeaDialogsProps {
  idea: OpenIdea;
  dialog: IdeaDialog | null;
  onClose: () => void;
  onDeleted: () => void;
  taskAddress: (taskId: string) => string;
}

/** The dialogs of an idea, each opened by its name. */
export function IdeaDialogs({ idea, dialog, onClose, onDeleted, taskAddress }: IdeaDialogsProps) {
  switch (dialog) {
    case "owner":
      return <OwnerDialog idea={idea} onClose={onClose} />;
    case "promote":
      return <PromoteDialog idea={idea} onClose={onClose} taskAddress={taskAddress} />;
    case "merge":
      return <MergeDialog idea={idea} onClose={onClose} />;
    case "hide":
    case "lock":
      return <ModerateDialog idea={idea} what={dialog} onClose={onClose} />;
    case "delete":
      return <DeleteDialog idea={idea} onClose={onClose} onDeleted={onDeleted} />;
    default:
      return null;
  }
}

function DeleteDialog({
  idea,
  onClose,
  onDeleted,
}: Pick<IdeaDialogsProps, "idea" | "onClose" | "onDeleted">) {
  const removal = useMutation({
    mutationFn: () => deleteIdea(idea.id),
    onSuccess() {
      notify.success("Idea deleted");
      onDeleted();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Delete this idea?"
      verb="Delete idea"
      loading={removal.isPending}
      error={errorMessage(removal.error)}
      onConfirm={() => removal.mutate()}
    >
      It is gone for good. An idea that others voted for or wrote about cannot be deleted.
    </ConfirmDialog>
  );
}

function ModerateDialog({
  idea,
  what,
  onClose,
}: {
  idea: OpenIdea;
  what: "hide" | "lock";
  onClose: () => void;
}) {
  const [reason, setReason] = useState("");
  const { standing } = useStanding(idea.id);
  const isHiding = what === "hide" && !idea.isHidden;
  const before = { isLocked: idea.isLocked, hiddenReason: standing?.hidden?.reason ?? null };
  const change = useMutation({
    mutationFn: () =>
      moderate(
        subjectOf(idea),
        what === "lock"
          ? { ...before, isLocked: !idea.isLocked }
          : { ...before, hiddenReason: isHiding ? reason : null },
      ),
    onSuccess() {
      onClose();
      offerUndo("idea", words?.done ?? "", () => moderate(subjectOf(idea), before));
    },
  });
  const words = what === "hide" ? hideWords[String(idea.isHidden)] : lockWords[String(idea.isLocked)];
  if (!words) return null;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      tone={isHiding ? "danger" : "primary"}
      title={words.title}
      verb={words.verb}
      disabled={isHiding && reason.trim() === ""}
      loading={change.isPending || !standing}
      error={errorMessage(change.error)}
      onConfirm={() => change.mutate()}
      choice={
        isHiding && (
          <TextField
            label="Reason"
            help="Its author and the audit log keep it"
            value={reason}
            maxLength={280}
            onChange={({ target }) => setReason(target.value)}
          />
        )
      }
    >
      {words.text}
    </ConfirmDialog>
  );
}

type Words = Readonly<Record<string, { title: string; verb: string; text: string; done: string }>>;

const hideWords: Words = {
  false: {
    title: "Hide this idea?",
    verb: "Hide idea",
    text: "Only its author and moderators can see it then. You can restore it later.",
    done: "Idea hidden",
  },
  true: {
    title: "Restore this idea?",
    verb: "Restore idea",
    text: "Everyone it is for can see it again.",
    done: "Idea restored",
  },
};
const lockWords: Words = {
  false: {
    title: "Lock this idea?",
    verb: "Lock idea",
    text: "Nobody can vote for it, edit it or comment on it until it is unlocked.",
    done: "Idea locked",
  },
  true: {
    title: "Unlock this idea?",
    verb: "Unlock idea",
    text: "People can vote and comment again.",
    done: "Idea unlocked",
  },
};
