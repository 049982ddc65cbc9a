import type { Comment, CommentPart, Subject } from "@atoll/contract/comments/schemas";
import { useMutation, useQuery } from "@tanstack/react-query";
import {
  Fragment,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { errorMessage } from "../../lib/server/api-client.ts";
import { useSignedIn } from "../../lib/use-signed-in.tsx";
import { Count } from "../../ui/badge/count.tsx";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { ShowMore } from "../../ui/list/show-more.tsx";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { LoadState } from "../../ui/state/load-state.tsx";
import { PendingText } from "../composer/pending-text.tsx";
import { useDraft } from "../offline/drafts/use-draft.ts";
import { useLostEdit } from "../writing/field/use-lost-edit.ts";
import { draftPlace, isDeleted, subjectKey } from "./cached-comments.ts";
import { CommentComposer } from "./comment-composer.tsx";
import { AboutPart, CommentFrame, CommentRow } from "./comment-row.tsx";
import { commentStoreOf } from "./comment-store.ts";
import type { PendingComment } from "./pending-comments.ts";
import { commentAddress, useNamedComment } from "./use-named-comment.ts";
import { deleteComment } from "./wire.ts";

export interface HistoryLine {
  id: string;
  at: string;
  content: ReactNode;
}

interface CommentsProps {
  subject: Subject;
  /** The part that the next comment is about, where things have parts. */
  about?: CommentPart | undefined;
  /** The next comment is about the whole again. */
  onWhole?: () => void;
  /** Lines of a history that are shown between the comments, by their times. */
  history?: { title: string; lines: readonly HistoryLine[] };
  /** A few comments below a text: the heading is left to screen readers, and the field waits for a press. */
  isBrief?: boolean;
  /** Guests from outside the company read them, which is said where something is written. */
  hasGuests?: boolean;
}

const nothing = () => undefined;

/**
 * The comments of a thing of any kind, live, and the field for the next one. Oldest first; the newest are there at
 * once, and the ones before when they are asked for. Specification, sections 3 and 7 (task comments).
 */
export function Comments({
  subject: { kind, id },
  about,
  onWhole = nothing,
  history,
  isBrief = false,
  hasGuests = false,
}: CommentsProps) {
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const store = commentStoreOf(useSignedIn());
  const { live, loadOlder } = store.of({ kind, id });
  useEffect(() => store.watch({ kind, id }), [store, kind, id]);
  const { data, error, isFetching, refetch } = useQuery(live.query);
  const pending = useSyncExternalStore(store.pending.subscribe, store.pending.entries);
  const older = useMutation({ mutationFn: loadOlder });
  const { named, isMissing } = useNamedComment(id, data, older.mutate);
  /** It lives here, because the row goes with a comment that is deleted elsewhere. */
  const [editing, setEditing] = useState<{ comment: Comment; text: string } | null>(null);
  const draft = useDraft(draftPlace({ kind, id }));
  const [isWriting, setWriting] = useState(!isBrief || draft.read() !== "");
  useLostEdit({
    isLost: editing !== null && data !== undefined && isDeleted(data, editing.comment),
    text: editing?.text ?? "",
    before: editing?.comment.content ?? "",
    leave: () => setEditing(null),
    rescue: (text) => {
      draft.write([draft.read(), text].filter((one) => one.trim() !== "").join("\n"));
      setWriting(true);
    },
    words: "This comment has been deleted. Your text is in the field for the next one.",
  });
  const { askToDelete, deleteDialog } = useDeleteComment(heading);
  const shown = new Set(data?.items.map((comment) => comment.id));
  const onTheirWay = pending.filter(
    (entry) => entry.subject === subjectKey({ kind, id }) && !entry.body.thread && !shown.has(entry.id),
  );
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-3">
      <h2
        ref={heading}
        id={headingId}
        tabIndex={-1}
        className={isBrief ? "sr-only" : "flex items-center gap-2 font-semibold outline-none"}
      >
        {history?.title ?? "Comments"}
        {data && !history && <Count value={data.total} />}
      </h2>
      {!data &&
        (error ? (
          <LoadState query={{ error, isFetching, refetch }} />
        ) : (
          <RowSkeletons label="Loading comments" mark={28} rowClassName="py-1" />
        ))}
      {data && data.nextCursor !== null && (
        <ShowMore
          label="Show older comments"
          failure={errorMessage(older.error)}
          list={{
            hasNextPage: true,
            isFetchingNextPage: older.isPending,
            isFetchNextPageError: older.isError,
            fetchNextPage: () => older.mutateAsync().catch(() => undefined),
          }}
        />
      )}
      {isMissing && (
        <InlineAlert tone="notice">
          The comment that this link leads to was deleted, or you cannot see it.
        </InlineAlert>
      )}
      {data && data.items.length === 0 && onTheirWay.length === 0 && !history && (
        <p className="text-muted">No comments yet.</p>
      )}
      <div role="log" aria-label="Comments" className="flex flex-col gap-3.5">
        {data?.items.flatMap((comment, index) => [
          ...linesBetween(history?.lines, index === 0 ? startOf(data) : data.items[index - 1], comment),
          <CommentRow
            key={comment.id}
            comment={comment}
            isNamed={comment.id === named}
            // The elements of a board open without their comments.
            address={kind === "board_note" ? null : () => commentAddress(comment.id, id)}
            rights={data.rights}
            editing={editing?.comment.id === comment.id ? editing.text : null}
            onEdit={(text) => setEditing({ comment, text })}
            onEdited={() => setEditing(null)}
            onDelete={() => askToDelete(comment)}
          />,
        ])}
        {data && linesBetween(history?.lines, data.items.at(-1), undefined)}
        {onTheirWay.map((entry) => (
          <PendingRow key={entry.id} entry={entry} />
        ))}
      </div>
      {hasGuests && data?.rights.mayComment && (
        <InlineAlert tone="notice">Guests from outside the company read these comments.</InlineAlert>
      )}
      {data?.rights.mayComment &&
        (isWriting ? (
          <CommentComposer subject={{ kind, id }} about={about} onWhole={onWhole} />
        ) : (
          <button
            type="button"
            className="touch-tall self-start text-muted text-xs hover:text-text"
            onClick={() => setWriting(true)}
          >
            Add a comment
          </button>
        ))}
      {deleteDialog}
    </section>
  );
}

/** Before comments that are not loaded yet, nothing is shown. */
const startOf = ({ nextCursor, items }: { nextCursor: string | null; items: readonly Comment[] }) =>
  nextCursor === null ? undefined : items[0];

/** The lines of a history from one comment to the next one; from the start, and to the end, without them. */
function linesBetween(
  lines: readonly HistoryLine[] = [],
  from: Comment | undefined,
  to: Comment | undefined,
): ReactNode[] {
  return lines
    .filter(({ at }) => (!from || at >= from.createdAt) && (!to || at < to.createdAt))
    .map(({ id, content }) => <Fragment key={id}>{content}</Fragment>);
}

/**
 * Returns the dialog that asks before a comment is deleted.
 * @param focused gets the focus afterwards, because the row with the button is gone.
 */
export function useDeleteComment(focused: RefObject<HTMLElement | null>): {
  askToDelete: (comment: Comment) => void;
  deleteDialog: ReactNode;
} {
  const store = commentStoreOf(useSignedIn());
  const [comment, setComment] = useState<Comment | null>(null);
  const removal = useMutation({
    mutationFn: ({ id }: Comment) => deleteComment(id),
    onSuccess(_, deleted) {
      store.apply({ kind: "deleted", comment: { ...deleted, version: deleted.version + 1 } });
      setComment(null);
      focused.current?.focus();
    },
  });
  const deleteDialog = (
    <ConfirmDialog
      open={comment !== null}
      onClose={() => setComment(null)}
      title="Delete this comment?"
      verb="Delete"
      loading={removal.isPending}
      error={removal.error}
      onConfirm={() => comment && removal.mutate(comment)}
    >
      It disappears for everyone and cannot be restored.
    </ConfirmDialog>
  );
  return { askToDelete: setComment, deleteDialog };
}

/** A comment on its way, or one that was refused: then with why, and what can be done about it. */
export function PendingRow({ entry }: { entry: PendingComment }) {
  const signedIn = useSignedIn();
  const { pending } = commentStoreOf(signedIn);
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
      <PendingText entry={entry} pending={pending} />
    </CommentFrame>
  );
}
