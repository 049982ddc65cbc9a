import { commentRoutes } from "@atoll/contract/comments/routes";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { uuidv7 } from "uuidv7";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { sharedServer } from "../../../../test/for-file.ts";
import { emptyInboxes, everybodyNotified } from "../../../../test/settled.ts";
import { createWorkers, type Worker } from "../../../../test/tasks.ts";

const server = sharedServer();
let [ana, ben, cleo]: Worker[] = [];

beforeAll(async () => {
  [ana, ben, cleo] = await createWorkers(server, { Ana: {}, Ben: {}, Cleo: {} });
});
beforeEach(async () => {
  await emptyInboxes(server.db);
});

async function inbox(who: Worker): Promise<string[]> {
  await everybodyNotified(server.db);
  const { items, counts } = await who.client.call(notificationRoutes.listNotifications, { query: {} });
  expect(counts.unread).toBe(items.filter(({ isRead }) => !isRead).length);
  return items.map(({ title }) => title);
}

async function comment(who: Worker, taskId: string, content: string, mentionIds: string[] = []) {
  await who.client.call(commentRoutes.postComment, {
    params: { kind: "task", subjectId: taskId },
    body: { id: uuidv7(), content, mentionIds },
  });
}

test("assigning a task notifies the assignee, until it is no longer theirs", async () => {
  const { id } = await ana!.create({ title: "Paint the pier", assigneeId: ben!.id });
  expect([await inbox(ana!), await inbox(ben!)]).toEqual([[], ["Ana gave you “Paint the pier”"]]);
  await ana!.change(id, { title: "Paint it blue", priority: "high" });
  expect(await inbox(ben!)).toEqual(["Ana gave you “Paint it blue”"]);
  const { items } = await ben!.client.call(notificationRoutes.listNotifications, { query: {} });
  expect(items).toMatchObject([{ priority: "high" }]);
  const changeId = uuidv7();
  await ana!.change(id, { assigneeId: cleo!.id }, changeId);
  expect([await inbox(ben!), await inbox(cleo!)]).toEqual([[], ["Ana gave you “Paint it blue”"]]);
  await ana!.undo(changeId);
  expect(await inbox(cleo!)).toEqual([]);
});

test("assigning many tasks notifies once, with a link to exactly these", async () => {
  const ids: string[] = [];
  for (let index = 0; index < 20; index += 1) ids.push((await ana!.create({ title: `Crate ${index}` })).id);
  const [had = "", single = "", ...others] = ids;
  await ana!.change(had, { assigneeId: ben!.id });
  await emptyInboxes(server.db);
  const changeId = uuidv7();
  await ana!.changeMany([had, ...others], { assigneeId: ben!.id }, changeId);
  const entry = async () => {
    await everybodyNotified(server.db);
    const { items } = await ben!.client.call(notificationRoutes.listNotifications, { query: {} });
    return items;
  };
  const [one, ...more] = await entry();
  expect([one!.title, more]).toEqual(["Ana assigned you 18 tasks", []]);
  const query = Object.fromEntries(new URL(one!.link, server.url).searchParams);
  const listed = async (who: Worker) =>
    (await who.list({ told: query.told!, scope: "assigned" })).map(({ id }) => id);
  expect((await listed(ben!)).toSorted()).toEqual(others.toSorted());
  // The ID gives nobody else access.
  expect(await ana!.list({ told: query.told! })).toEqual([]);
  await ana!.change(others[0]!, { assigneeId: null });
  expect((await entry()).map(({ title }) => title)).toEqual(["Ana assigned you 17 tasks"]);
  expect(await listed(ben!)).toHaveLength(17);
  for (const id of others.slice(1, -1)) await ana!.change(id, { assigneeId: null });
  expect((await entry()).map(({ title }) => title)).toEqual(["Ana gave you “Crate 19”"]);
  await ana!.change(others.at(-1)!, { assigneeId: null });
  expect(await entry()).toEqual([]);

  const again = uuidv7();
  await ana!.changeMany([single, ...others], { assigneeId: ben!.id }, again);
  expect((await entry()).map(({ title }) => title)).toEqual(["Ana assigned you 19 tasks"]);
  await ana!.undo(again);
  expect(await entry()).toEqual([]);
});

test("finishing many tasks notifies each involved person once", async () => {
  const ids: string[] = [];
  for (const title of ["one", "two", "three"]) ids.push((await ana!.create({ title })).id);
  await ana!.watchers(ids[0]!, { add: [cleo!.id, ben!.id] });
  for (const id of ids.slice(1)) await ana!.watchers(id, { add: [ben!.id] });
  const changeId = uuidv7();
  await ben!.changeMany(ids, { status: "done" }, changeId);
  expect(await inbox(ana!)).toEqual(["Ben finished 3 of your tasks"]);
  expect(await inbox(cleo!)).toEqual(["Ben finished “one”"]);
  expect(await inbox(ben!)).toEqual([]);
  await ben!.undo(changeId);
  expect([await inbox(ana!), await inbox(cleo!)]).toEqual([[], []]);
});

test("comments notify the people of a task once, and those mentioned with the reason", async () => {
  const { id } = await ana!.create({ title: "Count crates", assigneeId: ben!.id });
  await ana!.watchers(id, { add: [cleo!.id] });
  await emptyInboxes(server.db);
  await comment(ben!, id, "Forty so far");
  await comment(ben!, id, "@Cleo, is that all?", [cleo!.id]);
  expect(await inbox(ana!)).toEqual(["Ben wrote 2 comments on “Count crates”"]);
  expect((await inbox(cleo!)).toSorted()).toEqual([
    "Ben commented on “Count crates”",
    "Ben mentioned you on “Count crates”",
  ]);
  expect(await inbox(ben!)).not.toContain("Ben commented on “Count crates”");
});

test("finishing a task notifies its people and those of the tasks it blocked, and undo withdraws this", async () => {
  const blocker = await ana!.create({ title: "Order paint", assigneeId: ben!.id });
  const waiting = await ana!.create({ title: "Paint", assigneeId: cleo!.id });
  await ana!.block(waiting.id, blocker.id);
  await emptyInboxes(server.db);
  const changeId = uuidv7();
  await ben!.change(blocker.id, { status: "done" }, changeId);
  expect(await inbox(ana!)).toEqual(["Ben finished “Order paint”"]);
  expect(await inbox(cleo!)).toEqual(["Nothing holds up “Paint” any more"]);
  await ben!.undo(changeId);
  expect([await inbox(ana!), await inbox(cleo!)]).toEqual([[], []]);
});

test.each(["archiving", "deleting", "removing"])(
  "notifies of the last blocker gone by %s it, and undo withdraws this",
  async (way) => {
    const [first, last] = [await ana!.create({ title: "Nails" }), await ana!.create({ title: "Wood" })];
    const waiting = await ana!.create({ title: "Build", assigneeId: cleo!.id });
    for (const { id } of [first, last]) await ana!.block(waiting.id, id);
    await emptyInboxes(server.db);
    await ana!.unblock(waiting.id, first.id);
    expect(await inbox(cleo!)).toEqual([]);
    const changeId = uuidv7();
    if (way === "archiving") await ana!.change(last.id, { status: "archived" }, changeId);
    if (way === "deleting") await ana!.remove(last.id, changeId);
    if (way === "removing") await ana!.unblock(waiting.id, last.id, changeId);
    expect(await inbox(cleo!)).toEqual(["Nothing holds up “Build” any more"]);
    await ana!.undo(changeId);
    expect([(await ana!.read(waiting.id)).blockedBy, await inbox(cleo!)]).toEqual([1, []]);
  },
);

test.each(["deleting", "removing"])(
  "notifies of nothing by %s a blocker that was finished before",
  async (way) => {
    const blocker = await ana!.create({ title: "Sand" });
    const waiting = await ana!.create({ title: "Varnish", assigneeId: cleo!.id });
    await ana!.block(waiting.id, blocker.id);
    await ana!.change(blocker.id, { status: "done" });
    expect(await inbox(cleo!)).toContain("Nothing holds up “Varnish” any more");
    await emptyInboxes(server.db);
    if (way === "deleting") await ana!.remove(blocker.id);
    else await ana!.unblock(waiting.id, blocker.id);
    expect(await inbox(cleo!)).toEqual([]);
  },
);
