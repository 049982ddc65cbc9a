import { randomUUID } from "node:crypto";
import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type AtollProcess, startAtoll } from "../atoll-process.ts";
import { callWell } from "../member-calls.ts";
import { addChannel, addPeople } from "../people.ts";
import { ms, quantile } from "../quantiles.ts";

const writerCounts = [1, 4, 8, 16, 32];
const secondsPerRound = Number(process.env.BENCH_SECONDS ?? 2);
/** How long the disk takes to flush, simulated by PostgreSQL's `commit_delay` on a folder in memory. */
const flushesMs = [0, 1, 2];

/** People who post at once; and how often each, of at most 120 times a minute. */
const [mentioning, postsEach] = [24, 15];

const insert = "INSERT INTO notify_ceiling (content) VALUES ($1)";
const statements = {
  plain: `${insert} RETURNING id`,
  notifying: `WITH written AS (${insert} RETURNING id) SELECT pg_notify('notify_ceiling', id::text) FROM written`,
} as const;

/**
 * Commits a second, with and without a NOTIFY in their transaction. PostgreSQL takes a lock on the whole database server
 * for a transaction that notifies, from before its commit until after its flush: so those commits share no flush, and
 * their number has a ceiling that no number of writers raises. Run it with TMPDIR in memory: the disk's own flush is
 * added to the simulated one.
 */
export async function notifyCeiling(say: (line: string) => void): Promise<string[]> {
  const atoll = await startAtoll();
  const connect = async () => {
    const client = new pg.Client({ connectionString: atoll.databaseUrl });
    await client.connect();
    return client;
  };
  const owner = await connect();
  await owner.query("CREATE TABLE notify_ceiling (id bigserial PRIMARY KEY, content text NOT NULL)");
  const listener = await connect();
  let heard = 0;
  listener.on("notification", () => {
    heard += 1;
  });
  await listener.query("LISTEN notify_ceiling");

  const writers = await Promise.all(Array.from({ length: Math.max(...writerCounts) }, connect));
  const lines: string[] = [];
  for (const flushMs of flushesMs) {
    await setFlush(atoll.dataFolder, flushMs);
    while ((await commitDelay(owner)) !== flushMs * 1000) await sleep(20);
    for (const count of writerCounts) {
      const rates = { plain: 0, notifying: 0 };
      for (const kind of ["plain", "notifying"] as const)
        rates[kind] = await commitsPerSecond(writers.slice(0, count), kind);
      const line =
        `flush ${flushMs} ms, ${count} writers: ${rates.plain.toFixed(0)} commits/s, ` +
        `${rates.notifying.toFixed(0)} with NOTIFY (${(rates.notifying / rates.plain).toFixed(2)})`;
      say(line);
      lines.push(line);
    }
  }
  for (const client of [...writers, listener]) await client.end();
  for (const line of await mentions(atoll, owner, say)) lines.push(line);
  await owner.end();
  await atoll.stop();
  return [...lines, heard > 0 ? "the listener heard them" : "WRONG: the listener heard nothing"];
}

/**
 * Messages that mention somebody, posted over HTTP: announced after the commit, and for comparison with NOTIFY in the
 * transaction, as before that.
 */
async function mentions(
  atoll: AtollProcess,
  owner: pg.Client,
  say: (line: string) => void,
): Promise<string[]> {
  const people = await addPeople(owner, 2 * mentioning);
  const pairs = await Promise.all(
    Array.from({ length: mentioning }, async (_, index) => {
      const [author, other] = people.slice(2 * index, 2 * index + 2);
      if (!author || !other) throw new Error("a pair has two people");
      return { author, other, channelId: await addChannel(owner, `pair ${index}`, [author.id, other.id]) };
    }),
  );
  const announce = (how: string) =>
    owner.query(`CREATE OR REPLACE FUNCTION announce_after_commit(topic text, payload text) RETURNS void
      LANGUAGE plpgsql AS $$ BEGIN ${how}; END $$`);
  const ways = {
    "with NOTIFY in the transaction": "PERFORM pg_notify(topic, payload)",
    "announced after the commit": "RAISE INFO USING MESSAGE = topic, DETAIL = payload, ERRCODE = 'AT001'",
  };
  const lines: string[] = [];
  for (const flushMs of flushesMs) {
    await setFlush(atoll.dataFolder, flushMs);
    while ((await commitDelay(owner)) !== flushMs * 1000) await sleep(20);
    for (const [name, how] of Object.entries(ways)) {
      await announce(how);
      const took: number[] = [];
      const began = performance.now();
      await Promise.all(
        pairs.map(async ({ author, other, channelId }) => {
          for (let index = 0; index < postsEach; index += 1) {
            const since = performance.now();
            const body = { id: randomUUID(), content: `@Member ${index}`, mentionIds: [other.id] };
            await callWell(author, atoll.url, "POST", `/api/channels/${channelId}/messages`, { body });
            took.push(performance.now() - since);
          }
        }),
      );
      const rate = took.length / ((performance.now() - began) / 1000);
      const line = `flush ${flushMs} ms, ${mentioning} people mention somebody, ${name}: ${rate.toFixed(0)} messages/s, p50 ${ms(quantile(took, 0.5))}, p99 ${ms(quantile(took, 0.99))}`;
      say(line);
      lines.push(line);
    }
  }
  return lines;
}

/** Only the owner of the process may set it, by the file of settings. */
async function setFlush(dataFolder: string, flushMs: number): Promise<void> {
  const folder = join(dataFolder, "postgres");
  const settings = `commit_siblings = 0\ncommit_delay = ${flushMs * 1000}\n`;
  await appendFile(join(folder, "postgresql.auto.conf"), settings);
  const [pid] = (await readFile(join(folder, "postmaster.pid"), "utf8")).split("\n");
  process.kill(Number(pid), "SIGHUP");
}

async function commitDelay(client: pg.Client): Promise<number> {
  const { rows } = await client.query("SELECT setting FROM pg_settings WHERE name = 'commit_delay'");
  return Number(rows[0]?.setting);
}

async function commitsPerSecond(
  writers: readonly pg.Client[],
  kind: keyof typeof statements,
): Promise<number> {
  const query = { name: kind, text: statements[kind], values: ["x".repeat(200)] };
  let commits = 0;
  const began = performance.now();
  const until = began + secondsPerRound * 1000;
  await Promise.all(
    writers.map(async (writer) => {
      while (performance.now() < until) {
        await writer.query(query);
        commits += 1;
      }
    }),
  );
  return commits / ((performance.now() - began) / 1000);
}
