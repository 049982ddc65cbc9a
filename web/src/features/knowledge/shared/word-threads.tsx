import type { CommentWords, Subject } from "@atoll/contract/comments/schemas";
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { SelectionButton } from "../../../capabilities/comments/threads/selection-button.tsx";
import { findNamedThread } from "../../../capabilities/comments/threads/thread-places.ts";
import { ThreadsPanel, type ThreadsState } from "../../../capabilities/comments/threads/threads-panel.tsx";
import { readWordsIn } from "../../../capabilities/comments/threads/use-marked-words.ts";
import { type ThreadEdits, useThreadTexts } from "../../../capabilities/comments/threads/use-thread-texts.ts";
import { type ShownThreads, useThreads } from "../../../capabilities/comments/threads/use-threads.ts";
import { useHash } from "../../../lib/page/use-hash.ts";
import { knowledgeShortcuts } from "../shortcuts.ts";
import { panelCovers } from "./side-frame.tsx";

/** The words whose comment is being written are marked like those of a thread, each time in their own place. */
const newMarks = "new ";

export interface WordThreads extends ThreadsState {
  shown: ShownThreads;
  edits: ThreadEdits;
  /** The thread that the address named, until its words were brought into view. */
  soughtId: string | null;
  onFound: () => void;
  /** All words that have a place in the text, and whether they are marked. */
  marks: readonly { id: string; words: CommentWords | null; isMarked: boolean }[];
  openCount: number;
  /** Threads of readers and of editors, which are for different people. */
  hasSeveralKinds: boolean;
  change: (state: ThreadsState) => void;
  /** Opens the threads with the one whose words were pressed. */
  press: (threadId: string) => void;
  /** Opens the threads with the field for a new one. */
  start: (words: CommentWords) => void;
}

/**
 * Returns the things whose threads are shown: the first one gets the new threads. Editors see the readers' threads and
 * their own, which stay with them when the draft is published.
 */
export function useThreadSubjects(id: string, of: "page" | "page and draft" | "draft"): readonly Subject[] {
  return useMemo(() => {
    const [page, draft] = [
      { kind: "article", id },
      { kind: "article-draft", id },
    ];
    return of === "page" ? [page] : of === "draft" ? [draft, page] : [page, draft];
  }, [id, of]);
}

/**
 * The threads on the words of a page, or of its draft, for the text and the panel next to it.
 * @param subjects the same array each time.
 * @param onOpen opens the panel.
 */
export function useWordThreads(subjects: readonly Subject[], onOpen: () => void): WordThreads {
  const shown = useThreads(subjects);
  const edits = useThreadTexts(subjects, shown);
  const [soughtId, setSoughtId] = useState<string | null>(null);
  const [state, setState] = useState<ThreadsState>({ activeId: null, selected: null });
  const { selected } = state;
  // A thread that is resolved or reopened leaves the list in which it was active, and its words are no longer in front.
  const active = shown.threads.find(({ id }) => id === state.activeId);
  const standing = active && `${active.id} ${active.resolved === null ? "open" : "resolved"}`;
  const [lastStanding, setLastStanding] = useState(standing);
  if (standing !== lastStanding) {
    setLastStanding(standing);
    if (active && lastStanding?.startsWith(active.id)) setState({ activeId: null, selected });
  }
  const marks = useMemo(
    () => [
      ...shown.threads.map(({ id, words, resolved }) => ({ id, words, isMarked: resolved === null })),
      ...(selected ? [{ id: newMarks + JSON.stringify(selected), words: selected, isMarked: true }] : []),
    ],
    [shown.threads, selected],
  );
  const hash = useHash();
  const namedId = findNamedThread(hash, shown.threads)?.thread.id;
  const followed = useRef<string | null>(null);
  const follow = useEffectEvent((threadId: string) => {
    // The address keeps its fragment while the viewer goes on to other threads.
    if (followed.current === hash) return;
    followed.current = hash;
    setState({ activeId: threadId, selected });
    setSoughtId(threadId);
    onOpen();
  });
  useEffect(() => {
    if (namedId !== undefined) follow(namedId);
  }, [namedId]);
  return {
    ...state,
    shown,
    edits,
    soughtId,
    onFound: () => setSoughtId(null),
    marks,
    hasSeveralKinds: subjects.length > 1,
    openCount: shown.threads.filter(({ resolved }) => resolved === null).length,
    change: setState,
    press(threadId) {
      if (!threadId.startsWith(newMarks)) setState({ activeId: threadId, selected });
      setSoughtId(null);
      onOpen();
    },
    start(words) {
      setState({ activeId: null, selected: words });
      setSoughtId(null);
      onOpen();
    },
  };
}

/** The readers of the threads that editors see. */
const audiences = { "article-draft": "editors and the approver", article: "all readers of the page" };

interface WordThreadsPanelProps {
  subject: Subject;
  threads: WordThreads;
  places: ReadonlyMap<string, number> | null;
  onShow: (threadId: string) => void;
  onClose: () => void;
}

export function WordThreadsPanel(props: WordThreadsPanelProps) {
  const { subject, threads, places, onShow, onClose } = props;
  const { shown, edits, activeId, selected, soughtId, change } = threads;
  const isFound = soughtId !== null && places?.has(soughtId) === true;
  const showSought = useEffectEvent(() => {
    if (soughtId !== null) onShow(soughtId);
    threads.onFound();
  });
  useEffect(() => {
    if (isFound) showSought();
  }, [isFound]);
  return (
    <ThreadsPanel
      subject={subject}
      shown={shown}
      edits={edits}
      places={places}
      audiences={threads.hasSeveralKinds ? audiences : undefined}
      activeId={activeId}
      selected={selected}
      onChange={change}
      onShow={(threadId) => {
        onShow(threadId);
        if (matchMedia(panelCovers).matches) onClose();
      }}
    />
  );
}

interface ReadersSelectionProps {
  root: RefObject<HTMLElement | null>;
  onComment: (words: CommentWords) => void;
}

/** The bar at words of a draft for people who only read it: the editor knows no selection of theirs. */
export function ReadersSelection({ root, onComment }: ReadersSelectionProps) {
  const text = useMemo(
    () => ({
      get current() {
        return root.current?.querySelector<HTMLElement>(".doc-text") ?? null;
      },
    }),
    [root],
  );
  return (
    <SelectionButton
      root={text}
      shortcut={knowledgeShortcuts.comment}
      onComment={() => {
        const words = readWordsIn(text.current);
        if (words) onComment(words);
      }}
    />
  );
}
