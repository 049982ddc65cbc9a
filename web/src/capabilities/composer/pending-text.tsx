import { useViewer } from "../../lib/session/use-session.tsx";
import { Button } from "../../ui/button/button.tsx";
import { PendingFiles } from "../files/upload/pending-files.tsx";
import type { OutboxEntry } from "../offline/outbox/outbox-entry.ts";
import { WrittenText } from "../writing/markdown/written-text.tsx";
import type { PendingTexts, UnsentText } from "./pending-texts.ts";

interface PendingTextProps<Body extends UnsentText> {
  entry: OutboxEntry<Body>;
  pending: Pick<PendingTexts<Body>, "retry" | "remove">;
}

/** A text on its way, or one that was refused: then with why, and what can be done about it. */
export function PendingText<Body extends UnsentText>({ entry, pending }: PendingTextProps<Body>) {
  const viewer = useViewer();
  return (
    <>
      <WrittenText
        content={entry.body.content}
        calls={{ mentions: [], mentionsAll: null }}
        viewerId={viewer.id}
        className="wrap-anywhere text-muted"
      />
      <PendingFiles uploadIds={entry.body.uploadIds} />
      {entry.failure === null ? (
        <p className="text-2xs text-faint">Sending</p>
      ) : (
        <div role="alert" className="flex flex-wrap items-center gap-2 pt-0.5 text-danger-text text-xs">
          <span>{`Not sent. ${entry.failure}`}</span>
          <Button size="xs" onClick={() => pending.retry(entry)}>
            Try Again
          </Button>
          <Button size="xs" variant="ghost" onClick={() => pending.remove(entry)}>
            Discard
          </Button>
        </div>
      )}
    </>
  );
}
