import type { TaskQuery } from "@atoll/contract/tasks/filter";
import { type TaskGroup, type TaskSort, taskDueParts, taskGroups } from "@atoll/contract/tasks/limits";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { sharedServer } from "../../../../test/for-file.ts";
import { createTaskRow } from "../../../../test/task-factory.ts";
import { createWorkers, type Worker } from "../../../../test/tasks.ts";
import { narrowed } from "./groups.ts";

const server = sharedServer();
let [ana, ben]: Worker[] = [];

/** Returns the date that is so many days from today in a zone. */
async function dayIn(zone: string, days = 0): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    SELECT to_char((now() AT TIME ZONE ${zone})::date + ${days}::int, 'YYYY-MM-DD') AS day`.execute(
    server.db,
  );
  return rows[0]!.day;
}

beforeAll(async () => {
  [ana, ben] = await createWorkers(server, { Ana: {}, Ben: {} });
  for (const task of [
    { title: "To do", status: "todo", priority: "high", assigneeId: ben!.id },
    { title: "At it", status: "in_progress", priority: "low", assigneeId: ana!.id },
    { title: "Looked at", status: "in_review", assigneeId: ana!.id },
    { title: "Nobody's", status: "todo", priority: "urgent" },
    { title: "Through", status: "done", due: { date: "2026-01-01" } },
  ] as const)
    await ana!.create({ ...task });
});

const groups = async (group: TaskGroup, query: object = {}) =>
  (await ana!.client.call(taskRoutes.listTaskGroups, { query: { group, ...query } })).groups;

test("are in the order of their field, people by name and unassigned last", async () => {
  const values = async (group: TaskGroup) => (await groups(group)).map(({ value }) => value);
  expect(await values("status")).toEqual(["in_progress", "in_review", "todo", "done"]);
  expect(await values("priority")).toEqual(["urgent", "high", "medium", "low"]);
  expect(await values("assignee")).toEqual([ana!.id, ben!.id, null]);
  expect(await values("due")).toEqual(["none", "finished"]);
  expect(await values("none")).toEqual([null]);
  expect((await groups("assignee")).map(({ person }) => person?.name)).toEqual(["Ana", "Ben", undefined]);
});

test("are those of a field of the company's own, in the order of its options, filtered and sorted by fields", async () => {
  const [mia] = await createWorkers(server, { Mia: { roles: ["admin"] } });
  const add = (version: number, field: { label: string; kind: "choice" | "number"; options?: string[] }) =>
    mia!.client.call(taskRoutes.addTaskField, { body: { departmentId: null, version, ...field } });
  await add(0, { label: "Size", kind: "choice", options: ["Small", "Medium", "Large"] });
  await add(1, { label: "Days", kind: "number" });
  for (const [own_size, own_days] of [
    ["Large", -2],
    ["Small", 10],
    ["Large", 9.5],
  ] as const)
    await mia!.create({ title: `${own_size} ${own_days}`, fields: { own_size, own_days } });
  await mia!.create({ title: "Without" });
  const shown = async (query: TaskQuery & { group?: TaskGroup; sort?: TaskSort }) => {
    const call = { query: { group: "none" as const, ...query } };
    const answer = await mia!.client.call(taskRoutes.listTaskGroups, call);
    return answer.groups.map(({ value, total, items }) => [value, total, items.map(({ title }) => title)]);
  };
  const byDays = ["Large -2", "Large 9.5", "Small 10", "Without"];
  expect(await shown({ sort: "own_days" })).toEqual([[null, 4, byDays]]);
  expect(await shown({ group: "own_size", sort: "own_days" })).toEqual([
    ["Small", 1, ["Small 10"]],
    ["Large", 2, ["Large -2", "Large 9.5"]],
    [null, 1, ["Without"]],
  ]);
  const filtered = async (fields: string) => (await shown({ fields, sort: "own_days" }))[0]?.[2];
  expect(await filtered("own_size=Large")).toEqual(["Large -2", "Large 9.5"]);
  expect(await filtered("own_size=Small&own_size=")).toEqual(["Small 10", "Without"]);
  expect(await filtered("own_days=-2..9.5")).toEqual(["Large -2", "Large 9.5"]);
  expect(await filtered("own_days=9.6..&own_size=Large")).toBeUndefined();
  expect(await filtered("own_size=~MA")).toEqual(["Small 10"]);
  const options = ["Small", "Medium", "Large"].map((was) => ({ was, name: was === "Large" ? "Vast" : was }));
  await mia!.client.call(taskRoutes.changeTaskField, {
    params: { field: "own_size" },
    body: { version: 2, options },
  });
  // A job may not have written the new name to all tasks yet.
  await sql`UPDATE tasks SET fields = fields || '{"own_size": "Large"}' WHERE title = 'Large 9.5'`.execute(
    server.db,
  );
  for (const name of ["Large", "Vast"])
    expect(await filtered(`own_size=${name}`), name).toEqual(["Large -2", "Large 9.5"]);
  expect(await shown({ group: "own_size", sort: "own_days" })).toContainEqual([
    "Vast",
    2,
    ["Large -2", "Large 9.5"],
  ]);
});

test("continue a list that is sorted by long texts", async () => {
  const [rosa] = await createWorkers(server, { Rosa: { roles: ["admin"] } });
  const { sets } = await rosa!.client.call(taskRoutes.listTaskFields, {});
  const version = sets.find(({ departmentId }) => departmentId === null)?.version ?? 0;
  const field = { label: "Notes", kind: "text" as const };
  await rosa!.client.call(taskRoutes.addTaskField, { body: { departmentId: null, version, ...field } });
  const texts = ["🌊", "🌊", "⚓"].map((sign) => sign.repeat(900));
  for (const own_notes of texts) await rosa!.create({ title: "Long", fields: { own_notes } });
  const query = { text: "Long", sort: "own_notes" as const, limit: 1 };
  const seen: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await rosa!.client.call(taskRoutes.listTasks, {
      query: { ...query, ...(cursor && { cursor }) },
    });
    seen.push(...page.items.map(({ fields }) => String(fields.own_notes)));
    cursor = page.nextCursor;
  }
  expect(seen).toEqual(texts.toReversed());
});

test("have the same tasks as a list with the group's filter, and continue with its next page", async () => {
  for (const group of taskGroups) {
    for (const { value, total, items } of await groups(group, { sort: "title" })) {
      const [status] = narrowed(group, value).statuses ?? [];
      const own = {
        status: { statuses: status },
        priority: { priorities: value! },
        assignee: { assignees: value ?? "none" },
        due: { due: value! },
        cycle: { cycles: value ?? "none" },
        none: {},
      }[group];
      const list = await ana!.list({ ...own, sort: "title" });
      expect([group, value, total, items]).toEqual([group, value, list.length, list]);
    }
  }
  const [first] = await groups("none", { limit: 2, sort: "title" });
  const query = { sort: "title" as const, cursor: first!.nextCursor ?? undefined };
  const rest = await ana!.client.call(taskRoutes.listTasks, { query });
  expect([...first!.items, ...rest.items].map(({ title }) => title)).toEqual([
    "At it",
    "Looked at",
    "Nobody's",
    "Through",
    "To do",
  ]);
});

test("use the day of the viewer's time zone", async () => {
  const [east, west] = ["Pacific/Kiritimati", "Pacific/Pago_Pago"];
  // The two zones never have the same date: the eastern one is always a day ahead.
  const due = { date: await dayIn(west) };
  const { id } = await ana!.create({ title: "Across the line", due });
  const partIn = async (zone: string) =>
    (await groups("due", { zone })).find(({ items }) => items.some((task) => task.id === id))?.value;
  expect(await partIn(west)).toBe("today");
  expect(await partIn(east)).toBe("overdue");
  for (const [days, part] of [
    [400, "later"],
    [-1, "overdue"],
  ] as const) {
    await ana!.change(id, { due: { date: await dayIn(west, days) } });
    expect([days, await partIn(west)]).toEqual([days, part]);
  }
  const minute = async (minutes: number) =>
    (
      await sql<{
        date: string;
        time: string;
      }>`SELECT to_char(at, 'YYYY-MM-DD') AS date, to_char(at, 'HH24:MI') AS time
        FROM (SELECT now() AT TIME ZONE ${east} + ${minutes}::int * interval '1 minute' AS at) x`.execute(
        server.db,
      )
    ).rows[0]!;
  const past = await minute(-2);
  await ana!.change(id, { due: { date: past.date, clock: { time: past.time, zone: east } } });
  expect(await partIn(west)).toBe("overdue");
  await ana!.change(id, { status: "done" });
  expect(await partIn(west)).toBe("finished");
  expect(taskDueParts).toContain("week");
  await ana!.remove(id);
});

test("beyond the first ones come without tasks, but with their counts", async () => {
  const [lia] = await createWorkers(server, { Lia: {} });
  for (const name of Array.from({ length: 14 }, (_, index) => `Mate ${String(index).padStart(2, "0")}`)) {
    const [mate] = await createWorkers(server, { [name]: {} });
    await createTaskRow(server.db, lia!.id, { assignee_id: mate!.id });
  }
  const all = (await lia!.client.call(taskRoutes.listTaskGroups, { query: { group: "assignee" } })).groups;
  expect(all.map(({ person }) => person?.name)).toEqual(all.map(({ person }) => person?.name).toSorted());
  expect(all.map(({ items, total }) => [items.length, total])).toEqual([
    ...Array.from({ length: 12 }, () => [1, 1]),
    [0, 1],
    [0, 1],
  ]);
});

test("an unknown time zone is refused", async () => {
  for (const zone of ["Nowhere/Else", "+02:00"])
    await expect(groups("due", { zone })).rejects.toThrow("invalid_request");
});
