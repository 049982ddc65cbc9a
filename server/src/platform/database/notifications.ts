import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Log } from "../log/log.ts";

/** A hanging connection must not block its callers. */
const longestWaitMs = 1_000;

type Handler = (payload: string) => void;
type GapHandler = (isOver: boolean) => void | Promise<void>;

export interface Notifications {
  /**
   * Calls `handler` for every NOTIFY on `topic`, from any process. Settles once the topic is listened to, if `listen`
   * was called.
   */
  on(topic: string, handler: Handler): Promise<void>;
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
  close(): Promise<void>;
}

/**
 * Listens to PostgreSQL's NOTIFY on a connection of its own. It is how a change in one process clears the
 * caches of the others, at every size of installation; NOTIFY in a transaction arrives only if it commits.
 */
export function createNotifications(url: string, log: Log): Notifications {
  const handlers = new Map<string, Handler[]>();
  const gapHandlers: GapHandler[] = [];
  let client: pg.Client | undefined;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      application_name: "atoll notifications",
      keepAlive: true,
    });
    next.on("notification", ({ channel, payload }) => {
      for (const handler of handlers.get(channel) ?? []) handler(payload ?? "");
    });
    next.on("error", (error) => log.warn({ err: error }, "the notification connection broke"));
    next.on("end", () => {
      if (client !== next || closed) return;
      client = undefined;
      reconnectLater(250);
    });
    await next.connect();
    for (const topic of handlers.keys()) await next.query(listenTo(topic));
    client = next;
  }

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

  let asked: Promise<unknown> | undefined;
  let askedNext: Promise<unknown> | undefined;

  /** One question at a time: those who come while it is under way share the next, as its answer may be too old. */
  function answered(): Promise<unknown> {
    if (asked) {
      askedNext ??= asked.then(() => {
        askedNext = undefined;
        return answered();
      });
      return askedNext;
    }
    // PostgreSQL sends a connection its pending notifications before it accepts the next query.
    const question = client?.query("SELECT").catch(() => undefined) ?? Promise.resolve();
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
    onGap(handler) {
      gapHandlers.push(handler);
    },
    async listen() {
      await connect();
      await Promise.all(gapHandlers.map(async (handler) => handler(true)));
    },
    async caughtUp() {
      await Promise.race([answered(), sleep(longestWaitMs, undefined, { ref: false })]);
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      await client?.end();
    },
  };
}

function listenTo(topic: string): string {
  return `LISTEN ${pg.escapeIdentifier(topic)}`;
}
