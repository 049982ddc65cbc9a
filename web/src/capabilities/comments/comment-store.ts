import { maxWatchedSubjects } from "@atoll/contract/comments/limits";
import type { Comment, Subject } from "@atoll/contract/comments/schemas";
import { errorMessage } from "../../lib/server/api-client.ts";
import { oneEach, type SignedIn } from "../../lib/signed-in.ts";
import { createLiveQuery, type LiveQuery } from "../live/live-query.ts";
import {
  addOlder,
  applyEvent,
  type CachedComments,
  type CommentEvent,
  subjectKey,
} from "./cached-comments.ts";
import { applyThreadEvent, type CachedThreads, type ThreadEvent } from "./cached-threads.ts";
import { openPending, type PendingComments } from "./pending-comments.ts";
import { listComments, listThreads } from "./wire.ts";

/** The comments of one thing. */
export interface OpenComments {
  live: LiveQuery<CachedComments, CommentEvent>;
  /** Puts the page before in front; rejects when it cannot be had. */
  loadOlder(): Promise<void>;
}

/** The comments of whatever is on the screen, and those that are on their way. */
export interface CommentStore {
  /** The same for the same thing. */
  of(subject: Subject): OpenComments;
  /** The threads on the words of a thing that has them. */
  threads(subject: Subject): LiveQuery<CachedThreads, ThreadEvent>;
  /** A comment as it is cached, in a thread or in the list. */
  find(comment: Comment): Comment | undefined;
  /** Applies a change that the server has confirmed. */
  apply(event: ThreadEvent): void;
  /** They are on the screen from now on; returns the way to stop. */
  watch(subject: Subject): () => void;
  pending: PendingComments;
}

/** Returns the store of the signed-in person. */
export const commentStoreOf = oneEach(createCommentStore);

function createCommentStore(signedIn: SignedIn): CommentStore {
  const { queryClient, realtime, onEnd } = signedIn;
  const open = new Map<string, OpenComments>();
  const openThreads = new Map<string, LiveQuery<CachedThreads, ThreadEvent>>();
  const watched = new Map<string, { subject: Subject; count: number }>();
  /** Settles once the last requested subscription is active. */
  let heard: Promise<unknown> = Promise.resolve();

  function hear(): void {
    if (realtime.getState() !== "connected") return;
    const subjects = [...watched.values()].map(({ subject }) => subject).slice(-maxWatchedSubjects);
    heard = realtime
      .send("comments.watch", { subjects })
      .catch((error: unknown) => console.info("Comments are not followed:", errorMessage(error)));
  }

  function create(subject: Subject): OpenComments {
    /** Events that arrived while an older page was loading, which may be from before them. */
    let pendingEvents: CommentEvent[] | undefined;
    const live: LiveQuery<CachedComments, CommentEvent> = createLiveQuery<CachedComments, CommentEvent>({
      queryClient,
      queryKey: ["comments", subject.kind, subject.id],
      async fetch(signal) {
        // From there on nothing is missed.
        await heard;
        return fetchAsManyAs(subject, live.get()?.items.length ?? 0, signal);
      },
      apply: applyEvent,
    });
    return {
      live: {
        ...live,
        apply(event) {
          pendingEvents?.push(event);
          live.apply(event);
        },
      },
      async loadOlder() {
        const cursor = live.get()?.nextCursor;
        if (!cursor || pendingEvents) return;
        const events: CommentEvent[] = [];
        pendingEvents = events;
        try {
          const page = await listComments(subject, cursor);
          queryClient.setQueryData<CachedComments>(live.query.queryKey, (cached) =>
            cached && cached.nextCursor === cursor ? addOlder(cached, page) : cached,
          );
        } finally {
          pendingEvents = undefined;
          for (const event of events) live.apply(event);
        }
      },
    };
  }

  function of(subject: Subject): OpenComments {
    const key = subjectKey(subject);
    const known = open.get(key) ?? create(subject);
    open.set(key, known);
    return known;
  }

  function threads(subject: Subject): LiveQuery<CachedThreads, ThreadEvent> {
    const key = subjectKey(subject);
    const live =
      openThreads.get(key) ??
      createLiveQuery<CachedThreads, ThreadEvent>({
        queryClient,
        queryKey: ["comment-threads", subject.kind, subject.id],
        async fetch(signal) {
          await heard;
          return fetchThreads(subject, signal);
        },
        apply: applyThreadEvent,
      });
    openThreads.set(key, live);
    return live;
  }

  function tell(event: ThreadEvent): void {
    const { subject } = event.kind === "thread" ? event.thread : event.comment;
    const key = subjectKey(subject);
    if (event.kind === "thread" || event.comment.threadId !== undefined) openThreads.get(key)?.apply(event);
    else open.get(key)?.live.apply(event);
  }

  const cachesOf = (subject: Subject) => {
    const key = subjectKey(subject);
    return [open.get(key)?.live, openThreads.get(key)].filter((live) => live !== undefined);
  };

  const pending = openPending(signedIn, (comment, { thread }) =>
    tell({ kind: "posted", comment, words: thread?.words }),
  );
  const stops = [
    realtime.on("comment.posted", ({ comment, words }) => tell({ kind: "posted", comment, words })),
    realtime.on("comment.changed", ({ comment }) => tell({ kind: "changed", comment })),
    realtime.on("comment.deleted", ({ comment }) => tell({ kind: "deleted", comment })),
    realtime.on("comment.thread", ({ thread }) => tell({ kind: "thread", thread })),
    realtime.subscribe(() => {
      if (realtime.getState() !== "connected") return;
      // Events that were sent while the connection was down are not sent again.
      hear();
      for (const { subject } of watched.values()) for (const live of cachesOf(subject)) live.refresh();
    }),
  ];
  onEnd(() => {
    for (const stop of stops) stop();
    for (const { live } of open.values()) live.stop();
    for (const live of openThreads.values()) live.stop();
  });

  return {
    of,
    threads,
    find: ({ subject, threadId, id }) =>
      (threadId === undefined
        ? of(subject).live.get()?.items
        : threads(subject)
            .get()
            ?.items.find((thread) => thread.id === threadId)?.comments
      )?.find((one) => one.id === id),
    apply: tell,
    pending,
    watch(subject) {
      const key = subjectKey(subject);
      const before = watched.get(key);
      watched.set(key, { subject, count: (before?.count ?? 0) + 1 });
      if (!before) {
        hear();
        // Held from an earlier look, and not followed since.
        for (const live of cachesOf(subject)) if (live.get()) live.refresh();
      }
      return () => {
        const count = (watched.get(key)?.count ?? 1) - 1;
        if (count > 0) return void watched.set(key, { subject, count });
        watched.delete(key);
        hear();
      };
    },
  };
}

async function fetchThreads(subject: Subject, signal: AbortSignal): Promise<CachedThreads> {
  let { items, nextCursor, rights } = await listThreads(subject, undefined, signal);
  while (nextCursor !== null) {
    const page = await listThreads(subject, nextCursor, signal);
    items = [...items, ...page.items];
    nextCursor = page.nextCursor;
  }
  return { items, rights, gone: new Set() };
}

/** From the newest back, as many as were cached before: what a person has unfolded stays so. */
async function fetchAsManyAs(subject: Subject, wanted: number, signal: AbortSignal): Promise<CachedComments> {
  const { items, ...first } = await listComments(subject, undefined, signal);
  let cached: CachedComments = { ...first, items: items.toReversed(), gone: new Set() };
  while (cached.nextCursor !== null && cached.items.length < wanted)
    cached = addOlder(cached, await listComments(subject, cached.nextCursor, signal));
  return cached;
}
