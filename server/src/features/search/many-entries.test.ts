import { searchRoutes } from "@atoll/contract/search/routes";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { createChannel } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import { createTaskRow } from "../../../test/task-factory.ts";
import { createWorkers, type Worker } from "../../../test/tasks.ts";

// A word with more matches than are checked individually: the index first excludes entries without the viewer's marks.
const server = sharedServer();
let [ana, ben, boss]: Worker[] = [];
const ofOthers = 400;
const ofMarketing = 2_050;

beforeAll(async () => {
  [ana, ben, boss] = await createWorkers(server, {
    "Ana Reef": { departments: ["Backend"] },
    "Ben Sand": { departments: ["Marketing"] },
    "Bea Boss": { roles: ["admin"] },
  });
  const fill = (count: number, title: string, department: string | null, rank: string) =>
    sql`
    INSERT INTO tasks (id, title, rank, department_id, created_by, sent_hash)
    SELECT gen_random_uuid(), ${title} || n, ${rank} || lpad(n::text, 4, '0'),
      (SELECT id FROM departments WHERE name = ${department}), ${boss!.id}, ''
    FROM generate_series(1, ${sql.lit(count)}) AS n`.execute(server.db);
  await fill(ofOthers, "Hawser of nobody ", null, "d");
  await fill(ofMarketing, "Lanyard of marketing ", "Marketing", "e0");
});

async function tasks(query: string, who: Worker) {
  const answer = await who.client.call(searchRoutes.searchEverywhere, { query: { query, limit: 50 } });
  return {
    ids: answer.items.filter(({ kind }) => kind === "task").map(({ id }) => id),
    count: answer.counts.find(({ kind }) => kind === "task"),
  };
}

test("the viewer's own things are found among hundreds of others, whatever makes them theirs", async () => {
  const backend = sql<string>`(SELECT id FROM departments WHERE name = 'Backend')`;
  const row = (wanted: object) => createTaskRow(server.db, boss!.id, { title: "Hawser", ...wanted });
  const assigned = await row({ assignee_id: ana!.id });
  const ofDepartment = await row({ department_id: backend });
  const whole = await row({ title: "Whole", department_id: backend });
  const partOfOwn = await row({ parent_id: whole });
  const watched = await row({});
  const partOfWatched = await row({ parent_id: watched });
  await row({ parent_id: await row({}) });
  await boss!.watchers(watched, { add: [ana!.id] });
  const own = [assigned, ofDepartment, partOfOwn, watched, partOfWatched].toSorted();
  const found = await tasks("hawser", ana!);
  expect(found.ids.toSorted()).toEqual(own);
  expect(found.count).toEqual({ kind: "task", count: own.length, isMore: false });

  // A change of a task's people takes effect immediately.
  const later = await row({});
  await sql`UPDATE tasks SET parent_id = ${whole} WHERE id = ${later}`.execute(server.db);
  await boss!.watchers(watched, { remove: [ana!.id] });
  const after = await tasks("hawser", ana!);
  expect(after.ids.toSorted()).toEqual([assigned, ofDepartment, partOfOwn, later].toSorted());
  expect((await tasks("hawser", ben!)).ids).toEqual([]);
  expect((await tasks("hawser", boss!)).count?.count).toBeGreaterThan(ofOthers);
});

test("finds the newest readable hits when there are more matches than are counted", async () => {
  const newest = await ben!.create({ title: "Lanyard" });
  for (const query of ["lanyard", "lany", "y", '"lanyard of marketing"'])
    expect((await tasks(query, ben!)).count, query).toEqual({ kind: "task", count: 1_000, isMore: true });
  expect((await tasks("lanyard", ben!)).ids[0]).toBe(newest.id);
  expect((await tasks("lanyard", boss!)).count).toEqual({ kind: "task", count: 1_000, isMore: true });
  expect((await tasks("lanyard", ana!)).count).toEqual({ kind: "task", count: 0, isMore: false });
  expect((await tasks("lanyard 77", ben!)).count?.count).toBe(
    Array.from({ length: ofMarketing }, (_, n) => String(n + 1)).filter((n) => n.includes("77")).length,
  );
});

test("suggestions are found by their beginnings among thousands", async () => {
  const mine = await ana!.create({ title: "Lanyards on deck" });
  const suggested = async (who: Worker) =>
    (await who.client.call(searchRoutes.suggestHits, { query: { query: "lanyar" } })).items.map(
      ({ id }) => id,
    );
  expect(await suggested(ana!)).toEqual([mine.id]);
  expect((await suggested(ben!)).length).toBeGreaterThan(0);
});

test("finds the newest messages in the viewer's own chats among thousands", async () => {
  const shared = await createChannel(server.db, { name: "deck", members: [ana!.user, ben!.user] });
  const other = await createChannel(server.db, { name: "hold", members: [ben!.user] });
  const alone = await createChannel(server.db, { name: "galley", members: [ana!.user] });
  const fill = (channelId: string, author: Worker, count: number, content: string) =>
    sql`
    INSERT INTO messages (id, channel_id, seq, changed_seq, author_id, content, sent_hash, created_at, updated_at)
    SELECT gen_random_uuid(), ${channelId}, n, n, ${author.id}, ${content} || n, '', at, at
    FROM generate_series(1, ${sql.lit(count)}) AS n,
      LATERAL (SELECT date_trunc('milliseconds', now()) - n * interval '1 minute' AS at) t`.execute(
      server.db,
    );
  await fill(shared.id, ben!, 300, "bilge of all ");
  await fill(other.id, ben!, 10_500, "bilge of ben ");
  await fill(alone.id, ana!, 10, "galley ");
  // A state as after years, so that the scope is not scanned completely.
  await sql`UPDATE channels SET head = 20000 WHERE id = ANY(${[shared.id, other.id, alone.id]}::uuid[])`.execute(
    server.db,
  );
  await sql`ANALYZE message_search`.execute(server.db);
  const messages = async (who: Worker) => {
    const query = { query: "bilge", order: "newest", limit: 4 } as const;
    const { items, counts } = await who.client.call(searchRoutes.searchEverywhere, { query });
    const count = counts.find(({ kind }) => kind === "message");
    return {
      texts: items.map(({ text }) => text.text).toSorted(),
      count: count?.count,
      isMore: count?.isMore,
    };
  };
  expect(await messages(ben!)).toEqual({
    texts: ["bilge of all 1", "bilge of all 2", "bilge of ben 1", "bilge of ben 2"],
    count: 1_000,
    isMore: true,
  });
  const own = await messages(ana!);
  expect(own).toMatchObject({ count: 300, isMore: false });
  expect(own.texts).toContain("bilge of all 4");
});
