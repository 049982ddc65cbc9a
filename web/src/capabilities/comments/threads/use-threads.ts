import type { CommentRights, CommentThread, CommentWords, Subject } from "@atoll/contract/comments/schemas";
import { type UseQueryResult, useQueries } from "@tanstack/react-query";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { subjectKey } from "../cached-comments.ts";
import type { CachedThreads } from "../cached-threads.ts";
import { commentStoreOf } from "../comment-store.ts";
import type { PendingComment } from "../pending-comments.ts";

/** A thread with what is on its way to it. */
export interface ShownThread
  extends Pick<CommentThread, "id" | "subject" | "words" | "resolved" | "comments"> {
  pending: readonly PendingComment[];
  rights: CommentRights;
}

export interface ShownThreads {
  threads: readonly ShownThread[];
  /** Comments that were refused, because their thread was deleted. */
  left: readonly PendingComment[];
  /** In the first of the subjects. */
  mayComment: boolean;
  isLoaded: boolean;
  /** Loaded since the screen was opened: a thread that is missing was deleted. */
  isFresh: boolean;
  error: Error | null;
  refetch: () => void;
}

/**
 * The threads on the words of things, live, with those that this browser is still sending.
 * @param subjects the same array each time.
 */
export function useThreads(subjects: readonly Subject[]): ShownThreads {
  const store = commentStoreOf(useSignedIn());
  useEffect(() => {
    const stops = subjects.map((subject) => store.watch(subject));
    return () => {
      for (const stop of stops) stop();
    };
  }, [store, subjects]);
  const entries = useSyncExternalStore(store.pending.subscribe, store.pending.entries);
  const { datas, ...loading } = useQueries({
    queries: subjects.map((subject) => store.threads(subject).query),
    combine,
  });
  const shown = useMemo(() => {
    const threads: ShownThread[] = [];
    const left: PendingComment[] = [];
    for (const [index, subject] of subjects.entries()) {
      const data = datas[index];
      if (!data) continue;
      const here = entries.filter((entry) => entry.subject === subjectKey(subject) && entry.body.thread);
      const arrived = new Set(data.items.flatMap(({ comments }) => comments.map(({ id }) => id)));
      const pending = here.filter(({ id }) => !arrived.has(id));
      const byThread = Map.groupBy(pending, ({ body }) => body.thread?.id);
      for (const thread of data.items) {
        threads.push({ ...thread, pending: byThread.get(thread.id) ?? [], rights: data.rights });
        byThread.delete(thread.id);
      }
      for (const [id, ofThread] of byThread) {
        const words: CommentWords | undefined = ofThread.find(({ body }) => body.thread?.words)?.body.thread
          ?.words;
        if (id === undefined || !words) left.push(...ofThread);
        else
          threads.push({
            id,
            subject,
            words,
            resolved: null,
            comments: [],
            pending: ofThread,
            rights: data.rights,
          });
      }
    }
    return { threads, left };
  }, [subjects, entries, datas]);
  return {
    ...shown,
    ...loading,
    mayComment: datas[0]?.rights.mayComment ?? false,
    isLoaded: datas.every((data) => data !== undefined),
  };
}

/** Outside of the hook, so that the same answers give the same array. */
const combine = (queries: readonly UseQueryResult<CachedThreads>[]) => ({
  datas: queries.map(({ data }) => data),
  isFresh: queries.every(({ isFetchedAfterMount, isSuccess }) => isFetchedAfterMount && isSuccess),
  error: queries.find(({ error }) => error)?.error ?? null,
  refetch() {
    for (const { refetch } of queries) void refetch();
  },
});
