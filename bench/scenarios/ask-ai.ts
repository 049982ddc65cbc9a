import { randomBytes, randomUUID } from "node:crypto";
import { request } from "node:http";
import type pg from "pg";
import { type AtollProcess, startAtoll } from "../atoll-process.ts";
import { wordAt, writeHistories } from "../history.ts";
import { createHttpClient } from "../http-client.ts";
import { type BenchModel, startBenchModel } from "../model-server.ts";
import { addChannel, addPeople, type Member, openDatabase } from "../people.ts";
import { ms, quantile } from "../quantiles.ts";

const size = Number(process.env.ATOLL_BENCH_PASSAGES ?? 200_000);
const taskCount = size / 5;
const width = 768;
const channelCount = 100;
/** The limits of requests are counted for each. */
const viewerCount = 40;
const rounds = Number(process.env.ATOLL_BENCH_ROUNDS ?? 200);
const answers = 60;
const limits = { p50Ms: 100, p99Ms: 250, firstWordMs: 50, stopMs: 100 };

/**
 * Questions over 200,000 passages by people who may read a tenth of the messages, one at a time, by words and with
 * vectors; then how much Atoll adds before the first word of an answer, and how soon a stop is with the model.
 */
export async function askAi(say: (line: string) => void): Promise<string[]> {
  const atoll = await startAtoll();
  const client = await openDatabase(atoll);
  await client.query("SET statement_timeout = 0");
  const people = await addPeople(client, 400);
  const viewers = people.slice(0, viewerCount);
  await writeHistories(atoll, await addChannels(client, people, viewers), say);
  say(`writing ${taskCount} tasks`);
  await addTasks(client, people, await addDepartments(client, viewers));
  await client.query("VACUUM (ANALYZE)");
  const model = await startBenchModel(width);
  const http = createHttpClient(atoll.url);
  let asked = 0;
  const ask = async (question: string) => {
    const viewer = viewers[asked++ % viewers.length] as Member;
    const conversationId = randomUUID();
    const { tookMs, body } = await http.call({
      method: "POST",
      path: `/api/ask-ai/conversations/${conversationId}/turns`,
      headers: { authorization: `Bearer ${viewer.token}` },
      body: { id: randomUUID(), question },
    });
    const { turn } = JSON.parse(body) as { turn: { id: string; passages: unknown[] } };
    return { tookMs, viewer, path: `/api/ask-ai/conversations/${conversationId}/turns/${turn.id}/answer` };
  };
  say("asking by words");
  const lines = [await measure("by words", ask)];
  say(lines[0] ?? "");
  say(`writing ${size} vectors`);
  await addVectors(client, model);
  say("asking with vectors");
  lines.push(await measure("by words and vectors", ask), await measureFloor(client));
  say("having answers written and stopped");
  lines.push(...(await measureAnswers(atoll, model, ask)));
  http.close();
  model.close();
  await client.end();
  await atoll.stop();
  return lines;
}

type Ask = (question: string) => Promise<{ tookMs: number; viewer: Member; path: string }>;

const between = (from: number, to: number) => wordAt(from + Math.floor(Math.random() * (to - from)));
/** A question has common words, everyday ones and one that tells. */
const newQuestion = () =>
  `who ${between(0, 20)} the ${between(50, 500)} of ${between(100, 2_000)} and ${between(2_000, 15_000)}?`;

async function measure(how: string, ask: Ask): Promise<string> {
  const took: number[] = [];
  for (let round = -10; round < rounds; round += 1) {
    const { tookMs } = await ask(newQuestion());
    if (round >= 0) took.push(tookMs);
  }
  const [p50, p99] = [quantile(took, 0.5), quantile(took, 0.99)];
  const isHeld = p50 <= limits.p50Ms && p99 <= limits.p99Ms;
  return `passages ${how}, out of ${size}: p50 ${ms(p50)}, p99 ${ms(p99)} (limits ${limits.p50Ms} and ${limits.p99Ms} ms: ${isHeld ? "held" : "EXCEEDED"})`;
}

/** The signs of all vectors compared by the database alone, for nobody in particular. */
async function measureFloor(client: pg.Client): Promise<string> {
  const took: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    const startedAt = performance.now();
    await client.query(
      "SELECT entry_id, numbers FROM ask_vectors ORDER BY bit_count(signs # $1::bit varying) LIMIT 200",
      [signsOf(randomBytes(width))],
    );
    took.push(performance.now() - startedAt);
  }
  return `  floor: the nearest 200 of all, in the database alone: p50 ${ms(quantile(took, 0.5))}`;
}

async function measureAnswers(atoll: AtollProcess, model: BenchModel, ask: Ask): Promise<string[]> {
  const share: number[] = [];
  const stop: number[] = [];
  for (let round = 0; round < answers; round += 1) {
    const { viewer, path } = await ask(newQuestion());
    const aborted = model.nextAbort();
    const { askedAt, firstAt, stoppedAt } = await writeAndStop(atoll, path, viewer);
    // The model answers at once, so all of this is Atoll's.
    share.push(firstAt - askedAt);
    stop.push((await aborted) - stoppedAt);
  }
  const [first, last] = [quantile(share, 0.5), quantile(stop, 0.99)];
  return [
    `Atoll's share of the first word: p50 ${ms(first)}, p99 ${ms(quantile(share, 0.99))} (limit ${limits.firstWordMs} ms: ${first <= limits.firstWordMs ? "held" : "EXCEEDED"})`,
    `a stop is with the model: p50 ${ms(quantile(stop, 0.5))}, p99 ${ms(last)} (limit ${limits.stopMs} ms: ${last <= limits.stopMs ? "held" : "EXCEEDED"})`,
  ];
}

function writeAndStop(
  { url }: AtollProcess,
  path: string,
  viewer: Member,
): Promise<{ askedAt: number; firstAt: number; stoppedAt: number }> {
  return new Promise((resolve, reject) => {
    const askedAt = performance.now();
    const outgoing = request(
      new URL(path, url),
      { method: "POST", headers: { authorization: `Bearer ${viewer.token}` }, agent: false },
      (response) => {
        let text = "";
        let firstAt = 0;
        response.on("data", (part: Buffer) => {
          text += part.toString();
          if (firstAt > 0 || !text.includes('"text"')) return;
          firstAt = performance.now();
          const stoppedAt = performance.now();
          outgoing.destroy();
          resolve({ askedAt, firstAt, stoppedAt });
        });
        response.on("end", () =>
          reject(new Error(`no answer: ${response.statusCode} ${text.slice(0, 200)}`)),
        );
      },
    );
    // It is this end that closes the connection.
    outgoing.on("error", () => undefined);
    outgoing.end();
  });
}

async function addChannels(client: pg.Client, people: readonly Member[], viewers: readonly Member[]) {
  const ids = people.map(({ id }) => id);
  const histories = [];
  for (let index = 0; index < channelCount; index += 1) {
    const others = ids.slice(viewerCount + index, viewerCount + index + 30);
    const members = index < channelCount / 10 ? [...others, ...viewers.map(({ id }) => id)] : others;
    const channelId = await addChannel(client, `channel ${index}`, members);
    histories.push({ channelId, authorIds: members, count: Math.round((size - taskCount) / channelCount) });
  }
  return histories;
}

/** Ten departments; the viewers are in the first one. */
async function addDepartments(client: pg.Client, viewers: readonly Member[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    "INSERT INTO departments (name, slug) SELECT 'Bench ' || n, 'bench-' || n FROM generate_series(1, 10) AS n RETURNING id",
  );
  const ids = rows.map(({ id }) => id);
  await client.query(
    "INSERT INTO user_departments (user_id, department_id) SELECT u, $2 FROM unnest($1::uuid[]) u",
    [viewers.map(({ id }) => id), ids[0]],
  );
  return ids;
}

async function addTasks(
  client: pg.Client,
  people: readonly Member[],
  departmentIds: readonly string[],
): Promise<void> {
  for (let from = 0; from < taskCount; from += 2_000) {
    const texts = Array.from({ length: Math.min(2_000, taskCount - from) }, () =>
      Array.from({ length: 20 }, () => between(0, 15_000)).join(" "),
    );
    await client.query(
      `INSERT INTO tasks (id, title, description, rank, department_id, created_by, sent_hash)
       SELECT gen_random_uuid(), left(t, 60), t, 'd' || lpad(($3::int + n)::text, 8, '0'),
         ($4::uuid[])[1 + n % cardinality($4::uuid[])], $2, ''::bytea
       FROM unnest($1::text[]) WITH ORDINALITY AS m (t, n)`,
      [texts, people.at(-1)?.id, from, departmentIds],
    );
  }
}

/** Random ones: how they are compared does not depend on what they say. */
async function addVectors(client: pg.Client, { address }: BenchModel): Promise<void> {
  const model = `vectors@${address}`;
  const { rows } = await client.query<{ id: string; kind: string; channel: string | null }>(
    `SELECT id, kind, NULL::uuid AS channel FROM search_entries WHERE kind = 'task'
     UNION ALL SELECT message_id, 'message', channel_id FROM message_search`,
  );
  for (let from = 0; from < rows.length; from += 1_000) {
    const part = rows.slice(from, from + 1_000);
    const numbers = part.map(() => randomBytes(width));
    await client.query(
      `INSERT INTO ask_vectors (model, kind, entry_id, message_id, channel_id, part, signs, numbers)
       SELECT $1, kind, CASE WHEN kind <> 'message' THEN id END, CASE WHEN kind = 'message' THEN id END, channel, 0, signs::bit varying, numbers
       FROM unnest($2::text[], $3::uuid[], $4::uuid[], $5::text[], $6::bytea[]) AS t (kind, id, channel, signs, numbers)`,
      [
        model,
        part.map(({ kind }) => kind),
        part.map(({ id }) => id),
        part.map(({ channel }) => channel),
        numbers.map(signsOf),
        numbers,
      ],
    );
  }
  await client.query("VACUUM (ANALYZE) ask_vectors");
  await client.query(
    `UPDATE ask_model SET is_on = true, address = $1, is_host_allowed = true, chat_model = 'bench', embedding_model = 'vectors',
       vector_model = $2, vector_width = $3, person_daily_answers = 1000000, company_daily_answers = 1000000`,
    [address, model, width],
  );
}

function signsOf(numbers: Buffer): string {
  return Array.from(numbers, (one) => (one < 128 ? "1" : "0")).join("");
}
