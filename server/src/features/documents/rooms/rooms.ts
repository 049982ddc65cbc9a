import type { Subject } from "@atoll/contract/comments/schemas";
import { documentEvents } from "@atoll/contract/documents/events";
import type { CoEditor } from "@atoll/contract/documents/schemas";
import { z } from "zod";
import { createOrder } from "../../../platform/turns/in-order.ts";
import type { SliceContext } from "../../../slice.ts";
import { type Reader, readersAmong, type Session } from "../rights.ts";
import { createUpdateSaver, type StoredUpdate, type UpdateSaver } from "../save-updates.ts";

/** Those who have a draft open. */
export const documentRoom = (epoch: string): string => `document:${epoch}`;

/** The sockets of a session that have any open: to take rooms from them. */
export const watcherRoom = (sessionId: string): string => `document-watcher:${sessionId}`;

/** Larger updates are fetched by each page, instead of being sent to all of them. */
const sentMaxBytes = 48 * 1024;

/** The drafts that people of this process have open. */
export interface Rooms {
  saver: UpdateSaver;
  /** Sends a stored update to everybody who has the draft open, on every node. */
  stored(update: StoredUpdate): void;
  /** Somebody opened a draft. */
  opened(epoch: string, subject: Subject): void;
  /** Whose draft it is, if anybody of this process has it open. */
  subjectOf(epoch: string): Subject | undefined;
  /** Shows cursors to everybody who has the draft open, on every node. */
  point(epoch: string, editors: readonly CoEditor[]): void;
  /** The draft was published or discarded. */
  ended(epoch: string): void;
  /** Looks again at who of those in the room may read the draft. */
  recheck(epoch: string): void;
  recheckAll(): void;
  /** The open drafts in whose rooms a person is. */
  epochsOf(userId: string): string[];
  /** The people of this process who have drafts of a kind open. */
  peopleWith(kind: string): { subjectId: string; userId: string }[];
}

const all = new WeakMap<SliceContext, Rooms>();

/** The rooms of an application. */
export function roomsOf(slice: SliceContext): Rooms {
  const rooms = all.get(slice) ?? createRooms(slice);
  all.set(slice, rooms);
  return rooms;
}

const topic = "documents";
const sentSchema = z.discriminatedUnion("event", [
  z.object({ event: z.literal("updated"), payload: documentEvents["document.updated"] }),
  z.object({ event: z.literal("pointed"), payload: documentEvents["document.pointed"] }),
]);
type Sent = z.infer<typeof sentSchema>;

/**
 * Before anything goes to a room, each node looks at who of its people in the room may read the draft at that moment,
 * and cuts the others from it. So a right that is lost ends what is open, even if nobody announced it.
 */
function createRooms(slice: SliceContext): Rooms {
  const { realtime, bus, log, db } = slice;
  const subjects = new Map<string, Subject>();
  const inOrder = createOrder((error, room) => {
    log.warn({ err: error }, "an event of a draft was not sent; its readers catch up");
    const missed = new Set(realtime.socketsIn(room).map(({ sessionId }) => sessionId));
    realtime.reconnect(({ sessionId }) => missed.has(sessionId));
  });

  /** The readers who stay. */
  async function cutStrangers(epoch: string, subject: Subject): Promise<Map<string, Reader>> {
    const room = documentRoom(epoch);
    const judged = new Set<string>();
    const staying = new Map<string, Reader>();
    const unjudged = () => realtime.socketsIn(room).filter(({ sessionId }) => !judged.has(sessionId));
    // Those who came in the meantime are judged too.
    for (let fresh: Session[] = unjudged(); fresh.length > 0; fresh = unjudged()) {
      const readers = await readersAmong(slice, db, subject, fresh);
      for (const { sessionId } of fresh) {
        judged.add(sessionId);
        const reader = readers.get(sessionId);
        if (reader) staying.set(sessionId, reader);
        else revoke(epoch, sessionId);
      }
    }
    return staying;
  }

  function revoke(epoch: string, sessionId: string): void {
    const isHere = realtime.socketsIn(documentRoom(epoch)).some((socket) => socket.sessionId === sessionId);
    if (isHere) realtime.sendHere(watcherRoom(sessionId), "document.closed", { epoch, reason: "revoked" });
    realtime.leave(watcherRoom(sessionId), documentRoom(epoch));
  }

  function inRoom(epoch: string, work: (room: string) => void): void {
    const room = documentRoom(epoch);
    const subject = subjects.get(epoch);
    if (!subject || !realtime.isHeard(room)) return void subjects.delete(epoch);
    inOrder(room, async () => {
      await cutStrangers(epoch, subject);
      work(room);
    });
  }

  function sendHere({ event, payload }: Sent): void {
    inRoom(payload.epoch, (room) => {
      if (event === "updated") realtime.sendHere(room, "document.updated", payload);
      else realtime.sendHere(room, "document.pointed", payload);
    });
  }

  function send(sent: Sent): void {
    sendHere(sent);
    bus.publish(topic, sent);
  }

  bus.on(topic, (body) => sendHere(sentSchema.parse(body)));

  const stored = ({ epoch, sequence, update }: StoredUpdate) =>
    send({
      event: "updated",
      payload: {
        epoch,
        sequence,
        update: update.length > sentMaxBytes ? null : Buffer.from(update).toString("base64"),
      },
    });

  return {
    saver: createUpdateSaver(slice, stored),
    stored,
    opened: (epoch, subject) => void subjects.set(epoch, subject),
    subjectOf: (epoch) => subjects.get(epoch),
    point: (epoch, editors) => send({ event: "pointed", payload: { epoch, editors: [...editors] } }),
    ended(epoch) {
      const room = documentRoom(epoch);
      subjects.delete(epoch);
      // After what was written before it.
      inOrder(room, async () => {
        realtime.sendHere(room, "document.closed", { epoch, reason: "ended" });
        realtime.leave(room, room);
      });
    },
    recheck: (epoch) => inRoom(epoch, () => undefined),
    recheckAll() {
      for (const epoch of subjects.keys()) inRoom(epoch, () => undefined);
    },
    epochsOf: (userId) =>
      [...subjects.keys()].filter((epoch) =>
        realtime.socketsIn(documentRoom(epoch)).some((socket) => socket.userId === userId),
      ),
    peopleWith: (kind) =>
      [...subjects].flatMap(([epoch, subject]) =>
        subject.kind === kind
          ? realtime.socketsIn(documentRoom(epoch)).map(({ userId }) => ({ subjectId: subject.id, userId }))
          : [],
      ),
  };
}
