import { useSignedIn } from "../../lib/use-signed-in.tsx";
import { Button } from "../../ui/button/button.tsx";
import { PendingFiles } from "../files/upload/pending-files.tsx";
import { WrittenText } from "../writing/markdown/written-text.tsx";
import { commentDeskOf } from "./comment-desk.ts";
import { AboutPart, CommentFrame } from "./comment-row.tsx";
import type { PendingComment } from "./pending-comments.ts";

/** A comment on its way, or one that was refused: then with why, and what can be done about it. */
export function PendingRow({ entry }: { entry: PendingComment }) {
  const signedIn = useSignedIn();
  const { pending } = commentDeskOf(signedIn);
  const { viewer } = signedIn;
  const author = {
    id: viewer.id,
    name: viewer.name,
    email: viewer.email,
    avatar: viewer.avatar,
    isFormer: false,
  };
  return (
    <CommentFrame author={author} createdAt={entry.createdAt}>
      {entry.body.about && <AboutPart part={entry.body.about} />}
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
    </CommentFrame>
  );
}
