import { setTimeout as sleep } from "node:timers/promises";
import { type QueryExecutorProvider, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Log } from "../log/log.ts";
import { busTopic } from "./bus-topic.ts";

/** PostgreSQL takes notifications of fewer than 8,000 bytes. */
const maxNoticeBytes = 7_900;
/** After this many failures a message is dropped, and the other nodes are told that they missed something. */
const tries = 20;
const pauseMs = 250;

export interface Outgoing {
  add(topic: string, body: unknown): void;
  /** Settles when all messages are sent or dropped. */
  flushed(): Promise<void>;
}

/**
 * Sends in order, one notification at a time. Messages added during a send share the next notification. Each NOTIFY
 * takes a lock on the whole database server at commit, so there must be few of them, and none in the transaction of a
 * chat message.
 */
export function createOutgoing({
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
