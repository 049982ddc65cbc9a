import type { OpenIdea } from "@atoll/contract/ideas/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { useMutation } from "@tanstack/react-query";
import { offerUndo } from "../../../capabilities/changes/offer-undo.ts";
import { useChanges } from "../../../capabilities/changes/use-unsettled.ts";
import { PeoplePicker } from "../../../capabilities/people/people-picker.tsx";
import { HideDialog } from "../../../capabilities/votes/hide-dialog.tsx";
import { moderate } from "../../../capabilities/votes/wire.ts";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { deleteIdea } from "../api.ts";
import { handOver } from "../changes/idea-act.ts";
import { ideaChanges } from "../changes/idea-changes.ts";
import { useStanding } from "../data/use-standing.ts";
import { subjectOf } from "../data/votes-of.ts";
import { MergeDialog } from "./merge-dialog.tsx";
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
      return idea.isHidden ? (
        <ModerateDialog idea={idea} what={dialog} onClose={onClose} />
      ) : (
        <HideIdeaDialog idea={idea} onClose={onClose} />
      );
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
      onClose={onClose}
      title="Delete this idea?"
      verb="Delete idea"
      loading={removal.isPending}
      error={removal.error}
      onConfirm={() => removal.mutate()}
    >
      It is deleted permanently. An idea that others voted for or wrote about cannot be deleted.
    </ConfirmDialog>
  );
}

function HideIdeaDialog({ idea, onClose }: Pick<IdeaDialogsProps, "idea" | "onClose">) {
  return (
    <HideDialog
      subject={`idea/${idea.id}`}
      title="Hide this idea?"
      description="Only its author and moderators will see it. You can restore it later."
      fallback="Failed to hide this idea"
      onClose={onClose}
      onHide={async (hiddenReason) => {
        offerUndo("idea", "Idea hidden", await moderate(subjectOf(idea), { hiddenReason }));
      }}
    />
  );
}

/** Shows a hidden idea again, and locks or unlocks one. */
function ModerateDialog({
  idea,
  what,
  onClose,
}: Pick<IdeaDialogsProps, "idea" | "onClose"> & { what: "hide" | "lock" }) {
  const { standing } = useStanding(idea.id);
  const words = what === "hide" ? restoreWords : lockWords[idea.isLocked ? "locked" : "open"];
  const change = useMutation({
    mutationFn: () =>
      moderate(subjectOf(idea), what === "lock" ? { isLocked: !idea.isLocked } : { hiddenReason: null }),
    onSuccess(undo) {
      onClose();
      offerUndo("idea", words.done, undo);
    },
  });
  return (
    <ConfirmDialog
      onClose={onClose}
      tone="primary"
      title={words.title}
      verb={words.verb}
      loading={change.isPending || !standing}
      error={change.error}
      onConfirm={() => change.mutate()}
    >
      {words.text}
    </ConfirmDialog>
  );
}

const restoreWords = {
  title: "Restore this idea?",
  verb: "Restore idea",
  text: "Everyone it is for can see it again.",
  done: "Idea restored",
};
const lockWords = {
  open: {
    title: "Lock this idea?",
    verb: "Lock idea",
    text: "Nobody can vote for it, edit it or comment on it until it is unlocked.",
    done: "Idea locked",
  },
  locked: {
    title: "Unlock this idea?",
    verb: "Unlock idea",
    text: "People can vote and comment again.",
    done: "Idea unlocked",
  },
};

/** Chooses the owner of an idea, who may change its status and reply. */
function OwnerDialog({ idea, onClose }: { idea: OpenIdea; onClose: () => void }) {
  const queue = useChanges(ideaChanges);
  const form = useForm({
    values: { owner: idea.owner ? [idea.owner] : ([] as Person[]) },
    async send({ owner: [owner = null] }) {
      if (owner?.id !== idea.owner?.id) await queue.run(handOver([idea], owner));
      onClose();
    },
    fallback: "Failed to save the owner",
  });
  const { value: people, onValueChange: setPeople, ...field } = useChoice(form, "owner");
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Owner"
      description="The owner can read this idea, change its status and reply to the voters."
      verb="Save"
    >
      <PeoplePicker {...field} label="Owner" max={1} people={people} onChange={setPeople} />
    </FormDialog>
  );
}
