import { setTimeout as sleep } from "node:timers/promises";
import { type QueryExecutorProvider, sql } from "kysely";
import { z } from "zod";
import type { Log } from "../log.ts";
import { type Repetition, repeat } from "../repeat.ts";

/** Each node says so often that it lives. */
const sayEveryMs = 3_000;
/** Who has not said so for this long is gone. */
const leaseSeconds = 10;
/** A node that is listed and does not answer is dead, or will say by itself that it is there. */
const longestWelcomeMs = 1_500;
/** What was sent by reference is fetched at once, or missed. */
const parcelsKept = sql.lit("1 minute");

const wordSchema = z.enum(["hello", "here", "bye"]);
type Word = z.infer<typeof wordSchema>;

export interface Peers {
  hasAny(): boolean;
  /** Takes what another node says of itself. */
  hear(word: unknown, nodeId: string): void;
  /** Something that the others told is lost. */
  missed(): void;
  /** The listening connection was lost, and is back if `isOver`. */
  heardAgain(isOver: boolean): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Knows which other nodes serve the same database, by leases in a table and by what they say: a node says hello before
 * it serves, and each of the others answers that it is here, and publishes for it from then on.
 */
export function createPeers(deps: {
  db: QueryExecutorProvider;
  log: Log;
  nodeId: string;
  say: (word: Word) => void;
  onJoined: (nodeId: string) => void;
  onLeft: (nodeId: string) => void;
  onMissed: () => void;
}): Peers {
  const { db, log, nodeId, say, onJoined, onLeft, onMissed } = deps;
  const peers = new Set<string>();
  const welcomed = new Set<string>();
  let welcome: (() => void) | undefined;
  let looking: Repetition | undefined;
  let isStopped = false;

  function learn(id: string): void {
    if (id === nodeId || peers.has(id)) return;
    peers.add(id);
    onJoined(id);
  }

  function forget(id: string): void {
    if (peers.delete(id)) onLeft(id);
  }

  /** Says that this node lives; answers who else does. */
  async function renew(): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      WITH mine AS (
        INSERT INTO nodes (id, alive_until) VALUES (${nodeId}, now() + ${leaseSeconds} * interval '1 second')
        ON CONFLICT (id) DO UPDATE SET alive_until = excluded.alive_until
      ), gone AS (DELETE FROM nodes WHERE alive_until < now() - interval '1 hour'),
      fetched AS (DELETE FROM bus_parcels WHERE sent_at < now() - ${parcelsKept}::interval)
      SELECT id FROM nodes WHERE id <> ${nodeId} AND alive_until > now()`.execute(db);
    return rows.map(({ id }) => id);
  }

  async function lookAround(): Promise<void> {
    const alive = new Set(await renew());
    for (const id of peers) if (!alive.has(id)) forget(id);
    // One that came while its hello was not heard, or that was taken for dead.
    for (const id of alive) learn(id);
  }

  return {
    hasAny: () => peers.size > 0,
    hear(body, id) {
      if (isStopped) return;
      const word = wordSchema.parse(body);
      if (word === "bye") return forget(id);
      if (word === "hello") {
        // It may be one that was cut off for a while: it is told everything anew.
        peers.delete(id);
        learn(id);
        say("here");
      } else {
        learn(id);
        welcomed.add(id);
        welcome?.();
      }
    },
    missed: onMissed,
    heardAgain(isOver) {
      if (isStopped || !isOver || peers.size === 0) return;
      say("hello");
      onMissed();
      // When the database itself was away, the others have said hello while this node could not hear them.
      for (const id of peers) onJoined(id);
    },
    async start() {
      const alive = await renew();
      for (const id of alive) learn(id);
      looking = repeat({
        everyMs: sayEveryMs,
        run: lookAround,
        onError: (error) => log.warn({ err: error }, "the other nodes could not be looked for"),
      });
      if (alive.length === 0) return say("hello");
      const all = new Promise<void>((resolve) => {
        welcome = () => {
          if (alive.every((id) => welcomed.has(id))) resolve();
        };
      });
      say("hello");
      await Promise.race([all, sleep(longestWelcomeMs, undefined, { ref: false })]);
    },
    async stop() {
      if (isStopped) return;
      isStopped = true;
      // Waited for: else it would list itself again.
      await looking?.stop();
      if (peers.size > 0) say("bye");
      await sql`DELETE FROM nodes WHERE id = ${nodeId}`
        .execute(db)
        .catch((error: unknown) =>
          log.warn({ err: error }, "the other nodes will find out by themselves that this one is gone"),
        );
    },
  };
}
