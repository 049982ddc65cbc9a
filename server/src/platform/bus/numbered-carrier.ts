import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { z } from "zod";
import { createOneAtATime } from "../turns/one-at-a-time.ts";
import { repeat } from "../turns/repeat.ts";
import { type OpenCarrier, parcelSchema, peersTopic, sendPauseMs, sendTries } from "./carrier.ts";

/** How often a node reads what the line did not bring: the longest delay while the line is away is twice as long. */
const lookEveryMs = 1_000;
/** Larger parcels go over the line by reference, and are read from their row. */
const maxLineBytes = 256 * 1024;
/** Rows read at once of each node. */
const rowsAtOnce = 500;
/** More nodes than an installation has. */
const mostNodes = 200;
/** Rows in one statement. */
const storedAtOnce = 100;

/** The way between nodes over a server that keeps nothing, such as Valkey. */
export interface Line {
  /** Calls the handler for each text that arrives, also for those of this node. */
  onText(handler: (text: string) => void): void;
  /** Sends a text. Rejects if the line is away. */
  publish(text: string): Promise<void>;
  isAway(): boolean;
  close(): Promise<void>;
}

const numberedSchema = z.object({
  from: z.uuid(),
  number: z.int().positive(),
  /** Left out: to be read from the row. */
  items: parcelSchema.shape.items.optional(),
});
type Numbered = z.infer<typeof numberedSchema>;

/**
 * Carries parcels over a line that may lose them. Each node numbers its parcels, sends them over the line, and stores
 * them as rows at the same time, without waiting. A node that misses a number reads the rows; while the line is away,
 * all are read from there. Repeated numbers are ignored. The line may be shared with other installations and copies of
 * this one: a node is believed after one of its rows was found in this database.
 * See docs/decisions/182-a-bus-by-its-address.md.
 */
export function numberedCarrier(line: Line): OpenCarrier {
  return ({ db, notifications, log }, ends) => {
    const { nodeId } = ends;
    let lastNumber = 0;
    /** The number of the last parcel of each node that was delivered. Its first one here came from a row. */
    const heardUpTo = new Map<string, number>();
    const rows = createRows();

    /** Returns undefined if any number may be the first: the other node was there before this one. */
    function lastOf(id: string): number | undefined {
      // Ids begin with their time, so that every parcel of a younger node is for this one, too.
      return heardUpTo.get(id) ?? (id > nodeId ? 0 : undefined);
    }

    /** The nodes heard last are kept: each start of a node is a new one. */
    function note(from: string, number: number): void {
      heardUpTo.delete(from);
      heardUpTo.set(from, number);
      const [oldest] = heardUpTo.keys();
      if (oldest !== undefined && heardUpTo.size > mostNodes) heardUpTo.delete(oldest);
    }

    function take({ from, number, items }: Numbered): void {
      const last = heardUpTo.get(from);
      if (from === nodeId || (last !== undefined && number <= last)) return;
      if (last === undefined || number > last + 1 || !items) return void looking.now();
      note(from, number);
      ends.deliver({ from, items });
    }

    /**
     * Takes parcels once this node has heard every change of rights that was committed before them: a message may
     * otherwise overtake the removal of a person who must not see it. What cannot be proved is read from the rows later.
     */
    let arrived: Numbered[] = [];
    let taking: Promise<void> | undefined;
    async function takeArrived(): Promise<void> {
      while (arrived.length > 0) {
        const parcels = arrived;
        arrived = [];
        if (await notifications.provesCaughtUp()) for (const parcel of parcels) take(parcel);
      }
      taking = undefined;
    }
    const ownHead = JSON.stringify({ from: nodeId }).slice(0, -1);
    line.onText((text) => {
      // The line brings this node's own parcels as well, which need not be parsed for that, and a start's first word.
      if (text === "" || text.startsWith(ownHead)) return;
      try {
        const parcel = numberedSchema.parse(JSON.parse(text));
        arrived.push(parcel);
        taking ??= takeArrived();
      } catch (error) {
        log.warn({ err: error }, "what another node told was not understood");
      }
    });

    const looking = createOneAtATime(
      async () => {
        // Nothing could be taken.
        if (!notifications.isHearing()) return;
        const found = await readRows();
        if (found.length === 0 || !(await notifications.provesCaughtUp())) return;
        for (const { node_id: from, number, content } of found) {
          const last = lastOf(from) ?? number - 1;
          if (number <= last) continue;
          // A node stores its rows in their order, so this one's predecessor is gone.
          if (number > last + 1) ends.missed();
          note(from, number);
          ends.deliver({ from, items: parcelSchema.shape.items.parse(JSON.parse(content)) });
        }
      },
      (error) => log.warn({ err: error }, "what other nodes told could not be read"),
    );

    /** Reads what is new of each node that is alive or was heard: also the first word of one that just came. */
    async function readRows() {
      const heard = [...heardUpTo];
      const { rows } = await sql<{ node_id: string; number: number; content: string }>`
        SELECT p.* FROM (
          SELECT id, max(last) AS last FROM (
            SELECT id, 0 AS last FROM nodes WHERE id <> ${nodeId} AND alive_until > now()
            UNION ALL
            SELECT * FROM unnest(${heard.map(([id]) => id)}::uuid[], ${heard.map(([, last]) => last)}::bigint[])
          ) a GROUP BY id
        ) k CROSS JOIN LATERAL (
          SELECT node_id, number, content FROM bus_parcels b
          WHERE b.node_id = k.id AND b.number > k.last ORDER BY b.number LIMIT ${sql.lit(rowsAtOnce)}
        ) p ORDER BY p.node_id, p.number`.execute(db);
      return rows;
    }

    /** Stores parcels in their order, those that come during a statement in the next one. */
    function createRows() {
      let waiting: { number: number; content: string; stored: () => void }[] = [];
      let storing: Promise<void> | undefined;
      async function storeAll(): Promise<void> {
        while (waiting.length > 0) {
          const batch = waiting.slice(0, storedAtOnce);
          waiting = waiting.slice(storedAtOnce);
          await store(batch);
          for (const { stored } of batch) stored();
        }
        storing = undefined;
      }
      async function store(batch: readonly { number: number; content: string }[]): Promise<void> {
        for (let attempt = 1; ; attempt += 1) {
          try {
            await sql`INSERT INTO bus_parcels (node_id, number, content)
              SELECT ${nodeId}::uuid, * FROM unnest(${batch.map(({ number }) => number)}::bigint[],
                ${batch.map(({ content }) => content)}::text[])
              ON CONFLICT (node_id, number) DO NOTHING`.execute(db);
            return;
          } catch (error) {
            if (attempt < sendTries) {
              await sleep(sendPauseMs);
              continue;
            }
            log.warn({ err: error }, "what is told to the other nodes could not be stored");
            return ends.lost();
          }
        }
      }
      return {
        add: (number: number, content: string) =>
          new Promise<void>((stored) => {
            waiting.push({ number, content, stored });
            storing ??= storeAll();
          }),
        settled: async () => storing,
      };
    }

    const repetition = repeat({
      everyMs: lookEveryMs,
      run: looking.now,
      onError: (error) => log.warn({ err: error }, "what other nodes told could not be looked for"),
    });

    return {
      async start() {
        // Parcels from before this node came are for others.
        const { rows } = await sql<{ id: string; number: number }>`
          SELECT node_id AS id, max(number) AS number FROM bus_parcels
          WHERE node_id IS NOT NULL AND sent_at > now() - interval '1 minute' GROUP BY node_id`.execute(db);
        for (const { id, number } of rows) note(id, Math.max(number, heardUpTo.get(id) ?? 0));
      },
      async send({ from, items }) {
        lastNumber += 1;
        const number = lastNumber;
        const content = JSON.stringify(items);
        const stored = rows.add(number, content);
        // The first words of a node are about itself, and its row makes others believe it.
        if (items.some(([topic]) => topic === peersTopic)) await stored;
        if (Buffer.byteLength(content) > maxLineBytes) {
          await stored;
          // The line may be away, and the row is there.
          await line.publish(JSON.stringify({ from, number })).catch(() => undefined);
          return;
        }
        const published = line.publish(JSON.stringify({ from, number, items })).catch(() => stored);
        // A line that hangs holds nothing up, because the rows are read as well.
        await Promise.race([published, stored]);
      },
      isDegraded: line.isAway,
      async stop() {
        await repetition.stop();
        await looking.settled();
        await taking;
        await rows.settled();
      },
    };
  };
}
