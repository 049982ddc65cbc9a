import { taskRoutes } from "@atoll/contract/tasks/routes";
import { addDays } from "@atoll/contract/zones";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, expect, test } from "vitest";
import { byId, eventEqualsRefetch } from "../../../../test/event-equals-refetch.ts";
import { sharedServer } from "../../../../test/for-file.ts";
import { createWorkers, type Worker } from "../../../../test/tasks.ts";
import { recurTasks } from "./recur-tasks.ts";

const server = sharedServer();
let ana: Worker;
let ben: Worker;

beforeAll(async () => {
  [ana, ben] = (await createWorkers(server, { Ana: {}, Ben: {} })) as [Worker, Worker];
});

const today = new Date().toISOString().slice(0, 10);
const monthly = { every: "month" as const };

/** Returns the due dates of the open tasks with a title. */
async function open(who: Worker, title: string) {
  const found = await who.list({ text: title, statuses: "todo,in_progress", sort: "due" });
  return found.map(({ due }) => due?.date);
}

async function series(title: string, date: string, rule: Parameters<Worker["change"]>[1]["recurrence"]) {
  const { id } = await ana.create({ title, due: { date }, tags: ["often"], assigneeId: ben.id });
  await ana.change(id, { recurrence: rule ?? null });
  return id;
}

test("a task can recur from its creation on, counted from its due date", async () => {
  const { id, recurrence } = await ana.create({
    title: "Read the tide tables",
    startsOn: "2099-01-29",
    due: { date: "2099-01-31" },
    recurrence: monthly,
  });
  expect(recurrence).toMatchObject({ every: "month", anchor: "2099-01-31", day: "2099-01-31" });
  await ana.change(id, { status: "done" });
  expect(await open(ana, "Read the tide tables")).toEqual(["2099-02-28"]);
  const [next] = await ana.list({ text: "Read the tide tables", statuses: "todo" });
  expect(next?.startsOn).toBe("2099-02-26");
  await expect(ana.create({ recurrence: monthly })).rejects.toThrow("recurrence_without_due");
  const part = { parentId: id, due: { date: "2099-01-31" }, recurrence: monthly };
  await expect(ana.create(part)).rejects.toThrow("recurrence_of_part");
});

test("finishing a task creates the next one of its series, with open sub-tasks", async () => {
  const id = await series("Pay the harbour dues", "2099-01-31", monthly);
  const part = await ana.create({
    title: "Ask for the bill",
    parentId: id,
    due: { date: "2099-01-29" },
    assigneeId: ben.id,
  });
  await ana.create({ title: "Sign it", parentId: id });
  await ana.watchers(id, { add: [ana.id] });
  await ana.change(part.id, { status: "done" });
  await ben.change(id, { status: "done" });
  const [next] = await ben.list({ text: "Pay the harbour dues", statuses: "todo" });
  expect(next).toMatchObject({
    due: { date: "2099-02-28", clock: null },
    tags: ["often"],
    createdBy: { id: ana.id },
    assignee: { id: ben.id },
    watcherIds: [ana.id],
    recurrence: { every: "month", anchor: "2099-01-31", day: "2099-02-28" },
    subtasks: { done: 0, total: 2 },
  });
  const whole = await ana.read(next!.id);
  expect(whole.subtaskList.map(({ title, due }) => [title, due?.date])).toEqual([
    ["Ask for the bill", "2099-02-26"],
    ["Sign it", undefined],
  ]);
  expect((await ana.read(id)).recurrence).toBeNull();
  await ana.change(next!.id, { status: "done" });
  expect(await open(ana, "Pay the harbour dues")).toEqual(["2099-03-31"]);
});

test("finishing concurrently, twice and again creates one successor, and undo withdraws it", async () => {
  const id = await series("Count the life vests", "2099-05-04", { every: "week", weekdays: [1, 4] });
  const changeId = uuidv7();
  await Promise.all([
    ana.change(id, { status: "done" }, changeId),
    ana.change(id, { status: "done" }, changeId),
    ben.change(id, { status: "done" }),
    ben.move(id, { status: "done" }),
  ]);
  expect(await open(ana, "Count the life vests")).toEqual(["2099-05-07"]);
  await ana.change(id, { status: "todo" });
  const again = uuidv7();
  await ana.changeMany([id], { status: "done" }, again);
  // The series has already continued: nothing is created twice.
  expect(await open(ana, "Count the life vests")).toEqual(["2099-05-07"]);
});

test("an undo withdraws the successor for everybody who sees it, and the series can continue again", async () => {
  const id = await series("Water the plants", "2099-06-01", { every: "day", interval: 10 });
  const socket = await ben.listen();
  const fetch = async () => byId(await ben.list({ text: "Water the plants" }));
  const changeId = uuidv7();
  await eventEqualsRefetch({
    socket,
    event: "task.changed",
    fetch,
    act: () => ana.change(id, { status: "done" }, changeId),
    apply: (held, { task }) => byId([...held.filter((one) => one.id !== task.id), task]),
  });
  expect(await open(ben, "Water the plants")).toEqual(["2099-06-11"]);
  const [next] = await ben.list({ text: "Water the plants", statuses: "todo" });
  await ana.undo(changeId);
  expect(await socket.next("task.gone")).toEqual({ taskId: next!.id });
  expect(await open(ben, "Water the plants")).toEqual(["2099-06-01"]);
  expect((await ana.read(id)).recurrence).toMatchObject({ interval: 10, day: "2099-06-01" });
  await ana.change(id, { status: "done" });
  expect(await open(ben, "Water the plants")).toEqual(["2099-06-11"]);
  socket.close();
});

test("a successor that somebody has already changed stays, and the series continues there", async () => {
  const id = await series("Test the sirens", "2099-07-01", monthly);
  const changeId = uuidv7();
  await ana.change(id, { status: "done" }, changeId);
  const [next] = await ana.list({ text: "Test the sirens", statuses: "todo" });
  await ben.change(next!.id, { title: "Test the sirens, all four" });
  await ana.undo(changeId);
  expect(await open(ana, "Test the sirens")).toEqual(["2099-07-01", "2099-08-01"]);
  expect((await ana.read(id)).recurrence).toBeNull();
  expect((await ana.read(next!.id)).recurrence).toMatchObject({ day: "2099-08-01" });
});

test("counted from completion, the next task is due after the interval from the day of completion", async () => {
  const id = await series("Clean the filter", "2099-08-01", {
    every: "week",
    interval: 2,
    from: "completion",
  });
  await ana.change(id, { status: "done" });
  expect(await open(ana, "Clean the filter")).toEqual([addDays(today, 14)]);
});

test("on schedule, the next task is created on its day, once, whether or not the previous one is done", async () => {
  const late = addDays(today, -30);
  const id = await series("Read the tide gauge", late, { every: "week" });
  await series("Rest a while", late, { every: "day" });
  const [rested] = await ana.list({ text: "Rest a while" });
  await ana.change(rested!.id, { status: "archived" });
  const told: string[] = [];
  const recur = () => recurTasks(server.db, new Date(), async (ids) => told.push(...ids));
  await Promise.all([recur(), recur()]);
  expect(told.filter((taskId) => taskId === id)).toHaveLength(1);
  expect(await open(ana, "Read the tide gauge")).toEqual([late, addDays(today, -2)]);
  expect(await open(ana, "Rest a while")).toEqual([]);
  expect((await ana.history(id)).items.map(({ field }) => field)).toContain("successor");
  // A late completion does not delay the next task.
  const [, newest] = await ana.list({ text: "Read the tide gauge", sort: "due" });
  await ana.change(newest!.id, { status: "done" });
  expect(await open(ana, "Read the tide gauge")).toEqual([late, addDays(today, 5)]);
});

test("a recurrence needs a due date, and is removed with it", async () => {
  const { id } = await ana.create({ title: "Some day" });
  await expect(ana.change(id, { recurrence: monthly })).rejects.toThrow("recurrence_without_due");
  const both = uuidv7();
  await ana.change(id, { due: { date: "2099-01-31" }, recurrence: monthly }, both);
  await ana.undo(both);
  expect(await ana.read(id)).toMatchObject({ due: null, recurrence: null });
  await ana.change(id, { due: { date: "2099-01-31" }, recurrence: monthly });
  await ana.change(id, { status: "done" });
  const [next] = await ana.list({ text: "Some day", statuses: "todo" });
  // The interval is changed in a short month: the series keeps the 31st.
  await ana.change(next!.id, { recurrence: { ...monthly, interval: 2 } });
  expect((await ana.read(next!.id)).recurrence).toMatchObject({ anchor: "2099-01-31", day: "2099-02-28" });
  const removal = uuidv7();
  await ana.change(next!.id, { due: null }, removal);
  expect((await ana.read(next!.id)).recurrence).toBeNull();
  await ana.undo(removal);
  expect((await ana.read(next!.id)).recurrence).toMatchObject({ interval: 2 });
  const part = await ana.create({ title: "A part", parentId: id, due: { date: "2099-01-31" } });
  await expect(ana.change(part.id, { recurrence: monthly })).rejects.toThrow("recurrence_of_part");
});

test("the next task of a series has the present names of options, and nobody who has left", async () => {
  const [mia, lars] = await createWorkers(server, { Mia: { roles: ["admin"] }, Lars: {} });
  const add = (version: number, field: { label: string; kind: "choice" | "person"; options?: string[] }) =>
    mia!.client.call(taskRoutes.addTaskField, { body: { departmentId: null, version, ...field } });
  await add(0, { label: "Berth", kind: "choice", options: ["North", "South"] });
  await add(1, { label: "Pilot", kind: "person" });
  await add(2, { label: "Mate", kind: "person" });
  const { id } = await ana.create({
    title: "Moor",
    due: { date: "2099-01-31" },
    recurrence: monthly,
    fields: { own_berth: "North", own_pilot: lars!.id, own_mate: ben.id },
  });
  const options = [
    { was: "North", name: "Quay" },
    { was: "South", name: "South" },
  ];
  const params = { field: "own_berth" };
  await mia!.client.call(taskRoutes.changeTaskField, { params, body: { version: 3, options } });
  await sql`UPDATE tasks SET fields = fields || '{"own_berth": "North"}' WHERE id = ${id}`.execute(server.db);
  await sql`UPDATE accounts SET disabled_at = now() WHERE id = ${lars!.id}`.execute(server.db);
  await ana.change(id, { status: "done" });
  const [next] = await ana.list({ text: "Moor", statuses: "todo" });
  expect(next?.fields).toEqual({ own_berth: "Quay", own_mate: ben.id });
});
