import { commentEvents } from "@atoll/contract/comments/events";
import type { Subject } from "@atoll/contract/comments/schemas";
import type { EventPayload } from "@atoll/contract/events";
import { z } from "zod";
import type { SocketIdentity } from "../../platform/realtime/live-sockets.ts";
import { createOrder } from "../../platform/turns/in-order.ts";
import type { SliceContext } from "../../slice.ts";
import { withoutPart } from "./present.ts";
import { guestsRoom, readersAmong, subjectRoom, watcherRoom } from "./watchers.ts";

type CommentEvent = keyof typeof commentEvents;

export type BroadcastComment = <Name extends CommentEvent>(event: Name, payload: EventPayload<Name>) => void;

const topic = "comments";
const sentSchema = z.tuple([
  z.enum(["comment.posted", "comment.changed", "comment.deleted", "comment.thread"]),
  z.unknown(),
]);

/**
 * Returns a function that broadcasts the comments of a thing to its watchers on every node, in order per thing. Each
 * node first removes watchers who may no longer read the thing. So nobody has to announce lost permissions.
 */
export function createCommentBroadcast(slice: SliceContext): BroadcastComment {
  const { realtime, bus, log } = slice;
  const inOrder = createOrder((error, room) => {
    log.warn({ err: error }, "comments were not told; their watchers look again");
    const missed = new Set(realtime.socketsIn(room).map(({ sessionId }) => sessionId));
    realtime.reconnect(({ sessionId }) => missed.has(sessionId));
  });

  async function cutStrangers(subject: Subject, room: string): Promise<void> {
    const judged = new Set<string>();
    const unjudged = () => realtime.socketsIn(room).filter(({ sessionId }) => !judged.has(sessionId));
    // People who started watching during the check are checked too.
    for (let fresh: SocketIdentity[] = unjudged(); fresh.length > 0; fresh = unjudged()) {
      const readers = await readersAmong(slice, subject, fresh);
      for (const { sessionId } of fresh) {
        judged.add(sessionId);
        if (!readers.has(sessionId)) realtime.leave(watcherRoom(sessionId), room);
      }
    }
  }

  function tellHere(event: CommentEvent, payload: EventPayload<CommentEvent>): void {
    const { subject } = "thread" in payload ? payload.thread : payload.comment;
    sendTo(subject, subjectRoom(subject), event, payload);
    const seen = asGuestsSee(payload);
    if (seen) sendTo(subject, guestsRoom(subject), event, seen);
  }

  function sendTo(
    subject: Subject,
    room: string,
    event: CommentEvent,
    payload: EventPayload<CommentEvent>,
  ): void {
    if (!realtime.isHeard(room)) return;
    inOrder(room, async () => {
      await cutStrangers(subject, room);
      realtime.sendHere(room, event, payload);
    });
  }

  bus.on(topic, (body) => {
    const [event, payload] = sentSchema.parse(body);
    tellHere(event, commentEvents[event].parse(payload));
  });

  return (event, payload) => {
    tellHere(event, payload);
    bus.publish(topic, [event, payload]);
  };
}

/** Guests hear nothing of threads on words. */
function asGuestsSee(payload: EventPayload<CommentEvent>): EventPayload<CommentEvent> | undefined {
  if ("thread" in payload || payload.comment.threadId) return undefined;
  return { comment: withoutPart(payload.comment) };
}
