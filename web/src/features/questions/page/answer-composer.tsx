import { questionTextMaxLength } from "@atoll/contract/questions/limits";
import { useSyncExternalStore } from "react";
import { PendingText } from "../../../capabilities/composer/pending-text.tsx";
import { useComposer } from "../../../capabilities/composer/use-composer.tsx";
import { WriteField } from "../../../capabilities/composer/write-field.tsx";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { pendingAnswersOf } from "../data/pending-answers.ts";

interface AnswerComposerProps {
  questionId: string;
  /** If not, their answers that wait or were refused are shown all the same: the question was closed since, for example. */
  mayAnswer: boolean;
}

/** Where an answer is written, below the person's answers that the server does not have yet. */
export function AnswerComposer({ questionId, mayAnswer }: AnswerComposerProps) {
  const pending = pendingAnswersOf(useSignedIn());
  const entries = useSyncExternalStore(pending.subscribe, pending.entries);
  const own = entries.filter(({ body }) => body.questionId === questionId);
  return (
    <div className="mt-6">
      {own.map((entry) => (
        <div key={entry.id} className="mb-4">
          <PendingText entry={entry} pending={pending} />
        </div>
      ))}
      {mayAnswer && <AnswerField questionId={questionId} />}
    </div>
  );
}

function AnswerField({ questionId }: { questionId: string }) {
  const composer = useComposer(`answer:question/${questionId}`, questionTextMaxLength);
  const pending = pendingAnswersOf(useSignedIn());
  const cannotSend = composer.isBlank || composer.isUnfit;
  const submit = () => {
    if (!cannotSend) pending.send(`question/${questionId}`, { questionId, ...composer.take() });
  };
  return (
    <WriteField
      {...composer.field}
      isLong
      label="Write an answer"
      placeholder="Write an answer. Link the page you learned it from."
      onSubmit={submit}
      end={
        <Button variant="primary" disabled={cannotSend} onClick={submit}>
          Post Answer
        </Button>
      }
    />
  );
}
