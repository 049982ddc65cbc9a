import { commentMaxLength } from "@atoll/contract/comments/limits";
import type { Comment } from "@atoll/contract/comments/schemas";
import { useMutation } from "@tanstack/react-query";
import { Check, Link2, RotateCcw } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { formatInstant } from "../../../lib/time/format-date.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { copyLink } from "../../../ui/toast/copy-text.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import { useComposer } from "../../composer/use-composer.tsx";
import { WriteField } from "../../composer/write-field.tsx";
import { useDraft } from "../../offline/drafts/use-draft.ts";
import { authorName } from "../../people/author-name.ts";
import { CommentRow } from "../comment-row.tsx";
import { commentStoreOf } from "../comment-store.ts";
import { PendingRow } from "../comments.tsx";
import { setThreadResolved } from "../wire.ts";
import { answerDraft, threadAddress, threadAnchor } from "./thread-places.ts";
import type { ThreadEdits } from "./use-thread-texts.ts";
import type { ShownThread } from "./use-threads.ts";

interface ThreadCardProps {
  thread: ShownThread;
  isActive: boolean;
  /** The words are in the text. */
  isPlaced: boolean;
  /** The comment that the address names. */
  namedId: string | null;
  /** The readers of the thread, where the threads of a panel differ in it. */
  audience: string | undefined;
  edits: ThreadEdits;
  onActivate: () => void;
  /** The thread was resolved or reopened here. */
  onSettled: () => void;
  onDelete: (comment: Comment) => void;
}

/** A thread on words: the words, its comments, and the field for an answer. */
export function ThreadCard(props: ThreadCardProps) {
  const { thread, isActive, isPlaced, namedId, audience, edits, onActivate, onSettled, onDelete } = props;
  const store = commentStoreOf(useSignedIn());
  const card = useRef<HTMLElement>(null);
  const { id, words, resolved, rights } = thread;
  const draft = useDraft(answerDraft(thread));
  const [isAnswering, setAnswering] = useState(false);
  useEffect(() => {
    if (isActive) card.current?.scrollIntoView({ block: "nearest" });
  }, [isActive]);
  const resolving = useMutation({
    mutationFn: (isResolved: boolean) => setThreadResolved(id, isResolved),
    onSuccess(state, isResolved) {
      store.apply({ kind: "thread", thread: state });
      // The pressed button may go with the card.
      if (card.current?.contains(document.activeElement) || document.activeElement === document.body)
        onSettled();
      if (isResolved)
        notify.success("Thread resolved", {
          action: { label: "Undo", onClick: () => resolving.mutate(false) },
        });
    },
    onError: (error) => notify.error(errorMessage(error)),
  });
  const isSent = thread.comments.length > 0;
  return (
    <section
      ref={card}
      id={threadAnchor(id)}
      aria-label={words ? `Thread on “${words.quote}”` : "Thread"}
      aria-current={isActive || undefined}
      className={cx(
        "flex flex-col gap-3 rounded-lg border bg-surface p-3",
        isActive && "border-strong shadow-2",
      )}
    >
      <div className="flex items-start gap-1">
        <button
          type="button"
          disabled={!isPlaced}
          title={words?.quote}
          className="line-clamp-2 min-w-0 flex-1 border-highlight-bright border-l-2 pl-2 text-left text-muted text-xs enabled:hover:text-text"
          onClick={onActivate}
        >
          {words?.quote ?? "Words that were erased"}
        </button>
        {isSent && (
          <span className="-my-1 flex flex-none">
            <IconButton
              label="Copy link to this thread"
              icon={Link2}
              size="xs"
              onClick={() => copyLink({ path: threadAddress(id) })}
            />
            {rights.mayComment && (
              <IconButton
                label={resolved ? "Reopen" : "Resolve"}
                icon={resolved ? RotateCcw : Check}
                size="xs"
                disabled={resolving.isPending}
                onClick={() => resolving.mutate(!resolved)}
              />
            )}
          </span>
        )}
      </div>
      {audience && <p className="text-muted text-xs">Read by {audience}</p>}
      {resolved && (
        <p className="text-muted text-xs">
          Resolved by {authorName(resolved.by)} on {formatInstant(resolved.at)}
        </p>
      )}
      <div role="log" aria-label="Comments" className="flex flex-col gap-3">
        {thread.comments.map((comment) => (
          <CommentRow
            key={comment.id}
            comment={comment}
            isNamed={comment.id === namedId}
            address={null}
            rights={rights}
            editing={edits.all.get(comment.id)?.text ?? null}
            onEdit={(text) => edits.write(comment, text)}
            onEdited={() => edits.leave(comment.id)}
            onDelete={() => onDelete(comment)}
          />
        ))}
        {thread.pending.map((entry) => (
          <PendingRow key={entry.id} entry={entry} />
        ))}
      </div>
      {rights.mayComment &&
        isSent &&
        (isAnswering || draft.text !== "" ? (
          <Answer
            thread={thread}
            audience={audience}
            takesFocus={isAnswering}
            onDone={() => setAnswering(false)}
          />
        ) : (
          <button
            type="button"
            className="touch-tall self-start text-muted text-xs hover:text-text"
            onClick={() => setAnswering(true)}
          >
            {resolved ? "Answer and reopen" : "Answer"}
          </button>
        ))}
    </section>
  );
}

interface AnswerProps {
  thread: ShownThread;
  audience: string | undefined;
  takesFocus: boolean;
  onDone: () => void;
}

function Answer({ thread, audience, takesFocus, onDone }: AnswerProps) {
  const store = commentStoreOf(useSignedIn());
  const composer = useComposer(answerDraft(thread), commentMaxLength);
  const cannotSend = (composer.isBlank && !composer.hasFiles) || composer.isUnfit;
  const focus = useEffectEvent(composer.focus);
  useEffect(() => {
    if (takesFocus) focus();
  }, [takesFocus]);
  function submit() {
    if (cannotSend) return;
    store.pending.send(thread.subject, { ...composer.take(), thread: { id: thread.id } });
    onDone();
  }
  return (
    <div className="flex flex-col gap-2">
      <WriteField
        {...composer.field}
        label={audience ? `Write an answer to ${audience}` : "Write an answer"}
        onSubmit={submit}
      />
      <div className="flex justify-end gap-2">
        {composer.isBlank && (
          <Button size="xs" variant="ghost" onClick={onDone}>
            Cancel
          </Button>
        )}
        <Button size="xs" variant="primary" disabled={cannotSend} onClick={submit}>
          Answer
        </Button>
      </div>
    </div>
  );
}
