import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Log } from "../log/log.ts";
import { createHeartbeat } from "./heartbeat.ts";
import { takeTogether } from "./in-use.ts";
import { cutConnection } from "./pool-probe.ts";

/** A hanging connection must not block its callers. */
const longestWaitMs = 1_000;
const connectLimitMs = 5_000;
/** The operating system notices a dead idle connection by itself, if it is asked to look. */
const keepAliveAfterMs = 10_000;
const firstPauseMs = 250;
const heartbeatTopic = "atoll_heartbeat";

type Handler = (payload: string) => void;
type GapHandler = (isOver: boolean) => void | Promise<void>;

export interface Notifications {
  /**
   * Calls `handler` for every NOTIFY on `topic`, from any process. Settles once the topic is listened to, if `listen`
   * was called.
   */
  on(topic: string, handler: Handler): Promise<void>;
  /** Calls the handlers of a topic on this node, for what does not come by NOTIFY. */
  deliver(topic: string, payload: string): void;
  /**
   * Called whenever notifications may have been missed: before the first, when the connection is lost, and when it is
   * back (`isOver`).
   */
  onGap(handler: GapHandler): void;
  /** Begins to listen; then calls the handlers for a gap, and waits for them. */
  listen(): Promise<void>;
  /**
   * Settles when every handler was called for everything committed before, on any connection. While the connection is
   * lost, there is nothing to wait for, because a gap is reported.
   */
  caughtUp(): Promise<void>;
  /** Waits like `caughtUp`, and returns whether the handlers were called indeed, and this node hears what changes. */
  provesCaughtUp(): Promise<boolean>;
  /**
   * Returns whether this node proves to itself that it hears notifications. While it does not, rights may have been
   * revoked without its knowledge: nothing cached about rights may be used.
   */
  isHearing(): boolean;
  /** Called when nothing has been heard for too long, before the gap is reported. */
  onDeaf(handler: () => void): void;
  close(): Promise<void>;
}

export interface NotificationsOptions {
  /**
   * Runs a statement on a connection of the pool, so that a listening connection to a database that is no longer the
   * pool's is noticed, too. Without it the listening connection only proves itself.
   */
  probe?: (text: string, values: unknown[]) => Promise<void>;
  /** How often this node sends itself a notification, and after how long without one it counts as deaf. */
  pace?: { everyMs: number; silentMs: number };
}

/** From a revocation on another node to the end of all access through a deaf one: under 30 seconds. */
const standardPace = { everyMs: 5_000, silentMs: 15_000 };

/**
 * Listens to PostgreSQL's NOTIFY on a connection of its own. It is how a change in one process clears the
 * caches of the others, at every size of installation; NOTIFY in a transaction arrives only if it commits.
 */
export function createNotifications(
  url: string,
  log: Log,
  { probe, pace = standardPace }: NotificationsOptions = {},
): Notifications {
  const nodeId = randomUUID();
  const handlers = new Map<string, Handler[]>();
  const gapHandlers: GapHandler[] = [];
  const deafHandlers: (() => void)[] = [];
  let client: pg.Client | undefined;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      application_name: "atoll notifications",
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveAfterMs,
      connectionTimeoutMillis: connectLimitMs,
    });
    next.on("notification", ({ channel, payload }) => {
      if (channel === heartbeatTopic && payload === nodeId && next === client) heartbeat.heard();
      for (const handler of handlers.get(channel) ?? []) handler(payload ?? "");
    });
    next.on("error", (error) => log.warn({ err: error }, "the notification connection broke"));
    next.on("end", () => {
      if (client !== next || closed) return;
      client = undefined;
      reconnectLater(firstPauseMs);
    });
    // A connection that dies now would leave the last statements without an answer for ever.
    const limit = setTimeout(() => cutConnection(next), connectLimitMs * 2);
    try {
      await next.connect();
      await takeTogether(next);
      for (const topic of [heartbeatTopic, ...handlers.keys()]) await next.query(listenTo(topic));
    } catch (error) {
      cutConnection(next);
      throw error;
    } finally {
      clearTimeout(limit);
    }
    client = next;
    heartbeat.heard();
  }

  const heartbeat = createHeartbeat({
    ...pace,
    async send() {
      const beat = ["SELECT pg_notify($1, $2)", [heartbeatTopic, nodeId]] as const;
      try {
        if (probe) return await probe(beat[0], [...beat[1]]);
      } catch {
        // A pool without a free connection says nothing about the listening one.
      }
      await client?.query(beat[0], [...beat[1]]);
    },
    onSilence() {
      const { silentMs } = pace;
      log.error({ silentMs }, "this node hears no changes of other nodes: its sockets are closed");
      for (const handler of deafHandlers) handler();
      const silent = client;
      client = undefined;
      if (!silent) return;
      cutConnection(silent);
      reconnectLater(firstPauseMs);
    },
  });

  function reconnectLater(pauseMs: number): void {
    void tellOfGap(false);
    retry = setTimeout(() => {
      connect().then(
        () => tellOfGap(true),
        (error) => {
          log.warn({ err: error }, "the notification connection is still down");
          if (!closed) reconnectLater(Math.min(pauseMs * 2, 5_000));
        },
      );
    }, pauseMs);
  }

  /**
   * Reports a gap to all listeners. While the database is unavailable nothing can be refetched, so the gap is reported
   * again when it is back.
   */
  async function tellOfGap(isOver: boolean): Promise<void> {
    const told = await Promise.allSettled(gapHandlers.map(async (handler) => handler(isOver)));
    for (const one of told)
      if (one.status === "rejected") log.warn({ err: one.reason }, "missed changes could not be read again");
  }

  let asked: Promise<boolean> | undefined;
  let askedNext: Promise<boolean> | undefined;

  /** One question at a time: those who come while it is under way share the next, as its answer may be too old. */
  function answered(): Promise<boolean> {
    if (asked) {
      askedNext ??= asked.then(() => {
        askedNext = undefined;
        return answered();
      });
      return askedNext;
    }
    // PostgreSQL sends a connection its pending notifications before it accepts the next query.
    const question =
      client?.query("SELECT").then(
        () => true,
        () => false,
      ) ?? Promise.resolve(false);
    asked = question.finally(() => {
      asked = undefined;
    });
    return asked;
  }

  return {
    async on(topic, handler) {
      const known = handlers.get(topic);
      handlers.set(topic, [...(known ?? []), handler]);
      if (!known) await client?.query(listenTo(topic));
    },
    deliver(topic, payload) {
      for (const handler of handlers.get(topic) ?? []) handler(payload);
    },
    onGap(handler) {
      gapHandlers.push(handler);
    },
    async provesCaughtUp() {
      const isProved = await Promise.race([answered(), sleep(longestWaitMs, false, { ref: false })]);
      return isProved && heartbeat.isAlive();
    },
    isHearing: () => client !== undefined && heartbeat.isAlive(),
    onDeaf(handler) {
      deafHandlers.push(handler);
    },
    async listen() {
      await connect();
      heartbeat.start();
      await Promise.all(gapHandlers.map(async (handler) => handler(true)));
    },
    async caughtUp() {
      await Promise.race([answered(), sleep(longestWaitMs, undefined, { ref: false })]);
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      await heartbeat.stop();
      await client?.end();
    },
  };
}

function listenTo(topic: string): string {
  return `LISTEN ${pg.escapeIdentifier(topic)}`;
}
