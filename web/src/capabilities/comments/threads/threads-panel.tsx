import { commentMaxLength } from "@atoll/contract/comments/limits";
import type { CommentWords, Subject } from "@atoll/contract/comments/schemas";
import { X } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useHash } from "../../../lib/page/use-hash.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Segmented } from "../../../ui/layout/segmented.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { useComposer } from "../../composer/use-composer.tsx";
import { WriteField } from "../../composer/write-field.tsx";
import { useDraftSubjects } from "../../offline/drafts/use-draft.ts";
import { commentStoreOf } from "../comment-store.ts";
import { PendingRow, useDeleteComment } from "../comments.tsx";
import { ThreadCard } from "./thread-card.tsx";
import { answerDraft, findNamedThread, newThreadDraft } from "./thread-places.ts";
import type { ThreadEdits } from "./use-thread-texts.ts";
import type { ShownThread, ShownThreads } from "./use-threads.ts";

/** The threads next to a text. */
export interface ThreadsState {
  activeId: string | null;
  /** The words that the next thread is about. */
  selected: CommentWords | null;
}

interface ThreadsPanelProps extends ThreadsState {
  /** New threads are about the words of this thing. */
  subject: Subject;
  shown: ShownThreads;
  edits: ThreadEdits;
  /** The places of the words that are in the text; null while the text is not loaded. */
  places: ReadonlyMap<string, number> | null;
  /** The readers of the threads of each kind of thing, where the panel has several. */
  audiences?: Readonly<Record<string, string>> | undefined;
  onChange: (state: ThreadsState) => void;
  /** Brings the words of a thread into view. */
  onShow: (threadId: string) => void;
}

/** So many threads are shown at first, and so many more with each press. */
const shownAtOnce = 30;

const tabOf = ({ resolved }: ShownThread) => (resolved ? "resolved" : "open");

/** All threads on the words of a text, in its order, and the field for a new one. */
export function ThreadsPanel(props: ThreadsPanelProps) {
  const { subject, shown, edits, places, audiences, activeId, selected, onChange, onShow } = props;
  const top = useRef<HTMLDivElement>(null);
  const [tab, setTab] = useState<"open" | "resolved">("open");
  const [most, setMost] = useState(shownAtOnce);
  const { askToDelete, deleteDialog } = useDeleteComment(top);
  const named = findNamedThread(useHash(), shown.threads);
  const active = shown.threads.find(({ id }) => id === activeId);
  const [lastActiveId, setLastActiveId] = useState<string | null>(null);
  if (activeId !== lastActiveId && (activeId === null || active)) {
    setLastActiveId(activeId);
    if (active) setTab(tabOf(active));
  }
  const counts = { open: 0, resolved: 0 };
  for (const thread of shown.threads) counts[tabOf(thread)] += 1;
  const edited = new Set([...edits.all.values()].map(({ comment }) => comment.threadId));
  const drafts = useDraftSubjects();
  // A thread that somebody else resolves stays while a comment of it is edited or answered here.
  const isWrittenIn = (thread: ShownThread) => edited.has(thread.id) || drafts.has(answerDraft(thread));
  const listed = shown.threads.filter((thread) => tabOf(thread) === tab || isWrittenIn(thread));
  const placeOf = ({ id }: ShownThread) => places?.get(id);
  const isRemoved = (thread: ShownThread) => places !== null && placeOf(thread) === undefined;
  const sorted = [
    ...listed
      .filter((thread) => !isRemoved(thread))
      .toSorted((a, b) => (placeOf(a) ?? 0) - (placeOf(b) ?? 0)),
    ...listed.filter(isRemoved),
  ];
  const firstRemoved = sorted.find(isRemoved);
  const cards = sorted.slice(0, Math.max(most, sorted.findIndex(({ id }) => id === activeId) + 1));
  return (
    <div ref={top} tabIndex={-1} className="flex flex-col gap-3 outline-none">
      {shown.mayComment && (
        <NewThread
          subject={subject}
          audience={audiences?.[subject.kind]}
          words={selected}
          onCancel={() => onChange({ activeId, selected: null })}
          onSent={(threadId) => {
            setTab("open");
            onChange({ activeId: threadId, selected: null });
          }}
        />
      )}
      <Segmented
        label="Threads"
        value={tab}
        onValueChange={(next) => {
          setTab(next);
          onChange({ activeId: null, selected });
        }}
        className="self-start"
        options={[
          { value: "open", label: `Open ${counts.open}` },
          { value: "resolved", label: `Resolved ${counts.resolved}` },
        ]}
      />
      {!shown.isLoaded &&
        (shown.error ? (
          <LoadState query={{ error: shown.error, isFetching: false, refetch: shown.refetch }} />
        ) : (
          <RowSkeletons label="Loading comments" mark={28} rowClassName="py-1" />
        ))}
      {/* One list, so that a card whose words are removed or found again keeps its fields. */}
      {cards.flatMap((thread) => [
        thread === firstRemoved && (
          <h3 key="removed" className="pt-2 font-semibold text-muted text-xs">
            On words that are not in this text
          </h3>
        ),
        <ThreadCard
          key={thread.id}
          thread={thread}
          isActive={thread.id === activeId}
          isPlaced={placeOf(thread) !== undefined}
          namedId={named?.commentId ?? null}
          audience={audiences?.[thread.subject.kind]}
          edits={edits}
          onActivate={() => {
            onChange({ activeId: thread.id, selected });
            onShow(thread.id);
          }}
          onSettled={() => top.current?.focus()}
          onDelete={askToDelete}
        />,
      ])}
      {cards.length < sorted.length && (
        <Button size="sm" className="self-start" onClick={() => setMost(cards.length + shownAtOnce)}>
          Show more threads
        </Button>
      )}
      {shown.left.map((entry) => (
        <PendingRow key={entry.id} entry={entry} />
      ))}
      {shown.isLoaded && listed.length === 0 && (
        <EmptyState title={tab === "open" ? "No open threads" : "No resolved threads"}>
          {tab === "open" && shown.mayComment
            ? "Select words in the text, then choose Comment."
            : "Threads that somebody resolves are listed here."}
        </EmptyState>
      )}
      {deleteDialog}
    </div>
  );
}

interface NewThreadProps {
  subject: Subject;
  audience: string | undefined;
  words: CommentWords | null;
  onCancel: () => void;
  onSent: (threadId: string) => void;
}

/** The first comment on the selected words. What is typed stays when the words go away, for the next ones. */
function NewThread({ subject, audience, words, onCancel, onSent }: NewThreadProps) {
  const store = commentStoreOf(useSignedIn());
  const composer = useComposer(newThreadDraft(subject), commentMaxLength);
  const cannotSend = !words || (composer.isBlank && !composer.hasFiles) || composer.isUnfit;
  const focus = useEffectEvent(composer.focus);
  useEffect(() => {
    if (words) focus();
  }, [words]);
  if (!words && composer.isBlank && !composer.hasFiles) return null;
  function submit() {
    if (cannotSend || !words) return;
    const id = uuidv7();
    store.pending.send(subject, { ...composer.take(), thread: { id, words } });
    onSent(id);
  }
  return (
    <section aria-label="New comment" className="flex flex-col gap-2">
      {words ? (
        <div className="flex items-start gap-1">
          <p className="line-clamp-3 min-w-0 flex-1 border-highlight-bright border-l-2 pl-2 text-muted text-xs">
            {words.quote}
          </p>
          <IconButton label="Cancel" icon={X} size="xs" onClick={onCancel} />
        </div>
      ) : (
        <InlineAlert tone="info">Select words in the text, then choose Comment.</InlineAlert>
      )}
      <WriteField {...composer.field} label="Comment on the selected words" onSubmit={submit} />
      {audience && <p className="text-muted text-xs">Read by {audience}</p>}
      <Button size="sm" variant="primary" className="self-end" disabled={cannotSend} onClick={submit}>
        Comment
      </Button>
    </section>
  );
}
