import type { OpenQuestion } from "@atoll/contract/questions/schemas";
import { offerUndo } from "../../../capabilities/changes/offer-undo.ts";
import { mergeInto, unmerge } from "../../../capabilities/votes/wire.ts";
import { useRefreshQuestion } from "../data/use-questions.ts";
import { PickQuestionDialog } from "./pick-question-dialog.tsx";

/** Chooses the question that this one becomes part of. */
export function MergeQuestionDialog({ question, onClose }: { question: OpenQuestion; onClose: () => void }) {
  const refreshOne = useRefreshQuestion();
  const refresh = () => refreshOne(question.id);
  const subject = { kind: "question", id: question.id };
  return (
    <PickQuestionDialog
      question={question}
      title="Merge into another question"
      description="Its votes, followers and answers move there. You can undo this later."
      verb="Merge"
      onClose={onClose}
      onPick={async (targetId) => {
        await mergeInto(subject, targetId);
        refresh();
        offerUndo("question", "Question merged", () => unmerge(subject).then(refresh));
      }}
    />
  );
}
