import { useSyncExternalStore } from "react";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { copyText } from "../../../ui/toast/copy-text.ts";
import { pendingQuestionsOf } from "../data/pending-questions.ts";

/** Questions that were asked offline, until the server has them, or the person gives up one that was refused. */
export function PendingQuestions() {
  const outbox = pendingQuestionsOf(useSignedIn());
  const pending = useSyncExternalStore(outbox.subscribe, outbox.entries);
  return pending.map((entry) => {
    const { question } = entry.body;
    return (
      <div key={entry.id} className="mb-2 rounded-md bg-surface-sunken px-3 py-2 text-muted">
        <p>
          <span className="font-semibold text-text">{question.title}</span>{" "}
          {entry.failure ?? "is sent when you are connected again."}
        </p>
        {entry.failure !== null && (
          <div className="mt-1.5 flex flex-wrap gap-2">
            <Button size="xs" onClick={() => outbox.retry(entry)}>
              Try again
            </Button>
            <Button
              size="xs"
              variant="ghost"
              onClick={() => copyText(`${question.title}\n\n${question.content ?? ""}`, "Question copied")}
            >
              Copy
            </Button>
            <Button size="xs" variant="ghost" onClick={() => outbox.remove(entry.id)}>
              Discard
            </Button>
          </div>
        )}
      </div>
    );
  });
}
