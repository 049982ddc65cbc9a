import { administrationRoutes } from "@atoll/contract/administration/routes";
import { eventRoutes } from "@atoll/contract/calendar/routes";
import { knowledgeRoutes } from "@atoll/contract/knowledge/routes";
import {
  firstPathDay,
  lastPathDay,
  maxPathItems,
  maxPaths,
  maxStages,
  pathNameMaxLength,
} from "@atoll/contract/onboarding/limits";
import type { NewPath } from "@atoll/contract/onboarding/path-schemas";
import { onboardingRoutes as routes } from "@atoll/contract/onboarding/routes";
import type { OnboardingItem } from "@atoll/contract/onboarding/schemas";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test } from "vitest";
import { createRole } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import { createArticleRow, createWriter, type Writer } from "../../../test/knowledge.ts";

const server = sharedServer();
let [hanne, petra, greta]: Writer[] = [];
let officeId: string;
let nobodysRoleId: string;
let articleId: string;
let pathId: string;

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const of = (onboardingId: string) => ({ params: { onboardingId } });
const item = (kind: "text" | "task" | "read" | "event", at: number, more: object = {}) => ({
  ...{ id: uuidv7(), kind, day: at },
  ...more,
});
const named = (title: string) => ({ title });
const pathOf = (more: Partial<NewPath> = {}): NewPath => ({
  // For nobody by itself: without a role, every new account would start on it.
  ...{ id: uuidv7(), name: "Quay crew", ownerId: hanne!.id, roleIds: [nobodysRoleId] },
  items: [item("text", 1, named("Fetch the keys"))],
  ...more,
});
const open = async (who: Writer, id: string) =>
  (await who.client.call(routes.getOnboarding, of(id))).onboarding;
const find = async (who: Writer, id: string, title: string): Promise<OnboardingItem> =>
  (await open(who, id)).items.find((one) => one.title === title || one.kind === title)!;
const outcomes = async (calls: Promise<unknown>[]) =>
  (await Promise.allSettled(calls)).map(({ status }) => status).toSorted();

/** "ok", or the code of the refusal. */
const answerOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "ok",
    (error: Error) => /"code":"(\w+)"/.exec(error.message)?.[1] ?? error.message,
  );

beforeAll(async () => {
  // The days of this file are counted from today, on whichever weekday it runs.
  await sql`UPDATE company SET working_days = '{1,2,3,4,5,6,7}'`.execute(server.db);
  const office = await createRole(server.db, {
    name: "people office",
    permissions: ["onboarding:manage", "tasks:create"],
  });
  officeId = office.id;
  nobodysRoleId = (await createRole(server.db, { name: "on the quay", permissions: [] })).id;
  await createRole(server.db, { name: "guest", permissions: [] });
  hanne = await createWriter(server, "Hanne", { roles: ["user", office.name] });
  petra = await createWriter(server, "Petra", { roles: ["user", office.name] });
  greta = await createWriter(server, "Greta", { roles: ["admin"] });
  articleId = await createArticleRow(server.db, greta.id, { title: "Knots" });
  const path = pathOf({
    items: [
      item("text", 1, named("Fetch the keys")),
      item("task", 2, named("Tie up the ferry")),
      item("event", 3, { title: "Round of the quay", time: "14:30" }),
      item("read", 3, { articleId }),
      item("text", 40, named("Steer alone")),
    ],
  });
  pathId = path.id;
  await hanne.client.call(routes.createPath, { body: path });
  await hanne.client.call(routes.publishPath, { params: { pathId } });
});

/** Starts the path for a new person, and waits for their first task and meeting. */
async function start(name: string): Promise<{ who: Writer; id: string }> {
  const who = await createWriter(server, name);
  const id = uuidv7();
  const body = { id, pathId, personId: who.id, startOn: day(0), managerId: hanne!.id };
  await hanne!.client.call(routes.startOnboarding, { body });
  await expect.poll(async () => (await find(who, id, "event")).eventId).toBeTruthy();
  await expect.poll(async () => (await find(who, id, "task")).taskId).toBeTruthy();
  return { who, id };
}

describe("two managers at once", () => {
  test("move the first day and choose a buddy: accepts one change and refuses the other", async () => {
    const { who, id } = await start("Contested");
    const { revision } = await open(hanne!, id);
    const change = (by: Writer, body: object) =>
      by.client.call(routes.changeOnboarding, { ...of(id), body: { ...body, revision } });
    expect(
      await outcomes([change(hanne!, { startOn: day(3) }), change(petra!, { buddyId: petra!.id })]),
    ).toEqual(["fulfilled", "rejected"]);
    const there = await open(who, id);
    expect(there.revision).toBe(revision + 1);
    expect(there.startOn === day(3)).toBe(there.buddy === null);
    expect((await find(who, id, "Steer alone")).dueOn).toBe(day(there.buddy ? 39 : 42));
  });

  test("remind a newcomer once, and stop the path with one entry in the audit log", async () => {
    const { who, id } = await start("Reminded");
    const nudges = [hanne!, petra!, hanne!].map((by) => by.client.call(routes.nudgeNewcomer, of(id)));
    expect(await outcomes(nudges)).toEqual(["fulfilled", "rejected", "rejected"]);
    const reminders = async () =>
      (await who.inbox()).filter((title) => title.endsWith("reminds you of “Quay crew”")).length;
    await expect.poll(reminders).toBe(1);
    await Promise.all([hanne!, petra!].map((by) => by.client.call(routes.stopOnboarding, of(id))));
    expect(await open(who, id)).toMatchObject({ state: "stopped" });
    const acts = await server.db
      .selectFrom("audit_log")
      .select("number")
      .where("action", "=", "onboarding.stopped")
      .where("subject_id", "=", who.id)
      .execute();
    expect(acts).toHaveLength(1);
    await expect.poll(reminders).toBe(0);
  });

  test("tick the same item: the first name stays, and unticking it is as idempotent", async () => {
    const { who, id } = await start("Ticked");
    const params = { onboardingId: id, itemId: (await find(who, id, "Fetch the keys")).id };
    await Promise.all(
      [who, hanne!, petra!].map((by) => by.client.call(routes.tickOnboardingItem, { params })),
    );
    const first = await find(who, id, "Fetch the keys");
    await petra!.client.call(routes.tickOnboardingItem, { params });
    expect(await find(who, id, "Fetch the keys")).toEqual(first);
    await Promise.all([who, hanne!].map((by) => by.client.call(routes.untickOnboardingItem, { params })));
    expect(await find(who, id, "Fetch the keys")).toMatchObject({ doneAt: null, doneBy: null });
  });

  test("publish and archive a path while it is started: nobody starts on an archived one", async () => {
    const path = pathOf({ name: "Contested path" });
    await hanne!.client.call(routes.createPath, { body: path });
    const params = { pathId: path.id };
    await Promise.all([hanne!, petra!].map((by) => by.client.call(routes.publishPath, { params })));
    expect((await hanne!.client.call(routes.getPath, { params })).path).toMatchObject({
      state: "published",
      version: 2,
    });
    const who = await createWriter(server, "Raced");
    const body = { id: uuidv7(), pathId: path.id, personId: who.id, startOn: day(0), managerId: null };
    const starting = answerOf(petra!.client.call(routes.startOnboarding, { body }));
    await hanne!.client.call(routes.archivePath, { params });
    const isOn = (await who.client.call(routes.listOwnOnboardings, {})).items.length === 1;
    expect(await starting).toBe(isOn ? "ok" : "path_not_published");
    const late = { ...body, id: uuidv7(), personId: petra!.id };
    expect(await hanne!.refused(routes.startOnboarding, { body: late })).toBe("path_not_published");
  });
});

describe("a permission that is removed", () => {
  test("ends access to everyone's paths, except for people managed by the viewer", async () => {
    const { id } = await start("Watched");
    const temp = await createWriter(server, "Temp", { roles: ["user", "people office"] });
    const { id: ledId, who: led } = await start("Led by Temp");
    const { revision } = await open(hanne!, ledId);
    const body = { managerId: temp.id, revision };
    await hanne!.client.call(routes.changeOnboarding, { ...of(ledId), body });
    const socket = await server.connect(temp);
    expect((await open(temp, id)).canLead).toBe(true);

    const { user } = await greta!.client.call(administrationRoutes.getUser, { params: { userId: temp.id } });
    const roleIds = user.roles.map((role) => role.id).filter((roleId) => roleId !== officeId);
    await greta!.client.call(administrationRoutes.updateUser, {
      params: { userId: temp.id },
      body: { version: user.version, roleIds },
    });
    const heard = socket.received.length;
    expect(await temp.refused(routes.getOnboarding, of(id))).toBe("onboarding_not_found");
    expect(await temp.refused(routes.nudgeNewcomer, of(id))).toBe("onboarding_not_found");
    expect(await temp.refused(routes.getPath, { params: { pathId } })).toBe("forbidden");
    const start2 = { id: uuidv7(), pathId, personId: temp.id, startOn: day(0), managerId: null };
    expect(await temp.refused(routes.startOnboarding, { body: start2 })).toBe("forbidden");
    const { items } = await temp.client.call(routes.listOnboardings, { query: {} });
    expect(items.map((one) => one.id)).toEqual([ledId]);
    expect(await temp.client.call(routes.getOnboardingFigures, {})).toMatchObject({ onPath: 1 });

    // An event of a stranger's path comes before that of their own: it would have been heard first.
    const tick = async (who: Writer, onboardingId: string) => {
      const { id: itemId } = await find(who, onboardingId, "Fetch the keys");
      await who.client.call(routes.tickOnboardingItem, { params: { onboardingId, itemId } });
    };
    await tick(hanne!, id);
    await tick(led, ledId);
    const ids = () =>
      socket.received
        .slice(heard)
        .flatMap(({ name, payload }) => (name === "onboarding.changed" ? [payload.onboardingId] : []));
    await expect.poll(ids).toContain(ledId);
    expect(ids()).not.toContain(id);
    socket.close();
  });

  test("to create tasks leaves items that are ticked by hand", async () => {
    const boss = await createWriter(server, "Boss without tasks", { roles: ["guest"] });
    const who = await createWriter(server, "Taskless");
    const id = uuidv7();
    const body = { id, pathId, personId: who.id, startOn: day(0), managerId: boss.id };
    await hanne!.client.call(routes.startOnboarding, { body });
    const task = async () => find(hanne!, id, "task");
    await expect.poll(async () => (await who.inbox()).join()).toContain("Quay crew");
    await expect
      .poll(async () => {
        const { rows } = await sql<{ made: boolean }>`SELECT made_at IS NOT NULL AS made FROM onboarding_items
          WHERE onboarding_id = ${id} AND kind = 'task'`.execute(server.db);
        return rows[0]?.made;
      })
      .toBe(true);
    const { taskId, canTick, id: itemId } = await task();
    expect({ taskId, canTick }).toEqual({ taskId: null, canTick: true });
    await who.client.call(routes.tickOnboardingItem, { params: { onboardingId: id, itemId } });
    expect((await task()).doneBy?.name).toBe("Taskless");
  });
});

describe("after the subject of an item is deleted", () => {
  test("a task that is deleted leaves an item to tick, and is the item's task again when that is undone", async () => {
    const { who, id } = await start("Undone");
    const before = await find(who, id, "task");
    const taskId = before.taskId!;
    const changeId = uuidv7();
    await hanne!.client.call(taskRoutes.deleteTask, { params: { taskId }, query: { changeId } });
    expect(await find(who, id, "task")).toMatchObject({ taskId: null, doneAt: null, canTick: true });
    await hanne!.client.call(taskRoutes.undoTaskChange, { params: { changeId } });
    expect(await find(who, id, "task")).toEqual(before);
    const body = { changeId: uuidv7(), status: "done" } as never;
    await who.client.call(taskRoutes.changeTask, { params: { taskId }, body });
    expect((await find(who, id, "task")).doneAt).not.toBeNull();
  });

  test("a tick by hand stays, with its name, when the deletion of the task is undone", async () => {
    const { who, id } = await start("Ticked by hand");
    const { taskId, id: itemId } = await find(who, id, "task");
    const changeId = uuidv7();
    await hanne!.client.call(taskRoutes.deleteTask, { params: { taskId: taskId! }, query: { changeId } });
    await who.client.call(routes.tickOnboardingItem, { params: { onboardingId: id, itemId } });
    await hanne!.client.call(taskRoutes.undoTaskChange, { params: { changeId } });
    expect(await find(who, id, "task")).toMatchObject({ taskId, doneBy: { name: "Ticked by hand" } });
  });

  test("a meeting that is cancelled keeps its item, and is its meeting again when that is undone", async () => {
    const { who, id } = await start("Cancelled");
    const before = await find(who, id, "event");
    const params = { eventId: before.eventId! };
    const { event } = await hanne!.client.call(eventRoutes.getEvent, { params, query: {} });
    const changeId = uuidv7();
    const body = { changeId, version: event.version };
    await hanne!.client.call(eventRoutes.deleteEvent, { params, body });
    expect(await find(who, id, "event")).toMatchObject({ eventId: null, canTick: true, doneAt: null });
    await hanne!.client.call(eventRoutes.undoEventChange, { params: { changeId } });
    expect(await find(who, id, "event")).toEqual(before);
  });

  test("an archived page is not named, and managers can tick its item", async () => {
    const { who, id } = await start("Pageless");
    await greta!.client.call(knowledgeRoutes.archiveArticle, greta!.of(articleId));
    const page = await find(who, id, "read");
    expect(page).toMatchObject({ title: "", article: null, canTick: false });
    await hanne!.client.call(routes.tickOnboardingItem, {
      params: { onboardingId: id, itemId: page.id },
    });
    expect(await find(who, id, "read")).toMatchObject({ doneBy: { name: "Hanne" } });
    await greta!.client.call(knowledgeRoutes.unarchiveArticle, greta!.of(articleId));
    expect((await find(who, id, "read")).title).toBe("Knots");
  });

  test("an item removed from a path stays for people who are already on it", async () => {
    const { who, id } = await start("Keeper");
    const params = { pathId };
    const { path } = await hanne!.client.call(routes.getPath, { params });
    const { name, items, stages, version } = path;
    const save = (some: typeof items, at: number) =>
      hanne!.client.call(routes.savePath, {
        params,
        body: { name, ownerId: hanne!.id, roleIds: [nobodysRoleId], items: some, stages, version: at },
      });
    await save(items.slice(1), version);
    const params2 = { onboardingId: id, itemId: (await find(who, id, "Fetch the keys")).id };
    const { onboarding } = await who.client.call(routes.tickOnboardingItem, { params: params2 });
    expect(onboarding).toMatchObject({ done: 1, total: 5 });
    await save(items, version + 1);
  });
});

describe("limits", () => {
  test("refuse a path with more items, parts, days or text than there is room for", async () => {
    const texts = (count: number) =>
      Array.from({ length: count }, (_, index) => item("text", 1, named(`${index}`)));
    const parts = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ name: "Part", day: index }));
    const twice = item("text", 1, named("Twice"));
    const bad: Partial<NewPath>[] = [
      { items: texts(maxPathItems + 1) },
      { stages: parts(maxStages + 1) },
      { stages: [...parts(1), ...parts(1)] },
      { items: [twice, twice] },
      { items: [item("text", firstPathDay - 1, named("Too early"))] },
      { items: [item("text", lastPathDay + 1, named("Too late"))] },
      { items: [item("text", 1, named(""))] },
      { items: [item("read", 1)] },
      { items: [item("event", 1, { title: "Lunch", time: "25:00" })] },
      { name: "🦀".repeat(pathNameMaxLength + 1) },
    ];
    for (const more of bad)
      expect(
        await hanne!.refused(routes.createPath, { body: pathOf(more) }),
        JSON.stringify(more).slice(0, 90),
      ).toBe("invalid_request");
    const full = pathOf({
      name: "🦀".repeat(pathNameMaxLength),
      items: texts(maxPathItems),
      stages: parts(maxStages),
    });
    await hanne!.client.call(routes.createPath, { body: full });
    await hanne!.client.call(routes.publishPath, { params: { pathId: full.id } });
    const who = await createWriter(server, "Full");
    const body = { id: uuidv7(), pathId: full.id, personId: who.id, startOn: day(0), managerId: null };
    await hanne!.client.call(routes.startOnboarding, { body });
    expect(await open(who, body.id)).toMatchObject({ total: maxPathItems, manager: null });
  });

  test("refuse a first day that is too late for the last items", async () => {
    const who = await createWriter(server, "Far ahead");
    const body = { id: uuidv7(), pathId, personId: who.id, startOn: "2199-12-31", managerId: null };
    expect(await hanne!.refused(routes.startOnboarding, { body })).toBe("invalid_request");
    const last = { ...body, startOn: "2199-08-31" };
    await hanne!.client.call(routes.startOnboarding, { body: last });
    const { revision, endOn } = await open(who, body.id);
    expect(endOn).toBe("2199-10-09");
    const change = { ...of(body.id), body: { startOn: "2199-12-31", revision } };
    expect(await hanne!.refused(routes.changeOnboarding, change)).toBe("invalid_request");
  });

  test("count paths, also when two managers create the last one", async () => {
    await sql`INSERT INTO onboarding_paths (id, name, summary, owner_id, created_by, stages, items, sent_hash)
      SELECT gen_random_uuid(), 'Spare', '', ${hanne!.id}, ${hanne!.id}, '[]', '[]', ''
      FROM generate_series(1, ${maxPaths - 1} - (SELECT count(*) FROM onboarding_paths))`.execute(server.db);
    const last = [hanne!, petra!].map((by) =>
      answerOf(by.client.call(routes.createPath, { body: pathOf({ name: "The last" }) })),
    );
    expect((await Promise.all(last)).toSorted()).toEqual(["ok", "too_many_paths"]);
  });
});
