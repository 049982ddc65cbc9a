import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Log } from "../log.ts";

/** A connection that hangs must not hold up whoever waits for it. */
const longestWaitMs = 1_000;

type Handler = (payload: string) => void;

export interface Notifications {
  /** Calls `handler` for every NOTIFY on `topic`, from any process. `topic` is a plain identifier. */
  on(topic: string, handler: Handler): void;
  /** Called whenever notifications may have been missed: after every lost connection. */
  onGap(handler: () => void): void;
  /**
   * Settles when every handler has been called for what was committed before, by this or another connection. While
   * the connection is lost there is nothing to wait for: a gap is told of.
   */
  caughtUp(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Listens to PostgreSQL's NOTIFY on a connection of its own. It is how a change in one process clears the
 * caches of the others, at every size of installation; NOTIFY in a transaction arrives only if it commits.
 */
export async function listen(url: string, topics: readonly string[], log: Log): Promise<Notifications> {
  const handlers = new Map<string, Handler[]>();
  const gapHandlers: (() => void)[] = [];
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
    for (const topic of topics) await next.query(`LISTEN ${pg.escapeIdentifier(topic)}`);
    client = next;
  }

  function reconnectLater(pauseMs: number): void {
    for (const handler of gapHandlers) handler();
    retry = setTimeout(() => {
      connect().then(
        () => {
          for (const handler of gapHandlers) handler();
        },
        (error) => {
          log.warn({ err: error }, "the notification connection is still down");
          if (!closed) reconnectLater(Math.min(pauseMs * 2, 5_000));
        },
      );
    }, pauseMs);
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
    // PostgreSQL hands a connection what is pending for it before it says that it is ready for the next query.
    const question = client?.query("SELECT").catch(() => undefined) ?? Promise.resolve();
    asked = question.finally(() => {
      asked = undefined;
    });
    return asked;
  }

  await connect();
  return {
    on(topic, handler) {
      handlers.set(topic, [...(handlers.get(topic) ?? []), handler]);
    },
    onGap(handler) {
      gapHandlers.push(handler);
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
