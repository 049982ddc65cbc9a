import type { Answer, OpenQuestion } from "@atoll/contract/questions/schemas";
import { useMutation } from "@tanstack/react-query";
import { Check, Eye, EyeOff, Pencil, Trash2, X } from "lucide-react";
import { useState } from "react";
import { offerUndo } from "../../../capabilities/changes/offer-undo.ts";
import { HideDialog } from "../../../capabilities/votes/hide-dialog.tsx";
import { moderate } from "../../../capabilities/votes/wire.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { linkEntries } from "../../../ui/popup/link-entries.ts";
import type { MenuEntry } from "../../../ui/popup/menu-entry.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import { deleteAnswer } from "../data/api.ts";
import { useDecisions } from "../data/changes.ts";
import { useRefreshQuestion } from "../data/use-questions.ts";

/** The place of an answer on the page of its question, and in an address that leads to it. */
export const answerAnchor = (answerId: string): string => `answer-${answerId}`;
const answerPath = (questionId: string, answerId: string) =>
  `/community-faqs/${questionId}#${answerAnchor(answerId)}`;

interface AnswerActionsOptions {
  question: OpenQuestion;
  answer: Answer;
  onEdit: () => void;
}

/** The actions on an answer that the viewer may take, and their dialogs. */
export function useAnswerActions({ question, answer, onEdit }: AnswerActionsOptions) {
  const { decide } = useDecisions(question);
  const refreshOne = useRefreshQuestion();
  const refresh = () => refreshOne(question.id);
  const [dialog, setDialog] = useState<"delete" | "hide" | null>(null);
  const onError = (error: Error) => notify.error(errorMessage(error));
  const removal = useMutation({
    mutationFn: () => deleteAnswer(answer.id),
    onSuccess() {
      setDialog(null);
      refresh();
    },
  });
  const subject = { kind: "answer", id: answer.id };
  const setHidden = async (hiddenReason: string | null, done: string) => {
    const undo = await moderate(subject, { hiddenReason });
    refresh();
    offerUndo("question", done, () => undo().finally(refresh));
  };
  const showing = useMutation({ mutationFn: () => setHidden(null, "Answer shown again"), onError });
  const { rights } = question;
  const isAccepted = answer.accepted === "yes";
  const toggleAccepted = () => decide({ act: "accept", answerId: isAccepted ? null : answer.id });
  const mayAccept = rights.mayAccept && !answer.standing.hidden;
  const items: MenuEntry[] = linkEntries({ title: question.title, path: answerPath(question.id, answer.id) });
  if (mayAccept)
    items.push({
      ...(isAccepted
        ? { label: "Not the accepted answer", icon: X }
        : { label: "Accept this answer", icon: Check }),
      onSelect: toggleAccepted,
    });
  if (answer.rights.mayEdit) items.push({ label: "Edit", icon: Pencil, onSelect: onEdit });
  if (rights.mayModerate)
    items.push(
      answer.standing.hidden
        ? { label: "Show again", icon: Eye, onSelect: () => showing.mutate() }
        : { label: "Hide", icon: EyeOff, onSelect: () => setDialog("hide") },
    );
  if (answer.rights.mayDelete)
    items.push({ label: "Delete", icon: Trash2, danger: true, onSelect: () => setDialog("delete") });
  const dialogs = (
    <>
      <ConfirmDialog
        open={dialog === "delete"}
        onClose={() => setDialog(null)}
        title="Delete this answer?"
        verb="Delete"
        loading={removal.isPending}
        error={removal.error}
        onConfirm={() => removal.mutate()}
      >
        It disappears for everyone with its comments and files, and cannot be restored.
      </ConfirmDialog>
      {dialog === "hide" && (
        <HideDialog
          subject={`answer/${answer.id}`}
          title="Hide this answer?"
          description="Only its author and moderators will see it. You can restore it later."
          fallback="Failed to hide this answer"
          onClose={() => setDialog(null)}
          onHide={(hiddenReason) => setHidden(hiddenReason, "Answer hidden")}
        />
      )}
    </>
  );
  return { items, dialogs, refresh, toggleAccepted: mayAccept ? toggleAccepted : null };
}
