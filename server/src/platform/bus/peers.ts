import { setTimeout as sleep } from "node:timers/promises";
import { type QueryExecutorProvider, sql } from "kysely";
import { z } from "zod";
import type { Log } from "../log/log.ts";
import { type Repetition, repeat } from "../turns/repeat.ts";

/** Interval of renewing the lease. */
const sayEveryMs = 3_000;
/** A node that has not renewed its lease for this long is considered gone. */
const leaseSeconds = 10;
/** A node that is listed and does not answer is dead, or will say by itself that it is there. */
const longestWelcomeMs = 1_500;
/** Messages sent by reference are fetched immediately, or missed. */
const parcelsKept = sql.lit("1 minute");

/** Everything that was missed within this time is reported at once, as browsers reconnect for each report. */
const missedTogetherMs = 2_000;

/** `missed`: messages of the sending node were lost, for the named node or for all. */
const wordSchema = z.union([
  z.enum(["hello", "here", "bye"]),
  z.object({ missed: z.union([z.uuid(), z.literal("all")]) }),
]);
type Word = z.infer<typeof wordSchema>;

export interface Peers {
  hasAny(): boolean;
  /** Processes a message of another node about itself. */
  hear(word: unknown, nodeId: string): void;
  /** Messages of other nodes were lost. */
  missed(): void;
  /** Messages of this node could not be sent. The others are told as soon as possible. */
  lost(): void;
  /** The listening connection was lost, and is back if `isOver`. */
  heardAgain(isOver: boolean): void;
  report(state: object): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Tracks which other nodes serve the same database, by leases in a table and by messages: a node says hello before it
 * serves, and each of the others answers and publishes to it from then on.
 *
 * A node that is blocked long enough to lose its lease counts as dead, and receives nothing. The nodes that removed it
 * know when they publish to it again, and then tell it that it missed messages.
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
  const { db, log, nodeId, say, onJoined, onLeft } = deps;
  const peers = new Set<string>();
  /** Leases of nodes that have given no sign of life since this one came, such as its predecessor. */
  const unproved = new Map<string, string>();
  let missedTimer: NodeJS.Timeout | undefined;
  let isMissedAgain = false;
  const welcomed = new Set<string>();
  let welcome: (() => void) | undefined;
  let looking: Repetition | undefined;
  let hasLost = false;
  /** Nothing can be missed before this node serves. */
  let isServing = false;
  /**
   * Whether there has been another node since the listening connection was last lost. If so, messages may have been
   * missed.
   */
  let hasHadPeers = false;
  let isStopped = false;

  /** Reports that messages were missed: at once, and at the end of a while if more were missed during it. */
  function onMissed(): void {
    if (isStopped) return;
    isMissedAgain = missedTimer !== undefined;
    if (missedTimer) return;
    deps.onMissed();
    missedTimer = setTimeout(() => {
      missedTimer = undefined;
      if (isMissedAgain) onMissed();
    }, missedTogetherMs).unref();
  }

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

  /** Renews this node's lease, and returns the nodes with a valid one, and its end. */
  async function renew(): Promise<Map<string, string>> {
    const { rows } = await sql<{ id: string; until: string }>`
      WITH mine AS (
        INSERT INTO nodes (id, alive_until) VALUES (${nodeId}, now() + ${leaseSeconds} * interval '1 second')
        ON CONFLICT (id) DO UPDATE SET alive_until = excluded.alive_until
      ), gone AS (DELETE FROM nodes WHERE alive_until < now() - interval '1 hour'),
      fetched AS (DELETE FROM bus_parcels WHERE sent_at < now() - ${parcelsKept}::interval)
      SELECT id, alive_until::text AS until FROM nodes WHERE id <> ${nodeId} AND alive_until > now()`.execute(
      db,
    );
    return new Map(rows.map(({ id, until }) => [id, until]));
  }

  async function lookAround(): Promise<void> {
    const alive = await renew();
    for (const [id, until] of alive) if (unproved.get(id) !== until) unproved.delete(id);
    const dead = [...peers].filter((id) => !alive.has(id));
    for (const id of dead) forget(id);
    // It may have died between a commit and its message: browsers ask for what they missed. Not so if it was dead before
    // this node served any.
    if (dead.some((id) => !unproved.delete(id))) onMissed();
    // These include nodes whose hello was lost, and nodes that were taken for dead.
    for (const id of alive.keys()) learn(id);
    if (!hasLost) return;
    hasLost = false;
    say({ missed: "all" });
  }

  /** Handles a loss of another node's messages, which are complete from here on. */
  function hearOfLoss(whose: string, from: string): void {
    if (whose !== nodeId && whose !== "all") return;
    // That node removed this one, so it needs a new hello.
    if (peers.has(from)) greet(from);
    else learn(from);
    if (isServing) onMissed();
  }

  return {
    hasAny: () => peers.size > 0,
    hear(body, id) {
      if (isStopped) return;
      const word = wordSchema.parse(body);
      unproved.delete(id);
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
      // After an outage of the database, the others have said hello while this node could not receive it.
      for (const id of peers) onJoined(id);
    },
    async report(state) {
      await sql`UPDATE nodes SET report = ${JSON.stringify(state)}::jsonb, reported_at = now()
        WHERE id = ${nodeId}`.execute(db);
    },
    async start() {
      const leases = await renew();
      const alive = [...leases.keys()];
      for (const [id, until] of leases) {
        unproved.set(id, until);
        learn(id);
      }
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
      clearTimeout(missedTimer);
      // Wait, or a renewal in progress would insert the lease again.
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
