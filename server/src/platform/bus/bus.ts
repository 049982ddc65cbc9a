import { setTimeout as sleep } from "node:timers/promises";
import { type QueryExecutorProvider, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { z } from "zod";
import type { Notifications } from "../database/notifications.ts";
import type { Log } from "../log/log.ts";
import { createPeers, type Peers } from "./peers.ts";

/** The notifications that nodes send each other. */
const busTopic = "atoll_bus";

/** PostgreSQL takes notifications of fewer than 8,000 bytes. */
const maxNoticeBytes = 7_900;
/** After this many failures a message is dropped, and the other nodes are told that they missed something. */
const tries = 20;
const pauseMs = 250;

interface Outgoing {
  add(topic: string, body: unknown): void;
  /** Settles when all messages are sent or dropped. */
  flushed(): Promise<void>;
}

/**
 * Sends in order, one notification at a time. Messages added during a send share the next notification. Each NOTIFY
 * takes a lock on the whole database server at commit, so there must be few of them, and none in the transaction of a
 * chat message.
 */
function createOutgoing({
  db,
  log,
  nodeId,
  onLost,
}: {
  db: QueryExecutorProvider;
  log: Log;
  nodeId: string;
  /** Called when a message is dropped. */
  onLost: () => void;
}): Outgoing {
  let waiting: [string, unknown][] = [];
  let sending: Promise<void> | undefined;

  async function sendAll(): Promise<void> {
    // Messages added in the same turn of the event loop share the notification.
    await Promise.resolve();
    while (waiting.length > 0) {
      const items = waiting;
      waiting = [];
      await sendParcel(JSON.stringify({ from: nodeId, items }));
    }
    sending = undefined;
  }

  async function sendParcel(content: string): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        if (Buffer.byteLength(content) <= maxNoticeBytes) {
          await sql`SELECT pg_notify(${busTopic}, ${content})`.execute(db);
        } else {
          const parcel = uuidv7();
          const notice = JSON.stringify({ from: nodeId, parcel });
          await sql`WITH sent AS (INSERT INTO bus_parcels (id, content) VALUES (${parcel}, ${content}) RETURNING id)
            SELECT pg_notify(${busTopic}, ${notice}) FROM sent`.execute(db);
        }
        return;
      } catch (error) {
        if (attempt < tries) {
          await sleep(pauseMs);
          continue;
        }
        log.warn({ err: error }, "the other nodes could not be told of something");
        onLost();
        return;
      }
    }
  }

  return {
    add(topic, body) {
      waiting.push([topic, body]);
      sending ??= sendAll();
    },
    flushed: async () => sending,
  };
}

export interface Bus {
  /** Keeps next to this node's lease how it is, for those who look at all nodes. */
  report(state: object): Promise<void>;
  /** Returns whether other nodes serve the same database, so that published messages have recipients. */
  hasPeers(): boolean;
  /**
   * Publishes to every other node, in the order of calls. Returns immediately, and does nothing if there is no other
   * node. Messages in transit are lost when a node crashes, so a caller that must not lose one needs another way to
   * recover.
   */
  publish(topic: string, body: unknown): void;
  /** Takes what other nodes publish. A topic may have several handlers. */
  on(topic: string, handler: Handler): void;
  onPeers(watcher: PeerWatcher): void;
  /** Joins the other nodes. Settles once all of them publish to this one. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

type Handler = (body: unknown, nodeId: string) => void;

export interface PeerWatcher {
  /** Another node joined or returned: it receives everything from now on, and nothing from before. */
  joined?(nodeId: string): void;
  /** A node stopped, or its lease expired. */
  left?(nodeId: string): void;
  /** Called when messages from other nodes may have been missed. */
  missed?(): void;
}

const parcelSchema = z.object({ from: z.string(), items: z.array(z.tuple([z.string(), z.unknown()])) });
const noticeSchema = z.union([parcelSchema, z.object({ from: z.string(), parcel: z.uuid() })]);

/**
 * Delivers what one node publishes to all others over PostgreSQL's NOTIFY. It needs no configuration, and a single node
 * runs the same code. See docs/decisions/032-bus-over-postgresql-notify.md.
 */
export function createBus(deps: { db: QueryExecutorProvider; notifications: Notifications; log: Log }): Bus {
  const { db, notifications, log } = deps;
  const nodeId = uuidv7();
  const handlers = new Map<string, Handler[]>();
  const on = (topic: string, handler: Handler) =>
    handlers.set(topic, [...(handlers.get(topic) ?? []), handler]);
  const watchers: PeerWatcher[] = [];
  const forAll = (tell: (watcher: PeerWatcher) => void) => {
    for (const watcher of watchers) tell(watcher);
  };
  const outgoing = createOutgoing({ db, log, nodeId, onLost: () => peers.lost() });
  const peers: Peers = createPeers({
    db,
    log,
    nodeId,
    say: (word) => outgoing.add("peers", word),
    onJoined: (id) => forAll((watcher) => watcher.joined?.(id)),
    onLeft: (id) => forAll((watcher) => watcher.left?.(id)),
    onMissed: () => forAll((watcher) => watcher.missed?.()),
  });
  on("peers", peers.hear);

  function deliver(parcel: z.infer<typeof parcelSchema>): void {
    for (const [topic, body] of parcel.items) {
      try {
        for (const handle of handlers.get(topic) ?? []) handle(body, parcel.from);
      } catch (error) {
        // A node with another version may publish messages that this one cannot parse. Others must still arrive.
        log.warn({ err: error, topic }, "what another node told was not understood");
      }
    }
  }

  async function fetchParcel(id: string): Promise<void> {
    const { rows } = await sql<{ content: string }>`SELECT content FROM bus_parcels WHERE id = ${id}`.execute(
      db,
    );
    const [row] = rows;
    if (row) deliver(parcelSchema.parse(JSON.parse(row.content)));
    else peers.missed();
  }

  // Fetching a parcel delays the messages after it.
  let fetching: Promise<void> | undefined;
  void notifications.on(busTopic, (payload) => {
    const notice = noticeSchema.parse(JSON.parse(payload));
    if (notice.from === nodeId) return;
    if (!("parcel" in notice) && !fetching) return deliver(notice);
    const turn = (fetching ?? Promise.resolve())
      .then(() => ("parcel" in notice ? fetchParcel(notice.parcel) : deliver(notice)))
      .catch((error: unknown) => {
        log.warn({ err: error }, "what another node told could not be fetched");
        peers.missed();
      })
      .finally(() => {
        if (fetching === turn) fetching = undefined;
      });
    fetching = turn;
  });
  notifications.onGap(peers.heardAgain);

  return {
    hasPeers: peers.hasAny,
    report: peers.report,
    publish(topic, body) {
      if (peers.hasAny()) outgoing.add(topic, body);
    },
    on(topic, handler) {
      on(topic, handler);
    },
    onPeers(watcher) {
      watchers.push(watcher);
    },
    start: peers.start,
    async stop() {
      await peers.stop();
      await outgoing.flushed();
    },
  };
}
