import { randomUUID } from "node:crypto";
import type pg from "pg";
import { type AtollProcess, startAtoll } from "../atoll-process.ts";
import { callWell } from "../member-calls.ts";
import { addPeople, type Member, openDatabase } from "../people.ts";
import { ms, quantile } from "../quantiles.ts";
import { openSocket } from "../sockets.ts";

const questionCount = 25_000;
const voterCount = 2_000;
const rounds = 100;
const mergeRounds = 5;
const similarLimitMs = 50;
const mergeLimitMs = 100;
const voteLimitMs = 100;

const nouns = "invoice gateway harbour ferry contract printer release badge laptop depot tariff cargo".split(
  " ",
);
const verbs = "reset move export share approve cancel rename measure print schedule".split(" ");

/**
 * Questions as they are used: similar ones among 25,000 while somebody types, from the request to the answer; a question
 * with 2,000 votes merged and the merge taken back; and a vote, from before the request to the event at somebody else.
 * The floors are the bare work of the database, from this process: the six questions with the most of the words; moving
 * 2,000 votes; and one vote with the notification that it sends.
 */
export async function community(say: (line: string) => void): Promise<string[]> {
  const atoll = await startAtoll({});
  const database = await openDatabase(atoll);
  const people = await addPeople(database, voterCount);
  const [asker, other] = people as [Member, Member, ...Member[]];
  say(`${questionCount} questions`);
  await database.query(
    `INSERT INTO questions (id, title, content, author_id, sent_hash)
     SELECT gen_random_uuid(), 'How do I ' || ($1::text[])[1 + n % 10] || ' the ' || ($2::text[])[1 + n % 12] ||
       ' of area ' || (n % 977) || '?', 'It is about case number ' || n || ' in the handbook', $3, '\\x00'
     FROM generate_series(1, $4) AS n`,
    [verbs, nouns, asker.id, questionCount],
  );
  await database.query("ANALYZE");
  const lines = [
    ...(await typeSimilar(atoll, database, other)),
    ...(await mergeMany(atoll, database, people)),
    ...(await voteLive(atoll, database, asker, other)),
  ];
  await database.end();
  await atoll.stop();
  return lines;
}

async function typeSimilar(atoll: AtollProcess, database: pg.Client, member: Member): Promise<string[]> {
  const took: number[] = [];
  const floor: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const text = `How can I ${verbs[round % 10]} the ${nouns[(round * 7) % 12]} of area ${round}`;
    const startedAt = performance.now();
    await callWell(
      member,
      atoll.url,
      "GET",
      `/api/search/similar?kinds=question&text=${encodeURIComponent(text)}`,
    );
    took.push(performance.now() - startedAt);
    const words = `'${verbs[round % 10]}' & '${nouns[(round * 7) % 12]}' & '/question'`;
    floor.push(
      await timed(() =>
        database.query("SELECT id FROM search_entries WHERE lexemes @@ $1::tsquery LIMIT 6", [words]),
      ),
    );
  }
  return [line("similar among 25,000 questions", took, similarLimitMs, floor)];
}

async function mergeMany(
  atoll: AtollProcess,
  database: pg.Client,
  people: readonly Member[],
): Promise<string[]> {
  const [moderator] = people as [Member, ...Member[]];
  await database.query(
    "INSERT INTO user_roles (user_id, role_id) SELECT $1, id FROM roles WHERE name = 'admin' ON CONFLICT DO NOTHING",
    [moderator.id],
  );
  const took: { merge: number[]; unmerge: number[] } = { merge: [], unmerge: [] };
  const floor: number[] = [];
  for (let round = 0; round < mergeRounds; round += 1) {
    const [source, target] = [await addQuestion(database, moderator), await addQuestion(database, moderator)];
    await database.query(
      `INSERT INTO votes (subject_kind, subject_id, person_id, root_id)
       SELECT 'question', $1::uuid, id, $1::uuid FROM unnest($2::uuid[]) AS id`,
      [source, people.map(({ id }) => id)],
    );
    const address = `/api/subjects/question/${source}/merge`;
    took.merge.push(
      await timed(() => callWell(moderator, atoll.url, "PUT", address, { body: { targetId: target } })),
    );
    took.unmerge.push(await timed(() => callWell(moderator, atoll.url, "DELETE", address)));
    floor.push(await timed(() => moveVotes(database, source, target)));
  }
  return [
    line("merging 2,000 votes", took.merge, mergeLimitMs, floor),
    line("taking it back", took.unmerge, mergeLimitMs, floor),
  ];
}

function moveVotes(database: pg.Client, sourceId: string, targetId: string): Promise<unknown> {
  return database.query("UPDATE votes SET root_id = $2 WHERE root_id = $1 AND subject_kind = 'question'", [
    sourceId,
    targetId,
  ]);
}

async function voteLive(
  atoll: AtollProcess,
  database: pg.Client,
  voter: Member,
  reader: Member,
): Promise<string[]> {
  const id = await addQuestion(database, voter);
  let heard = Promise.withResolvers<void>();
  const socket = await openSocket(atoll, reader.token, (name) => {
    if (name === "votes.changed") heard.resolve();
  });
  const took: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    heard = Promise.withResolvers<void>();
    const method = round % 2 === 0 ? "PUT" : "DELETE";
    took.push(
      await timed(() =>
        Promise.all([callWell(voter, atoll.url, method, `/api/subjects/question/${id}/vote`), heard.promise]),
      ),
    );
  }
  socket.close();
  const floor: number[] = [];
  for (let round = 0; round < rounds; round += 1)
    floor.push(
      await timed(() =>
        database.query(
          `WITH vote AS (INSERT INTO votes (subject_kind, subject_id, person_id, root_id)
             VALUES ('question', $1::uuid, $2::uuid, $1::uuid) ON CONFLICT DO NOTHING RETURNING 1)
           SELECT pg_notify('bench_floor', count(*)::text) FROM vote`,
          [id, voter.id],
        ),
      ),
    );
  return [line("a vote at somebody else", took, voteLimitMs, floor)];
}

async function addQuestion(database: pg.Client, author: Member): Promise<string> {
  const id = randomUUID();
  await database.query(
    "INSERT INTO questions (id, title, author_id, sent_hash) VALUES ($1, 'A question', $2, '\\x00')",
    [id, author.id],
  );
  return id;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function line(what: string, took: readonly number[], limitMs: number, floor: readonly number[]): string {
  const [middle, most] = [quantile(took, 0.5), quantile(took, 0.99)];
  const verdict = most <= limitMs ? "" : middle <= limitMs ? ", held by the median" : ", missed";
  return `${what}: p50 ${ms(middle)}, p99 ${ms(most)} (limit ${limitMs} ms${verdict}); floor p50 ${ms(quantile(floor, 0.5))}`;
}
