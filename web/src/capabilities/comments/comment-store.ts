import { maxWatchedSubjects } from "@atoll/contract/comments/limits";
import type { Subject } from "@atoll/contract/comments/schemas";
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
import { openPending, type PendingComments } from "./pending-comments.ts";
import { listComments } from "./wire.ts";

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
  /** They are on the screen from now on; returns the way to stop. */
  watch(subject: Subject): () => void;
  pending: PendingComments;
}

/** Returns the store of the signed-in person. */
export const commentStoreOf = oneEach(createCommentStore);

function createCommentStore(signedIn: SignedIn): CommentStore {
  const { queryClient, realtime, onEnd } = signedIn;
  const open = new Map<string, OpenComments>();
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

  function tell(event: CommentEvent): void {
    open.get(subjectKey(event.comment.subject))?.live.apply(event);
  }

  const pending = openPending(signedIn, (comment) => tell({ kind: "posted", comment }));
  const stops = [
    realtime.on("comment.posted", ({ comment }) => tell({ kind: "posted", comment })),
    realtime.on("comment.changed", ({ comment }) => tell({ kind: "changed", comment })),
    realtime.on("comment.deleted", ({ comment }) => tell({ kind: "deleted", comment })),
    realtime.subscribe(() => {
      if (realtime.getState() !== "connected") return;
      // Events that were sent while the connection was down are not sent again.
      hear();
      for (const { subject } of watched.values()) of(subject).live.refresh();
    }),
  ];
  onEnd(() => {
    for (const stop of stops) stop();
    for (const { live } of open.values()) live.stop();
  });

  return {
    of,
    pending,
    watch(subject) {
      const key = subjectKey(subject);
      const before = watched.get(key);
      watched.set(key, { subject, count: (before?.count ?? 0) + 1 });
      if (!before) {
        hear();
        // Held from an earlier look, and not followed since.
        if (of(subject).live.get()) of(subject).live.refresh();
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

/** From the newest back, as many as were cached before: what a person has unfolded stays so. */
async function fetchAsManyAs(subject: Subject, wanted: number, signal: AbortSignal): Promise<CachedComments> {
  const { items, ...first } = await listComments(subject, undefined, signal);
  let cached: CachedComments = { ...first, items: items.toReversed(), gone: new Set() };
  while (cached.nextCursor !== null && cached.items.length < wanted)
    cached = addOlder(cached, await listComments(subject, cached.nextCursor, signal));
  return cached;
}
