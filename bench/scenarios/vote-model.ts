import { randomUUID } from "node:crypto";
import type pg from "pg";
import { type AtollProcess, startAtoll } from "../atoll-process.ts";
import { callAs, callWell } from "../member-calls.ts";
import { addPeople, type Member, openDatabase } from "../people.ts";
import { createVoteOracle } from "../vote-oracle.ts";

const runCount = Number(process.env.BENCH_RUNS ?? 1_000);
const stepCount = 16;
const thingCount = 4;
/** Runs at the same moment, each with people of its own, so that none meets a rate limit. */
const groupCount = 100;
const groupSize = 4;
const atOnce = 6;

type Group = [Member, Member, Member, Member];

/**
 * Random votes, withdrawals, merges and unmerges of four ideas by four people, each sent twice at the same moment. After each run, every idea has the votes that the oracle expects, and leads to the
 * root that it expects; after all merges are undone, each has its own votes again.
 */
export async function voteModel(say: (line: string) => void): Promise<string[]> {
  const atoll = await startAtoll();
  const database = await openDatabase(atoll);
  const people = await addPeople(database, groupCount * groupSize);
  await database.query(
    `INSERT INTO user_roles (user_id, role_id) SELECT p, r.id FROM unnest($1::uuid[]) AS p, roles r
     WHERE r.name = 'admin' ON CONFLICT DO NOTHING`,
    [people.filter((_, index) => index % groupSize === 0).map(({ id }) => id)],
  );
  const startedAt = performance.now();
  let [next, done, acts] = [0, 0, 0];
  const worker = async () => {
    while (next < runCount) {
      const run = next++;
      const at = (run % groupCount) * groupSize;
      const sent = await play(atoll, database, people.slice(at, at + groupSize) as Group, run);
      acts += sent;
      done += 1;
      if (done % Math.ceil(runCount / 10) === 0) say(`${done} of ${runCount} runs`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  await database.end();
  await atoll.stop();
  const seconds = (performance.now() - startedAt) / 1000;
  return [
    `${runCount} runs of ${stepCount} steps, ${acts} requests in ${seconds.toFixed(0)} s: every idea had the votes and the root of the model`,
  ];
}

async function play(atoll: AtollProcess, database: pg.Client, group: Group, run: number): Promise<number> {
  const ids = Array.from({ length: thingCount }, () => randomUUID());
  await database.query(
    `INSERT INTO ideas (id, title, author_id, sent_hash) SELECT id, 'Idea of run ' || $2, $3, '\\x00'
     FROM unnest($1::uuid[]) AS id`,
    [ids, run, group[0].id],
  );
  const oracle = createVoteOracle(ids);
  const random = seeded(run);
  const [moderator] = group;
  let acts = 0;
  const send = (member: Member, method: string, path: string, body?: object) => {
    acts += 1;
    return callAs(member, atoll.url, method, `/api/subjects/idea/${path}`, body ? { body } : {});
  };
  for (let step = 0; step < stepCount; step += 1) {
    const [a, b] = [ids[random(thingCount)] ?? "", ids[random(thingCount)] ?? ""];
    const person = group[random(groupSize)] ?? moderator;
    const what = random(6);
    if (what < 3) {
      const method = what < 2 ? "PUT" : "DELETE";
      await Promise.all([send(person, method, `${a}/vote`), send(person, method, `${a}/vote`)]);
      if (what < 2) oracle.vote(person.id, a);
      else oracle.withdraw(person.id, a);
    } else if (what < 5) {
      const answers = await Promise.all(
        [0, 1].map(() => send(moderator, "PUT", `${a}/merge`, { targetId: b })),
      );
      const isExpected = oracle.merge(a, b);
      for (const { status, text } of answers)
        if (status < 300 !== isExpected) throw new Error(`run ${run}, step ${step}: ${status} ${text}`);
    } else {
      await Promise.all([0, 1].map(() => send(moderator, "DELETE", `${a}/merge`)));
      oracle.unmerge(a);
    }
  }
  await assertEqual(`run ${run}`);
  for (const id of ids) {
    await send(moderator, "DELETE", `${id}/merge`);
    oracle.unmerge(id);
  }
  await assertEqual(`run ${run}, unmerged`);
  return acts;

  async function assertEqual(where: string): Promise<void> {
    const member = group[random(groupSize)] ?? moderator;
    for (const id of ids) {
      const text = await callWell(member, atoll.url, "GET", `/api/subjects/idea/${id}/standing`);
      acts += 1;
      const root = oracle.rootOf(id);
      const voters = oracle.votersOf(root);
      const expected = [root === id ? null : root, voters.size, voters.has(member.id)];
      const { standing } = JSON.parse(text) as {
        standing: { mergedInto: string | null; votes: { count: number; isMine: boolean } };
      };
      const got = [standing.mergedInto, standing.votes.count, standing.votes.isMine];
      if (JSON.stringify(got) !== JSON.stringify(expected))
        throw new Error(`${where}: ${id} has ${JSON.stringify(got)}, not ${JSON.stringify(expected)}`);
    }
  }
}

/** Numbers below a bound, the same for the same seed. */
function seeded(seed: number) {
  let state = seed + 1;
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
