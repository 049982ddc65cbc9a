import { setTimeout as sleep } from "node:timers/promises";
import { type QueryExecutorProvider, sql } from "kysely";
import { z } from "zod";
import type { Log } from "../log.ts";
import { type Repetition, repeat } from "../repeat.ts";

/** Each node says so often that it lives. */
const sayEveryMs = 3_000;
/** A node that has not renewed its lease for this long is considered gone. */
const leaseSeconds = 10;
/** A node that is listed and does not answer is dead, or will say by itself that it is there. */
const longestWelcomeMs = 1_500;
/** Messages sent by reference are fetched immediately, or missed. */
const parcelsKept = sql.lit("1 minute");

/** `missed`: some of what this node told is lost, for the node that is named, or for all of them. */
const wordSchema = z.union([
  z.enum(["hello", "here", "bye"]),
  z.object({ missed: z.union([z.uuid(), z.literal("all")]) }),
]);
type Word = z.infer<typeof wordSchema>;

export interface Peers {
  hasAny(): boolean;
  /** Takes what another node says of itself. */
  hear(word: unknown, nodeId: string): void;
  /** Something that the others told is lost. */
  missed(): void;
  /** Something that this node told could not be sent: the others are told so as soon as there is a way. */
  lost(): void;
  /** The listening connection was lost, and is back if `isOver`. */
  heardAgain(isOver: boolean): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Knows which other nodes serve the same database, by leases in a table and by what they say: a node says hello before
 * it serves, and each of the others answers that it is here, and publishes for it from then on.
 *
 * A node that is held up long enough to lose its lease is taken for dead, and nothing is published for it. Only who
 * forgot it knows when it publishes for it again: it says then that something was missed, after which nothing is.
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
  let hasLost = false;
  /** Before it serves, nobody has missed anything. */
  let isServing = false;
  /**
   * Whether there has been another node since the listening connection was last lost. If so, messages may have been
   * missed.
   */
  let hasHadPeers = false;
  let isStopped = false;

  /** Publishes for a node from now on. Until now nothing was, if this node does not know it. */
  function learn(id: string): void {
    if (id === nodeId || peers.has(id)) return;
    greet(id);
    if (isServing) say({ missed: id });
  }

  /** Sends the new node the current state. */
  function greet(id: string): void {
    peers.add(id);
    hasHadPeers = true;
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
    if (!hasLost) return;
    hasLost = false;
    say({ missed: "all" });
  }

  /** Some of what another node told is lost; from here on nothing is. */
  function hearOfLoss(whose: string, from: string): void {
    if (whose !== nodeId && whose !== "all") return;
    // While it took this one for dead it forgot what this one had told.
    if (peers.has(from)) greet(from);
    else learn(from);
    if (isServing) onMissed();
  }

  return {
    hasAny: () => peers.size > 0,
    hear(body, id) {
      if (isStopped) return;
      const word = wordSchema.parse(body);
      if (word === "bye") return forget(id);
      // It may be one that was cut off for a while.
      if (word === "hello" && (peers.has(id) || !isServing)) {
        greet(id);
        return say("here");
      }
      if (word === "hello") return learn(id);
      if (word === "here") learn(id);
      else hearOfLoss(word.missed, id);
      welcomed.add(id);
      welcome?.();
    },
    missed: onMissed,
    lost() {
      hasLost = true;
    },
    heardAgain(isOver) {
      if (isStopped || !isOver || !hasHadPeers) return;
      hasHadPeers = peers.size > 0;
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
      if (alive.length === 0) {
        isServing = true;
        return say("hello");
      }
      const all = new Promise<void>((resolve) => {
        welcome = () => {
          if (alive.every((id) => welcomed.has(id))) resolve();
        };
      });
      say("hello");
      await Promise.race([all, sleep(longestWelcomeMs, undefined, { ref: false })]);
      isServing = true;
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
