import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fullTest } from "../../../../contract/test/full-check.ts";
import { createPerson, type TestPerson } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import { createVoteModel } from "../../../test/vote-model.ts";
import { AppError } from "../../platform/app-error.ts";
import { createVoteKinds } from "../../platform/kinds/vote-kinds.ts";
import type { Colleague, SliceContext, VotedKind } from "../../slice.ts";
import { listVoters } from "./list-voters.ts";
import { mergeSubjects, unmergeSubject } from "./merge-subjects.ts";
import { moderateSubjects } from "./moderate-subjects.ts";
import { followBecause, hideAuthor, standingsOf } from "./public.ts";
import { setFollowing } from "./set-following.ts";
import { setVote } from "./set-vote.ts";

/** For more runs: `VOTE_MODEL_RUNS=1000 npx vitest run votes`. */
const runs = Number(process.env.VOTE_MODEL_RUNS ?? 30);

const server = sharedServer();
let people: TestPerson[];
let context: SliceContext;
/** Things of these ids are open to the first person alone. */
const closed = new Set<string>();

/** A kind without a table: every thing that is opened exists. */
const pebbles: VotedKind = {
  kind: "pebble",
  isMergeable: true,
  showsVoters: true,
  async judge(db, subjectId, readers) {
    const row = await db
      .selectFrom("vote_subjects")
      .select("id")
      .where("id", "=", subjectId)
      .executeTakeFirst();
    return new Map(
      readers
        .filter(({ id }) => row && (!closed.has(subjectId) || id === people[0]!.id))
        .map(({ id }) => [id, { mayVote: true, mayModerate: id === people[0]!.id }]),
    );
  },
  isReadableBy: (userId, subjectId) =>
    sql<boolean>`(${userId} = ${people[0]!.id} OR NOT ${subjectId} = ANY(${[...closed]}::uuid[]))`,
  roomsOf: async () => [],
};

beforeAll(async () => {
  people = await Promise.all([1, 2, 3, 4].map(() => createPerson(server.db)));
  context = { db: server.db, voteKinds: createVoteKinds([pebbles]) } as unknown as SliceContext;
});
beforeEach(() => closed.clear());

const as = (index: number) =>
  ({ ...people[index], roles: [], permissions: [], departments: [], address: "" }) as unknown as Colleague & {
    address: string;
  };
const subject = (id: string) => ({ kind: "pebble", id });
const vote = (index: number, id: string) => setVote(context, as(index), subject(id), true);
const withdraw = (index: number, id: string) => setVote(context, as(index), subject(id), false);
const merge = (id: string, targetId: string) => mergeSubjects(context, as(0), subject(id), targetId);
const unmerge = (id: string) => unmergeSubject(context, as(0), subject(id));
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "ok",
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
const standing = async (id: string, index = 0) =>
  (await standingsOf(server.db, people[index]!.id, "pebble", [id])).get(id)!;
const count = async (id: string) => (await standing(id)).votes.count;

async function open(howMany: number): Promise<string[]> {
  const ids = Array.from({ length: howMany }, () => uuidv7()).toSorted();
  await server.db
    .insertInto("vote_subjects")
    .values(ids.map((id) => ({ kind: "pebble", id, root_id: id })))
    .execute();
  return ids;
}

describe("a vote", () => {
  test("counts once, however often and concurrently one person casts it", async () => {
    const [id] = await open(1);
    // No more at once than there are connections: on a slow machine, others would wait for one too long.
    for (let round = 0; round < 10; round += 1)
      await Promise.all(Array.from({ length: 10 }, () => vote(1, id!)));
    await vote(2, id!);
    expect((await standing(id!, 1)).votes).toMatchObject({ count: 2, isMine: true });
    await Promise.all(Array.from({ length: 10 }, () => withdraw(1, id!)));
    expect((await standing(id!, 1)).votes).toMatchObject({ count: 1, isMine: false });
  });

  test("is refused like a missing thing if the person may not read it", async () => {
    const [id] = await open(1);
    closed.add(id!);
    expect(await codeOf(vote(1, id!))).toBe("subject_not_found");
    expect(await codeOf(vote(1, uuidv7()))).toBe("subject_not_found");
  });

  test("during a merge is counted once, at the root", async () => {
    const [a, b] = await open(2);
    await Promise.all([merge(a!, b!), ...[0, 1, 2, 3].map((index) => vote(index, a!))]);
    expect(await count(b!)).toBe(4);
    expect(await count(a!)).toBe(4);
    expect((await standing(a!)).mergedInto).toBe(b);
  });
});

describe("a merge", () => {
  test("counts each person once, and undoing it restores each origin", async () => {
    const [a, b, c] = await open(3);
    await Promise.all([vote(1, a!), vote(2, a!), vote(2, b!), vote(3, c!)]);
    await setFollowing(context, as(1), subject(a!), true);
    await setFollowing(context, as(1), subject(b!), true);
    await merge(a!, b!);
    await merge(b!, c!);
    expect(await count(c!)).toBe(3);
    expect((await standing(c!)).following.count).toBe(1);
    const { rows } = await listVoters(server.db, subject(c!), { limit: 30 });
    expect(new Set(rows.map((row) => row.person_id))).toEqual(new Set([1, 2, 3].map((i) => people[i]!.id)));
    await unmerge(b!);
    expect([await count(b!), await count(c!)]).toEqual([2, 1]);
    await unmerge(a!);
    expect([await count(a!), await count(b!)]).toEqual([2, 1]);
    expect((await standing(a!, 1)).following).toEqual({ isFollowing: true, count: 1 });
  });

  test("succeeds once when A is merged into B and B into A at the same time", async () => {
    const [a, b] = await open(2);
    const codes = await Promise.all([codeOf(merge(a!, b!)), codeOf(merge(b!, a!))]);
    expect(codes.toSorted()).toEqual(["merged_already", "ok"]);
  });

  test("does nothing for a merged thing, and uses the root of a merged target", async () => {
    const [a, b, c] = await open(3);
    await merge(b!, c!);
    await merge(a!, b!);
    expect((await standing(a!)).mergedInto).toBe(c);
    expect(await codeOf(merge(a!, c!))).toBe("ok");
    expect(await codeOf(merge(c!, a!))).toBe("merged_already");
  });

  test("is refused if a voter or a follower cannot read the target", async () => {
    const [a, b, c] = await open(3);
    await vote(1, a!);
    await followBecause(server.db, subject(c!), people[2]!.id, "wrote");
    closed.add(b!);
    expect(await codeOf(merge(a!, b!))).toBe("merge_hides_votes");
    expect(await codeOf(merge(c!, b!))).toBe("merge_hides_votes");
    await withdraw(1, a!);
    expect(await codeOf(merge(a!, b!))).toBe("ok");
  });

  test("requires a moderator", async () => {
    const [a, b] = await open(2);
    expect(await codeOf(mergeSubjects(context, as(1), subject(a!), b!))).toBe("forbidden");
    expect(await codeOf(unmergeSubject(context, as(1), subject(a!)))).toBe("forbidden");
  });

  fullTest(
    "equals a model over random votes, withdrawals, merges and unmerges",
    async () => {
      for (let run = 0; run < runs; run += 1) {
        const ids = await open(4);
        const model = createVoteModel(ids);
        const random = seeded(run);
        for (let step = 0; step < 12; step += 1) {
          const [a, b] = [ids[random(4)]!, ids[random(4)]!];
          const person = random(4);
          const what = random(5);
          if (what < 2) await vote(person, a).then(() => model.vote(people[person]!.id, a));
          else if (what === 2) await withdraw(person, a).then(() => model.withdraw(people[person]!.id, a));
          else if (what === 3) expect((await codeOf(merge(a, b))) === "ok").toBe(model.merge(a, b));
          else await unmerge(a).then(() => model.unmerge(a));
        }
        for (const id of ids) {
          const root = model.rootOf(id);
          expect(await standing(id), `run ${run}`).toMatchObject({
            mergedInto: root === id ? null : root,
            votes: { count: model.votersOf(root).size, isMine: model.votersOf(root).has(people[0]!.id) },
          });
        }
      }
    },
    30_000 + runs * 500,
  );
});

describe("following", () => {
  test("stays off after its person turned off an automatic follow", async () => {
    const [id] = await open(1);
    await followBecause(server.db, subject(id!), people[1]!.id, "wrote");
    expect((await standing(id!, 1)).following).toEqual({ isFollowing: true, count: 1 });
    await setFollowing(context, as(1), subject(id!), false);
    await followBecause(server.db, subject(id!), people[1]!.id, "answered");
    expect((await standing(id!, 1)).following).toEqual({ isFollowing: false, count: 0 });
  });
});

describe("moderation", () => {
  test("hides with a reason, locks, restores, and records every act in the audit log", async () => {
    const [id] = await open(1);
    const set = (isLocked: boolean, hiddenReason: string | null, index = 0) =>
      moderateSubjects(context, as(index), "pebble", [{ id: id!, set: { isLocked, hiddenReason } }]);
    expect(await codeOf(set(true, null, 1))).toBe("forbidden");
    await set(true, "Names a customer");
    expect(await standing(id!)).toMatchObject({ isLocked: true, hidden: { reason: "Names a customer" } });
    await set(true, "Names a customer");
    await set(false, null);
    expect(await standing(id!)).toMatchObject({ isLocked: false, hidden: null });
    const { rows } = await sql<{ action: string }>`
      SELECT action FROM audit_log WHERE subject_id = ${id} ORDER BY number`.execute(server.db);
    expect(rows.map(({ action }) => action)).toEqual([
      "content.locked",
      "content.hidden",
      "content.unlocked",
      "content.restored",
    ]);
  });
});

describe("the people who voted", () => {
  const voters = async (id: string) => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { rows, nextCursor } = await listVoters(server.db, subject(id), { limit: 1, cursor });
      seen.push(...rows.map(({ person_id }) => person_id));
      cursor = nextCursor ?? undefined;
    } while (cursor !== undefined && seen.length < 20);
    return seen;
  };

  test("are paged without gaps or duplicates, also when all voted at the same time and for two merged things", async () => {
    const [a, b] = await open(2);
    for (const [index, id] of [
      [0, a!],
      [1, a!],
      [1, b!],
      [2, b!],
      [3, b!],
    ] as const)
      await vote(index, id);
    await server.db
      .updateTable("votes")
      .set({ created_at: new Date("2026-03-29T01:30:00.000Z") })
      .where("root_id", "in", [a!, b!])
      .execute();
    await merge(a!, b!);
    const all = people.map(({ id }) => id).toSorted();
    expect((await voters(b!)).toSorted()).toEqual(all);
    await withdraw(1, b!);
    expect((await voters(b!)).toSorted()).toEqual(all.filter((id) => id !== people[1]!.id));
    await unmerge(a!);
    expect(await voters(a!)).toEqual([people[0]!.id]);
    expect((await voters(b!)).toSorted()).toEqual([people[2]!.id, people[3]!.id].toSorted());
  });

  test("still count after losing access, and can neither vote nor withdraw", async () => {
    const [id] = await open(1);
    await vote(1, id!);
    closed.add(id!);
    expect(await codeOf(withdraw(1, id!))).toBe("subject_not_found");
    expect(await codeOf(setFollowing(context, as(1), subject(id!), true))).toBe("subject_not_found");
    expect(await count(id!)).toBe(1);
  });
});

describe("the author of a thing without a name", () => {
  test("follows it and its merge target, is counted in neither, and can unfollow both", async () => {
    const [own, target, last] = await open(3);
    await hideAuthor(server.db, subject(own!), people[1]!.id);
    await merge(own!, target!);
    await merge(target!, last!);
    for (const id of [own!, target!, last!])
      expect((await standing(id, 1)).following).toEqual({ isFollowing: true, count: 0 });
    expect((await standing(last!, 2)).following).toEqual({ isFollowing: false, count: 0 });
    await setFollowing(context, as(1), subject(last!), false);
    for (const id of [own!, target!, last!])
      expect((await standing(id, 1)).following).toEqual({ isFollowing: false, count: 0 });
  });
});

describe("moderation of several things", () => {
  const run = (changes: Parameters<typeof moderateSubjects>[3], index = 0) =>
    moderateSubjects(context, as(index), "pebble", changes);

  test("changes all or none, and undo restores each former state", async () => {
    const [a, b, c] = await open(3);
    await run([{ id: b!, set: { isLocked: true } }]);
    closed.add(c!);
    expect(await codeOf(run([{ id: a!, set: { isLocked: true } }], 1))).toBe("forbidden");
    expect(await codeOf(run([a!, uuidv7()].map((id) => ({ id, set: { isLocked: true } }))))).toBe(
      "subject_not_found",
    );
    expect((await standing(a!)).isLocked).toBe(false);
    const { moderated } = await run([a!, b!, c!].map((id) => ({ id, set: { hiddenReason: "Spam" } })));
    expect(await standing(b!)).toMatchObject({ isLocked: true, hidden: { reason: "Spam" } });
    await run(moderated.map(({ id, before, after }) => ({ id, set: before, seen: after })));
    expect(await Promise.all([a!, b!, c!].map((id) => standing(id)))).toMatchObject([
      { isLocked: false, hidden: null },
      { isLocked: true, hidden: null },
      { isLocked: false, hidden: null },
    ]);
  });

  test("leaves alone what another moderator has changed since", async () => {
    const [a, b] = await open(2);
    const { moderated } = await run([a!, b!].map((id) => ({ id, set: { isLocked: true } })));
    await run([{ id: a!, set: { hiddenReason: "Names a customer" } }]);
    const undo = moderated.map(({ id, before, after }) => ({ id, set: before, seen: after }));
    expect((await run(undo)).moderated.map(({ id }) => id)).toEqual([b]);
    expect(await standing(a!)).toMatchObject({ isLocked: true, hidden: { reason: "Names a customer" } });
    expect(await codeOf(run(undo))).toBe("changed_meanwhile");
  });
});

/** Returns pseudorandom numbers below a bound, the same for the same seed. */
function seeded(seed: number) {
  let state = seed + 1;
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
