import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { z } from "zod";
import { AppError } from "../../platform/app-error.ts";
import type { Bus } from "../../platform/bus/bus.ts";
import type { Log } from "../../platform/log/log.ts";
import { createFairTurns, TooManyWaiting } from "../../platform/turns/fair-turns.ts";
import type { RequestViewer } from "../../slice.ts";
import type { Database } from "../../tables.ts";

/** The time limit of a search, unless a test sets another. */
const standardLongestMs = 2_000;
const topic = "search.started";

/** A person's searches of one kind. Each thing whose mentions are shown is a lane. */
type Lane = "search" | "suggest" | "similar" | `mentions/${string}`;

export interface SearchRunner {
  /**
   * Runs a search in a transaction with a snapshot at `asOf`, exact to the microsecond. A person has one at a time per
   * lane: a newer search ends the previous one, on any node. Each conversation of Ask AI is a lane.
   * @throws {AppError} `search_superseded`, `search_too_slow`.
   */
  run<T>(
    lane: Lane | `ask/${string}` | `summary/${string}`,
    userId: string,
    work: (tx: Database, asOf: string) => Promise<T>,
  ): Promise<T>;
  /**
   * Does the same for a viewer. The searches of a program wait for each other instead, and end none of its person's:
   * programs send several at once, and need the answer of each.
   * @throws {AppError} `rate_limited` when too many of the program's searches wait.
   */
  runFor<T>(
    lane: Lane,
    viewer: Pick<RequestViewer, "id" | "sessionId" | "scopes">,
    work: (tx: Database, asOf: string) => Promise<T>,
  ): Promise<T>;
}

/** Searches of programs that run at the same time on a node, each of another program, and that wait for one of them. */
const programs = { atOnce: 4, mostWaiting: 16 };

type Reason = "search_superseded" | "search_too_slow";

/** A question that a node started to answer, by its clock in milliseconds. */
const startedSchema = z.object({ key: z.string(), askedAt: z.number() });

interface Running {
  askedAt: number;
  end(reason: Reason): void;
}

interface SearchGround {
  db: Database;
  bus: Bus;
  log: Log;
  patience?: { searchMs?: number } | undefined;
}

/** The maximum duration of a search, in milliseconds. */
export function longestSearchMs({ patience }: Pick<SearchGround, "patience">): number {
  return patience?.searchMs ?? standardLongestMs;
}

export function createSearchRunner({ db, bus, log, patience }: SearchGround): SearchRunner {
  const longestMs = longestSearchMs({ patience });
  const running = new Map<string, Running>();
  const turns = createFairTurns(programs);
  bus.on(topic, (body) => {
    const started = startedSchema.safeParse(body);
    if (!started.success) return;
    // The message may be late, and about an older question than the one that runs here.
    const own = running.get(started.data.key);
    if (own && own.askedAt < started.data.askedAt) own.end("search_superseded");
  });

  function cancel(pid: number): Promise<unknown> {
    return sql`SELECT pg_cancel_backend(${pid})`
      .execute(db)
      .catch((error: unknown) => log.warn({ err: error }, "a search was not ended early"));
  }

  async function run<T>(
    lane: string,
    userId: string,
    work: (tx: Database, asOf: string) => Promise<T>,
  ): Promise<T> {
    const key = `${lane}/${userId}`;
    let endedBy: Reason | undefined;
    let pid: number | undefined;
    let cancelling: Promise<unknown> | undefined;
    const own: Running = {
      askedAt: Date.now(),
      end(reason) {
        if (endedBy) return;
        endedBy = reason;
        if (pid !== undefined) cancelling = cancel(pid);
      },
    };
    running.get(key)?.end("search_superseded");
    running.set(key, own);
    bus.publish(topic, { key, askedAt: own.askedAt } satisfies z.infer<typeof startedSchema>);
    const timer = setTimeout(() => own.end("search_too_slow"), longestMs);
    const assertOn = () => {
      if (endedBy) throw new AppError(endedBy);
    };
    try {
      return await db
        .transaction()
        .setIsolationLevel("repeatable read")
        .execute(async (tx) => {
          const prepared = await prepare(tx, longestMs);
          pid = prepared.pid;
          try {
            assertOn();
            const answer = await work(tx, prepared.asOf);
            assertOn();
            return answer;
          } finally {
            pid = undefined;
            // Wait for the cancellation to finish before the connection returns to the pool.
            await cancelling;
          }
        });
    } catch (error) {
      assertOn();
      if (isCancelled(error)) throw new AppError("search_too_slow", { cause: error });
      throw error;
    } finally {
      clearTimeout(timer);
      if (running.get(key) === own) running.delete(key);
    }
  }

  return {
    run,
    async runFor(lane, { id, sessionId, scopes }, work) {
      if (scopes === null) return run(lane, id, work);
      try {
        // A lane of its own on each node, or another node would end it.
        return await turns.run(sessionId, () => run(`${lane}/${uuidv7()}`, id, work));
      } catch (error) {
        if (error instanceof TooManyWaiting) throw new AppError("rate_limited", { retryAfterSeconds: 5 });
        throw error;
      }
    },
  };
}

/**
 * Makes PostgreSQL plan each statement for its values, because rare and common words need opposite plans. It also
 * prevents sequential scans where an index helps, and JIT, which takes longer than the statements.
 */
async function prepare(tx: Database, longestMs: number): Promise<{ pid: number; asOf: string }> {
  const { rows } = await sql<{ pid: number; asOf: string }>`
    SELECT pg_backend_pid() AS pid, to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "asOf",
      set_config('statement_timeout', ${String(longestMs)}, true),
      set_config('jit', 'off', true), set_config('plan_cache_mode', 'force_custom_plan', true),
      set_config('enable_seqscan', 'off', true)`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error("PostgreSQL answered nothing");
  return row;
}

export function isCancelled(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "57014";
}
