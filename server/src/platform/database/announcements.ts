import { AsyncLocalStorage } from "node:async_hooks";
import type pg from "pg";
import { z } from "zod";
import type { Log } from "../log/log.ts";
import type { Notifications } from "./notifications.ts";

/** The SQLSTATE of the database's function `announce_after_commit`. */
const announcementCode = "AT001";

/** The database has ended by now whatever it was doing for a connection that broke: after the longest statement. */
const lookAgainMs = 20_000;

/** Announcements about a committed change: topics, each with its payloads. */
export type Announced = readonly (readonly [topic: string, payloads: readonly string[]])[];

/**
 * Collects what the database tells a connection about the changes of its transaction, and passes it on once they are
 * committed. It replaces NOTIFY for everything that is not about rights: a NOTIFY locks the whole database server until
 * its commit. See docs/decisions/182-a-bus-by-its-address.md.
 */
export interface Announcements {
  /** Takes what is announced from now on, instead of the database's NOTIFY. */
  onAnnounced(handler: (announced: Announced) => void): void;
  /** Listens to a new connection. */
  watch(client: pg.ClientBase): void;
  /** Passes on what was announced on this connection, because it is committed. */
  committed(client: pg.ClientBase): void;
  /**
   * Passes on what was announced on this connection, now and once more later: it broke before its answer, so that the
   * change may be committed, may still become visible, or never was made.
   */
  unanswered(client: pg.ClientBase): void;
  /** Drops what was announced on this connection, because it was rolled back. */
  rolledBack(client: pg.ClientBase): void;
}

/** @param notifyAll passes on what nobody takes, as a command line has no sockets and no other nodes. */
export function createAnnouncements(log: Log, notifyAll: (announced: Announced) => void): Announcements {
  const pending = new WeakMap<pg.ClientBase, Map<string, Set<string>>>();
  // Work that an announcement starts outlives the request that wrote: it is not its person, share or automation.
  const outside = AsyncLocalStorage.snapshot();
  let handle = notifyAll;
  /** Returns what was announced on a connection since the last time. */
  function take(client: pg.ClientBase): Announced {
    const topics = pending.get(client) ?? new Map<string, Set<string>>();
    pending.delete(client);
    return [...topics].map(([topic, payloads]) => [topic, [...payloads]] as const);
  }
  function tell(announced: Announced): void {
    if (announced.length === 0) return;
    try {
      outside(() => handle(announced));
    } catch (error) {
      // The change is committed all the same, and must not look as if it had failed.
      log.error({ err: error }, "a change could not be announced");
    }
  }
  return {
    onAnnounced(handler) {
      handle = handler;
    },
    watch(client) {
      client.on("notice", ({ code, message, detail }) => {
        if (code !== announcementCode || message === undefined) return;
        const topics = pending.get(client) ?? new Map<string, Set<string>>();
        pending.set(client, topics);
        const payloads = topics.get(message) ?? new Set();
        topics.set(message, payloads);
        for (const payload of (detail ?? "").split("\n")) payloads.add(payload);
      });
    },
    committed(client) {
      tell(take(client));
    },
    unanswered(client) {
      const announced = take(client);
      tell(announced);
      if (announced.length > 0) outside(() => setTimeout(tell, lookAgainMs, announced).unref());
    },
    rolledBack(client) {
      pending.delete(client);
    },
  };
}

const busTopic = "announced";
const announcedSchema = z.array(z.tuple([z.string(), z.array(z.string())]));

/** The part of the bus between nodes that announcements need. */
interface Carrying {
  publish(topic: string, body: unknown): void;
  on(topic: string, handler: (body: unknown) => void): void;
  onPeers(watcher: { missed(): void }): void;
}

/**
 * Passes what is announced to the handlers of each topic on this node, and over the bus to those of the others.
 * @param ground.wakeTopics are delivered when something may have been missed: another node may have died between a
 * commit and its announcement.
 */
export function passOn(
  announcements: Announcements,
  ground: { notifications: Notifications; bus: Carrying; wakeTopics: readonly string[] },
): void {
  const { notifications, bus, wakeTopics } = ground;
  const deliver = (announced: Announced) => {
    for (const [topic, payloads] of announced)
      for (const payload of payloads) notifications.deliver(topic, payload);
  };
  announcements.onAnnounced((announced) => {
    deliver(announced);
    bus.publish(busTopic, announced);
  });
  bus.on(busTopic, (body) => deliver(announcedSchema.parse(body)));
  bus.onPeers({ missed: () => deliver(wakeTopics.map((topic) => [topic, [""]])) });
}
