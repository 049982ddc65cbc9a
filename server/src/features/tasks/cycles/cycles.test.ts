import { administrationRoutes } from "@atoll/contract/administration/routes";
import { taskCycleRoutes } from "@atoll/contract/tasks/cycle-routes";
import type { CycleSettings } from "@atoll/contract/tasks/cycle-schemas";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { addDays, weekdayOf } from "@atoll/contract/zones";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { codeOf } from "../../../../test/chatter.ts";
import { sharedServer } from "../../../../test/for-file.ts";
import { createWorkers, type Worker } from "../../../../test/tasks.ts";
import { todayAtServer } from "../../../platform/server-zone.ts";
import { turnCycles } from "./end-cycle.ts";

const server = sharedServer();
let [ana, ben, mia]: Worker[] = [];
let departmentId: string;

beforeAll(async () => {
  [ana, ben, mia] = await createWorkers(server, {
    Ana: { departments: ["Backend"] },
    Ben: {},
    Mia: { roles: ["admin"] },
  });
});

// Each test has cycles of its own.
beforeEach(newDepartment);

async function newDepartment() {
  departmentId = uuidv7();
  await server.db
    .insertInto("departments")
    .values({ id: departmentId, slug: `d-${departmentId}`, name: `Team ${departmentId}` })
    .execute();
}

const today = todayAtServer();

const listOf = async (worker: Worker = mia!) => {
  const { lists } = await worker.client.call(taskCycleRoutes.listTaskCycles, {});
  return lists.find((list) => list.departmentId === departmentId);
};

async function setCycles(settings: Partial<CycleSettings> = {}) {
  const version = (await listOf())?.version ?? 0;
  const body = {
    ...{
      version,
      isOn: true,
      weeks: 2,
      weekday: weekdayOf(today),
      pauseWeeks: 0,
      unfinished: "next" as const,
    },
    ...settings,
  };
  return (await mia!.client.call(taskCycleRoutes.setTaskCycles, { params: { departmentId }, body })).list;
}

/** Switches cycles on, with a current one that has started some days ago. */
async function startCycles(daysAgo = 3, settings: Partial<CycleSettings> = {}) {
  const { open } = await setCycles(settings);
  const [current, next] = open;
  if (!current || !next) throw new Error("there are no cycles");
  const by = sql`make_interval(days => ${daysAgo})`;
  await sql`UPDATE task_cycles SET starts_on = (starts_on - ${by})::date, ends_on = (ends_on - ${by})::date
    WHERE department_id = ${departmentId}`.execute(server.db);
  return { currentId: current.id, nextId: next.id };
}

/** Lets everything that has happened to tasks of a cycle be some days longer ago. */
const letPass = (days: number) =>
  sql`UPDATE task_cycle_spans SET added_at = added_at - make_interval(days => ${days}),
    left_at = left_at - make_interval(days => ${days})
    WHERE cycle_id IN (SELECT id FROM task_cycles WHERE department_id = ${departmentId})`.execute(server.db);

const reportOf = async (cycleId: string, worker: Worker = mia!) =>
  (await worker.client.call(taskCycleRoutes.getTaskCycle, { params: { cycleId } })).report;

const tasksOf = async (cycleId: string, worker: Worker = mia!) =>
  (await worker.client.call(taskCycleRoutes.listTaskCycleTasks, { params: { cycleId }, query: {} })).items;

const create = (title: string, cycleId: string | null, more = {}) =>
  mia!.create({ title, departmentId, cycleId, ...more });

async function endNow(cycleId: string, unfinished: "next" | "none" = "next", worker: Worker = mia!) {
  const version = (await listOf())?.open.find(({ id }) => id === cycleId)?.version ?? 1;
  return worker.client.call(taskCycleRoutes.endTaskCycle, {
    params: { cycleId },
    body: { version, unfinished },
  });
}

const counts = ({ planned, added, removed, done, moved, left }: Awaited<ReturnType<typeof reportOf>>) =>
  [planned, added, removed, done, moved, left].map(({ count }) => count);

test("makes the current and the next cycle when cycles are switched on, with the length, weekday and pause", async () => {
  const list = await setCycles({ weeks: 3, pauseWeeks: 1 });
  const nextStart = addDays(today, 28);
  expect(list.open).toMatchObject([
    { name: "Cycle 1", startsOn: today, endsOn: addDays(today, 20), isEnded: false },
    { name: "Cycle 2", startsOn: nextStart, endsOn: addDays(nextStart, 20) },
  ]);
});

test("makes only the next cycle when the first one starts on a later day", async () => {
  const list = await setCycles({ weekday: (weekdayOf(today) % 7) + 1 });
  expect(list.open.map(({ startsOn }) => startsOn)).toEqual([addDays(today, 1)]);
});

test("gives the next cycle other days when the length changes, and refuses an outdated version", async () => {
  const { version } = await setCycles();
  const list = await setCycles({ weeks: 1 });
  expect(list.open.map(({ startsOn, endsOn }) => [startsOn, endsOn])).toEqual([
    [today, addDays(today, 13)],
    [addDays(today, 14), addDays(today, 20)],
  ]);
  const stale = { version, isOn: true, weeks: 2, weekday: 1, pauseWeeks: 0, unfinished: "next" as const };
  const refused = mia!.client.refused(taskCycleRoutes.setTaskCycles, {
    params: { departmentId },
    body: stale,
  });
  expect(await codeOf(refused)).toBe("changed_meanwhile");
});

test("moves a task to a cycle and back, alone and with others, with history and undo", async () => {
  const { open } = await setCycles();
  const cycleId = open[0]!.id;
  const [one, two] = [await create("One", null), await create("Two", null)];
  const changeId = uuidv7();
  const [moved] = await mia!.changeMany([one.id, two.id], { cycleId }, changeId);
  expect(moved?.cycle).toMatchObject({ id: cycleId, name: "Cycle 1" });
  const { items, names } = await mia!.history(one.id);
  expect(items[0]).toMatchObject({ field: "cycle", before: null, after: cycleId });
  expect(names[cycleId]).toBe("Cycle 1");
  await mia!.undo(changeId);
  expect((await mia!.read(two.id)).cycle).toBeNull();
  // A change that was undone at once leaves no trace in the report.
  expect(await tasksOf(cycleId)).toEqual([]);
});

test("refuses a cycle of another department, one that has ended, and one that the viewer may not know", async () => {
  const { currentId } = await startCycles();
  const elsewhere = await mia!.create({ title: "Elsewhere" });
  expect(await codeOf(refuseCycle(mia!, elsewhere.id, currentId))).toBe("task_cycle_wrong");
  const shared = await create("Shared", null, { assigneeId: ben!.id });
  expect(await codeOf(refuseCycle(ben!, shared.id, currentId))).toBe("task_cycle_wrong");
  await endNow(currentId);
  expect(await codeOf(refuseCycle(mia!, shared.id, currentId))).toBe("task_cycle_wrong");
});

const refuseCycle = (worker: Worker, taskId: string, cycleId: string) =>
  worker.client.refused(taskRoutes.changeTask, { params: { taskId }, body: { changeId: uuidv7(), cycleId } });

test("takes a task out of its cycle when it moves to another department, and back with one undo", async () => {
  const { open } = await setCycles();
  const task = await create("Mover", open[0]!.id);
  const changeId = uuidv7();
  const moved = await mia!.change(task.id, { departmentId: null }, changeId);
  expect(moved?.cycle).toBeNull();
  const { items } = await mia!.history(task.id);
  expect(items.filter((one) => one.changeId === changeId).map(({ field }) => field)).toContain("cycle");
  await mia!.undo(changeId);
  expect((await mia!.read(task.id)).cycle?.id).toBe(open[0]!.id);
});

test("leaves the next task of a series out of the cycle", async () => {
  const { open } = await setCycles();
  const due = { date: today };
  const task = await create("Weekly", open[0]!.id, { due, recurrence: { every: "week" } });
  await mia!.change(task.id, { status: "done" });
  const tasks = await mia!.list({ departments: departmentId, text: "Weekly" });
  expect(tasks.map(({ status, cycle }) => [status, cycle?.name]).sort()).toEqual([
    ["done", "Cycle 1"],
    ["todo", undefined],
  ]);
});

test("filters, sorts, groups and exports by cycle", async () => {
  const { currentId, nextId } = await startCycles();
  const past = await endNow(currentId, "none");
  const current = past.list.open[0]!;
  await create("Later", current.id);
  await create("Unplanned", null);
  const titles = async (cycles: string) =>
    (await mia!.list({ departments: departmentId, cycles })).map(({ title }) => title).sort();
  expect(current.id).toBe(nextId);
  expect(await titles("next")).toEqual(["Later"]);
  expect(await titles("none")).toEqual(["Unplanned"]);
  expect(await titles(`none,${current.id}`)).toEqual(["Later", "Unplanned"]);
  expect(await titles("current,past")).toEqual([]);
  const query = { departments: departmentId, sort: "cycle" as const };
  const { groups } = await mia!.client.call(taskRoutes.listTaskGroups, {
    query: { ...query, group: "cycle" },
  });
  expect(groups.map(({ cycle, items }) => [cycle?.name, items.map(({ title }) => title)])).toEqual([
    ["Cycle 2", ["Later"]],
    [undefined, ["Unplanned"]],
  ]);
  const { csv } = await mia!.client.call(taskRoutes.exportTasks, { query });
  expect(csv.split(/\r?\n/)[1]).toContain("Cycle 2");
});

test("counts what was planned, added, removed and done, and freezes it at the end", async () => {
  const { currentId, nextId } = await startCycles();
  const planned = await create("Planned", currentId, { estimateMinutes: 60 });
  const dropped = await create("Dropped", currentId);
  await letPass(3);
  const added = await create("Added", currentId);
  await mia!.change(dropped.id, { cycleId: null });
  await mia!.change(planned.id, { status: "done" });
  expect(counts(await reportOf(currentId))).toEqual([2, 1, 1, 1, 0, 1]);
  await endNow(currentId);
  const report = await reportOf(currentId);
  expect(counts(report)).toEqual([2, 1, 1, 1, 1, 0]);
  expect(report).toMatchObject({
    movedTo: { id: nextId },
    planned: { estimateMinutes: 60 },
    statuses: [
      { status: "todo", count: 1 },
      { status: "done", count: 1, estimateMinutes: 60 },
    ],
  });
  expect(report.days.at(-1)).toMatchObject({ day: today, scope: 2, done: 1, doneMinutes: 60 });
  expect((await mia!.read(added.id)).cycle?.id).toBe(nextId);
  const { items } = await mia!.history(added.id);
  expect(items[0]).toMatchObject({
    field: "cycle",
    before: currentId,
    after: nextId,
    actor: { id: mia!.id },
  });
  // Nothing that happens afterwards changes the report.
  await mia!.change(planned.id, { status: "todo", title: "Renamed" });
  await mia!.remove(dropped.id);
  await server.db.deleteFrom("tasks").where("id", "=", dropped.id).execute();
  expect(await reportOf(currentId)).toEqual(report);
  expect((await tasksOf(currentId)).map(({ title, outcome }) => [title, outcome])).toEqual([
    ["Planned", "done"],
    ["Added", "moved"],
    [null, "removed"],
  ]);
});

test("shows a task that was deleted as removed, without its title, also after it was swept", async () => {
  const { currentId } = await startCycles();
  const task = await create("Gone", currentId);
  await letPass(3);
  await mia!.remove(task.id);
  const removed = [{ title: null, outcome: "removed", isPlanned: true }];
  expect(await tasksOf(currentId)).toMatchObject(removed);
  await server.db.deleteFrom("tasks").where("id", "=", task.id).execute();
  expect(await tasksOf(currentId)).toMatchObject(removed);
});

test("tells nothing of a task after it has left for a place where the viewer may not see it", async () => {
  const backend = server.db.selectFrom("departments").select("id").where("name", "=", "Backend");
  departmentId = (await backend.executeTakeFirstOrThrow()).id;
  const { currentId } = await startCycles();
  const task = await create("Confidential", currentId, { estimateMinutes: 60 });
  await letPass(3);
  await mia!.change(task.id, { departmentId: null });
  const [before, report] = [await tasksOf(currentId, ana), await reportOf(currentId, ana)];
  expect(before).toMatchObject([{ taskId: null, title: null, status: null, outcome: "removed" }]);
  expect(report.removed).toEqual({ count: 1, estimateMinutes: 60 });
  await mia!.change(task.id, { status: "done", estimateMinutes: 90 });
  expect(await tasksOf(currentId, ana)).toEqual(before);
  expect(await reportOf(currentId, ana)).toEqual(report);
  expect(await tasksOf(currentId, mia)).toMatchObject([
    { taskId: task.id, title: "Confidential", status: "todo", estimateMinutes: 60 },
  ]);
  for (const table of ["task_cycles", "task_cycle_lists"] as const)
    await server.db.deleteFrom(table).where("department_id", "=", departmentId).execute();
});

test("keeps no title of a deleted task", async () => {
  const { currentId } = await startCycles();
  const [early, late] = [await create("Early", currentId), await create("Late", currentId)];
  await letPass(3);
  await mia!.remove(early.id);
  await endNow(currentId, "none");
  await mia!.remove(late.id);
  await server.db.deleteFrom("tasks").where("id", "in", [early.id, late.id]).execute();
  const kept = await server.db
    .selectFrom("task_cycle_outcomes")
    .select("title")
    .where("cycle_id", "=", currentId)
    .execute();
  expect(kept).toEqual([{ title: "" }, { title: "" }]);
});

test("ends cycles as they were after their last days, however late the server notices", async () => {
  // The first one ended nine days ago, the second one two days ago.
  const { currentId, nextId } = await startCycles(15, { weeks: 1 });
  const task = await create("Unfinished", currentId);
  await letPass(15);
  const [late, done] = [await create("Late", currentId), await create("Done late", currentId)];
  await sql`UPDATE task_cycle_spans SET added_at = now() - interval '15 days' WHERE task_id = ${done.id}`.execute(
    server.db,
  );
  await mia!.change(done.id, { status: "done" });
  const filtered = async (cycles: string) =>
    (await mia!.list({ departments: departmentId, cycles })).map(({ title }) => title).sort();
  expect(await filtered("current,next")).toEqual([]);
  const context = { db: server.db, realtime: { sendToOthers: () => undefined } as never };
  await turnCycles(context, today);
  const first = await reportOf(currentId);
  expect(counts(first)).toEqual([2, 0, 0, 0, 2, 0]);
  expect(first.days.at(-1)).toMatchObject({ scope: 2, done: 0 });
  const second = await reportOf(nextId);
  expect(counts(second)).toEqual([3, 0, 0, 0, 3, 0]);
  expect(second.days).toHaveLength(7);
  expect(second.days[0]).toMatchObject({ scope: 3 });
  const list = await listOf();
  expect(list?.past.map(({ id }) => id)).toEqual([nextId, currentId]);
  for (const { id } of [task, late, done]) expect((await mia!.read(id)).cycle?.id).toBe(list?.open[0]?.id);
});

test("turns the cycles of other departments where those of one cannot turn", async () => {
  const broken = await startCycles(20);
  await server.db
    .updateTable("task_cycle_lists")
    .set({ last_number: 2_147_483_647 })
    .where("department_id", "=", departmentId)
    .execute();
  const brokenId = departmentId;
  await newDepartment();
  const { currentId } = await startCycles(20);
  const sent: unknown[] = [];
  const realtime = { sendToOthers: (...args: unknown[]) => sent.push(args.at(-1)) } as never;
  await expect(turnCycles({ db: server.db, realtime }, today)).rejects.toThrow(/out of range/);
  expect((await reportOf(currentId)).cycle.isEnded).toBe(true);
  expect((await reportOf(broken.currentId)).cycle.isEnded).toBe(false);
  expect(sent).toContainEqual({ isRewritten: true });
  await server.db.deleteFrom("departments").where("id", "=", brokenId).execute();
});

test("keeps the name of the next cycle in a report, also after it was renamed and removed", async () => {
  const { currentId, nextId } = await startCycles();
  await create("Moves", currentId);
  await endNow(currentId);
  await server.db.updateTable("task_cycles").set({ name: "Renamed" }).where("id", "=", nextId).execute();
  expect((await reportOf(currentId)).movedTo).toEqual({ id: nextId, name: "Cycle 2" });
  await setCycles({ isOn: false });
  expect((await reportOf(currentId)).movedTo).toEqual({ id: null, name: "Cycle 2" });
});

test("refuses to remove a department with reports of cycles", async () => {
  const [sol] = await createWorkers(server, { Sol: { roles: ["super_admin"] } });
  const { currentId } = await startCycles();
  await endNow(currentId);
  await setCycles({ isOn: false });
  const removal = sol!.client.refused(administrationRoutes.removeDepartment, { params: { departmentId } });
  expect(await codeOf(removal)).toBe("department_not_empty");
});

test("counts hidden tasks without naming them", async () => {
  const backend = server.db.selectFrom("departments").select("id").where("name", "=", "Backend");
  departmentId = (await backend.executeTakeFirstOrThrow()).id;
  const { currentId } = await startCycles();
  const task = await create("Secret", currentId);
  await letPass(3);
  await endNow(currentId, "none");
  await mia!.change(task.id, { departmentId: null });
  expect(await tasksOf(currentId, mia)).toMatchObject([{ title: "Secret" }]);
  expect(await tasksOf(currentId, ana)).toMatchObject([{ title: null, outcome: "left" }]);
  expect((await reportOf(currentId, ana)).left.count).toBe(1);
  const params = { cycleId: currentId };
  expect(await codeOf(ben!.client.refused(taskCycleRoutes.getTaskCycle, { params }))).toBe(
    "task_cycle_not_found",
  );
});

test("ends a cycle once after its last day, and makes the one after the next", async () => {
  const { currentId, nextId } = await startCycles(20);
  const task = await create("Unfinished", currentId);
  const context = { db: server.db, realtime: { sendToOthers: () => undefined } as never };
  await Promise.all([turnCycles(context, today), turnCycles(context, today)]);
  expect((await mia!.read(task.id)).cycle?.id).toBe(nextId);
  const list = await listOf();
  expect(list?.open.map(({ name }) => name)).toEqual(["Cycle 2", "Cycle 3"]);
  expect(list?.past.map(({ id }) => id)).toEqual([currentId]);
  const moves = (await mia!.history(task.id)).items.filter(({ field }) => field === "cycle");
  expect(moves).toHaveLength(1);
});

test("ends a cycle once for two managers at the same time, also if a task is finished then", async () => {
  const { currentId } = await startCycles();
  const tasks = await Promise.all(["A", "B", "C"].map((title) => create(title, currentId)));
  const results = await Promise.allSettled([
    endNow(currentId),
    endNow(currentId),
    mia!.change(tasks[0]!.id, { status: "done" }),
  ]);
  expect(results.slice(0, 2).filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const report = await reportOf(currentId);
  const rows = await tasksOf(currentId);
  expect(rows).toHaveLength(3);
  // The task is in the report as it was when the cycle ended, and has moved exactly if it was open then.
  const { cycle } = await mia!.read(tasks[0]!.id);
  expect(rows.find(({ taskId }) => taskId === tasks[0]!.id)?.outcome).toBe(
    cycle?.id === currentId ? "done" : "moved",
  );
  expect(report.done.count + report.moved.count).toBe(3);
});

test("refuses to end a cycle with an outdated version, before it has started, and for people without the right", async () => {
  const { currentId, nextId } = await startCycles();
  const refuse = (worker: Worker, cycleId: string, version: number) =>
    codeOf(
      worker.client.refused(taskCycleRoutes.endTaskCycle, {
        params: { cycleId },
        body: { version, unfinished: "next" },
      }),
    );
  expect(await refuse(mia!, currentId, 7)).toBe("changed_meanwhile");
  expect(await refuse(mia!, nextId, 1)).toBe("task_cycle_not_found");
  expect(await refuse(ana!, currentId, 1)).toBe("forbidden");
});

test("changes the goal and days of a cycle, and refuses days of another one or in the past", async () => {
  const { open } = await setCycles();
  const [current, next] = open;
  const change = (cycleId: string, body: object) =>
    mia!.client.call(taskCycleRoutes.changeTaskCycle, { params: { cycleId }, body: { version: 1, ...body } });
  const refuse = (cycleId: string, body: object) =>
    codeOf(
      mia!.client.refused(taskCycleRoutes.changeTaskCycle, {
        params: { cycleId },
        body: { version: 1, ...body },
      }),
    );
  expect(await refuse(current!.id, { endsOn: addDays(today, 14) })).toBe("task_cycle_dates_wrong");
  expect(await refuse(current!.id, { startsOn: addDays(today, 1) })).toBe("task_cycle_dates_wrong");
  expect(await refuse(next!.id, { startsOn: today })).toBe("task_cycle_dates_wrong");
  const endsOn = addDays(today, 9);
  const { list } = await change(current!.id, { endsOn, goal: "Ship it" });
  expect(list.open[0]).toMatchObject({ endsOn, goal: "Ship it", version: 2 });
  expect(await refuse(current!.id, { goal: "Ship something else" })).toBe("changed_meanwhile");
});

test("keeps ended cycles when cycles are switched off, and goes on counting when they are on again", async () => {
  const { currentId, nextId } = await startCycles();
  const [open, planned] = [await create("Open", currentId), await create("Planned", nextId)];
  const off = await setCycles({ isOn: false });
  expect(off).toMatchObject({ isOn: false, open: [], past: [{ id: currentId }] });
  expect((await mia!.read(open.id)).cycle).toBeNull();
  expect((await mia!.read(planned.id)).cycle).toBeNull();
  const on = await setCycles();
  expect(on.open[0]?.name).toBe("Cycle 3");
  expect(on.past).toHaveLength(1);
});

test("gives cycles and their reports to the department that takes the tasks, and ends no cycle of that one", async () => {
  const [sol] = await createWorkers(server, { Sol: { roles: ["super_admin"] } });
  for (const hasOwn of [false, true]) {
    await newDepartment();
    const intoId = departmentId;
    const own = hasOwn ? (await setCycles()).open[0] : undefined;
    await newDepartment();
    const first = await startCycles();
    const ended = await create("Done before", first.currentId, { status: "done" });
    await endNow(first.currentId);
    const task = await create("Planned", first.nextId);
    await sql`UPDATE task_cycles SET starts_on = ${today}::date WHERE id = ${first.nextId}`.execute(
      server.db,
    );
    const merger = { params: { departmentId }, body: { intoId } };
    await sol!.client.call(administrationRoutes.mergeDepartment, merger);
    departmentId = intoId;
    const list = await listOf();
    // Its current cycle ends only where the other department has cycles of its own.
    const past = hasOwn ? [first.nextId, first.currentId] : [first.currentId];
    expect(list?.past.map(({ id }) => id)).toEqual(past);
    expect(list?.open[0]?.id).toBe(own?.id ?? first.nextId);
    expect((await mia!.read(task.id)).cycle?.id).toBe(hasOwn ? undefined : first.nextId);
    expect((await mia!.read(ended.id)).cycle?.id).toBe(first.currentId);
    expect(counts(await reportOf(first.currentId))).toEqual([0, 1, 0, 1, 0, 0]);
    const report = await reportOf(first.nextId);
    expect(counts(report)).toEqual([1, 0, 0, 0, 0, 1]);
    if (hasOwn)
      expect((await mia!.history(task.id)).items.map(({ field, after }) => [field, after])).toContainEqual([
        "cycle",
        null,
      ]);
  }
});

test("notifies open pages when a cycle ends", async () => {
  const { currentId } = await startCycles();
  const socket = await ana!.listen();
  await endNow(currentId);
  expect(await socket.next("task-cycles.changed")).toEqual({ isRewritten: true });
  socket.close();
});
