import type { TaskAnalytics } from "@atoll/contract/tasks/analytics";
import type { TaskQuery } from "@atoll/contract/tasks/filter";
import { openTaskStatuses, type TaskStatus } from "@atoll/contract/tasks/limits";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { addDays } from "@atoll/contract/zones";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { sharedServer } from "../../../../test/for-file.ts";
import { createTaskRow } from "../../../../test/task-factory.ts";
import { createWorkers, type Worker } from "../../../../test/tasks.ts";

const server = sharedServer();
let workers: Record<"ana" | "ben" | "cleo" | "manager", Worker>;
const day = 24 * 3600_000;
const today = new Date().toISOString().slice(0, 10);

/** Returns pseudorandom numbers that are the same each time, so that a failure can be reproduced. */
function createRandom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    return state / 2 ** 31;
  };
  return { next, pick: <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)]! };
}

beforeAll(async () => {
  const [ana, ben, cleo, manager] = (await createWorkers(server, {
    Ana: { departments: ["Backend"] },
    Ben: { departments: ["Backend", "Frontend"] },
    Cleo: { departments: ["Marketing"] },
    Manager: { roles: ["admin"] },
  })) as [Worker, Worker, Worker, Worker];
  workers = { ana, ben, cleo, manager };
  const departments = await server.db.selectFrom("departments").select(["id", "name"]).execute();
  const idOf = (name: string) => departments.find((one) => one.name === name)?.id ?? null;
  const random = createRandom(20);
  const people = Object.values(workers);
  for (let count = 0; count < 160; count += 1) {
    let at = Date.now() - random.next() * 150 * day;
    const steps: { status: TaskStatus; at: number }[] = [{ status: "todo", at }];
    for (const status of ["in_progress", "todo", "in_progress", "in_review", "done", "archived"] as const) {
      at += random.next() ** 2 * 30 * day;
      if (at > Date.now() || random.next() < 0.12) break;
      // Some tasks skip a status.
      if (random.next() < 0.8) steps.push({ status, at });
    }
    await write(steps, {
      title: `Task ${count}`,
      tags: [random.pick(["quay", "pier"])],
      created: random.pick(people).id,
      assignee: random.next() < 0.7 ? random.pick(people).id : null,
      department: idOf(random.pick(["Backend", "Frontend", "Marketing", "None"])),
      due: random.next() < 0.6 ? addDays(today, Math.round((random.next() - 0.5) * 40)) : null,
      clock: random.next() < 0.3,
    });
  }
  // A sub-task counts within its parent, and a deleted task not at all.
  const [whole] = await ana.list();
  await createTaskRow(server.db, ana.id, { parent_id: whole!.id });
  await createTaskRow(server.db, ana.id, { deleted_at: new Date() });
});

interface Facts {
  title: string;
  tags: string[];
  created: string;
  assignee: string | null;
  department: string | null;
  due: string | null;
  clock: boolean;
}

/** Inserts a task as if it had gone through all these steps. */
async function write(steps: { status: TaskStatus; at: number }[], facts: Facts): Promise<void> {
  const dates = steps.map((step) => ({ status: step.status, at: new Date(step.at) }));
  const when = (...of: TaskStatus[]) => dates.find(({ status }) => of.includes(status))?.at ?? null;
  const last = dates.at(-1)!;
  const isTimed = facts.due !== null && facts.clock;
  const id = await createTaskRow(server.db, facts.created, {
    title: facts.title,
    tags: facts.tags,
    status: last.status,
    assignee_id: facts.assignee,
    department_id: facts.department,
    due_date: facts.due,
    due_time: isTimed ? "12:00" : null,
    due_zone: isTimed ? "UTC" : null,
    due_at: isTimed ? new Date(`${facts.due}T12:00Z`) : null,
    created_at: dates[0]!.at,
    started_at: when("in_progress", "in_review"),
    completed_at: ["done", "archived"].includes(last.status) ? when("done") : null,
  });
  await sql`DELETE FROM task_status_spans WHERE task_id = ${id}`.execute(server.db);
  await server.db
    .insertInto("task_status_spans")
    .values(
      dates.map(({ status, at }, index) => ({
        task_id: id,
        status,
        entered_at: at,
        left_at: dates[index + 1]?.at ?? null,
      })),
    )
    .execute();
}

interface Period {
  from: string;
  to: string;
  zone: string;
  departments?: string;
  tags?: string;
}

const read = (who: Worker, query: Period) => who.client.call(taskRoutes.getTaskAnalytics, { query });

/** Counts the tasks of a list. */
async function listed(who: Worker, { zone, departments, tags }: Period, filter: TaskQuery): Promise<number> {
  const query = { zone, departments, tags, ...filter, group: "none" as const };
  const { groups } = await who.client.call(taskRoutes.countTasks, { query });
  return groups.reduce((sum, { count }) => sum + count, 0);
}

/** Returns every figure, with the filter of its list. */
function figuresOf(it: TaskAnalytics): [what: string, figure: number, filter: TaskQuery][] {
  const made = (from: string, before: string) => ({ createdFrom: from, createdBefore: before });
  const done = (from: string, before: string) => ({ doneFrom: from, doneBefore: before });
  const inPeriod = done(it.from, it.before);
  const open = { statuses: openTaskStatuses.join() };
  const each = (what: string, counts: TaskAnalytics["open"], filter: TaskQuery) =>
    openTaskStatuses.map((status): [string, number, TaskQuery] => [
      `${what} ${status}`,
      counts[status],
      { statuses: status, ...filter },
    ]);
  return [
    ["created", it.created, made(it.from, it.before)],
    ["done", it.done, inPeriod],
    ["earlier created", it.earlierCreated, made(it.earlierFrom, it.from)],
    ["earlier done", it.earlierDone, done(it.earlierFrom, it.from)],
    ["overdue", it.overdue, { due: "overdue" }],
    ...each("open", it.open, {}),
    ...it.steps.flatMap(({ day: name, from, before, ...step }): [string, number, TaskQuery][] => [
      [`created ${name}`, step.created, made(from, before)],
      [`done ${name}`, step.done, done(from, before)],
      ...openTaskStatuses.map((status): [string, number, TaskQuery] => [
        `flow ${name} ${status}`,
        step.open[status],
        { was: status, wasAt: before },
      ]),
    ]),
    ["lead", it.lead.count, inPeriod],
    ["cycle", it.cycle.count, { ...inPeriod, cycleFrom: 0 }],
    ...it.lead.bins.map((bin): [string, number, TaskQuery] => [
      `lead from ${bin.from}`,
      bin.count,
      { ...inPeriod, leadFrom: bin.from, leadBefore: bin.before ?? undefined },
    ]),
    ...it.cycle.bins.map((bin): [string, number, TaskQuery] => [
      `cycle from ${bin.from}`,
      bin.count,
      { ...inPeriod, cycleFrom: bin.from, cycleBefore: bin.before ?? undefined },
    ]),
    ...it.age.flatMap((age) =>
      each(`age ${age.fromDays}`, age, {
        createdFrom: age.createdFrom ?? undefined,
        createdBefore: age.createdBefore ?? undefined,
      }),
    ),
    ...it.departments.flatMap(({ department, ...counts }): [string, number, TaskQuery][] => [
      [`open of ${department?.name}`, counts.open, { ...open, departments: department?.id ?? "none" }],
      [`done of ${department?.name}`, counts.done, { ...inPeriod, departments: department?.id ?? "none" }],
    ]),
    ...it.workload.flatMap(({ person, ...counts }) =>
      each(`of ${person?.name ?? "nobody"}`, counts, { assignees: person?.id ?? "none" }),
    ),
  ];
}

describe.each(["ana", "ben", "cleo", "manager"] as const)(
  "for %s every figure is what its list counts",
  (name) => {
    test.each([
      ["by day", { from: addDays(today, -20), to: today, zone: "Pacific/Kiritimati" }],
      ["by week", { from: addDays(today, -100), to: addDays(today, -5), zone: "America/Los_Angeles" }],
      ["by month, of one tag", { from: addDays(today, -500), to: today, zone: "UTC", tags: "quay" }],
    ] satisfies [string, Period][])("%s", async (_unit, period) => {
      const who = workers[name];
      const figures = figuresOf(await read(who, period));
      const lists = await Promise.all(figures.map(([, , filter]) => listed(who, period, filter)));
      const found = figures.map(([what, figure], index) => [what, figure, lists[index]]);
      expect(found.filter(([, figure, list]) => figure !== list)).toEqual([]);
      // The equality would also hold if all figures were zero.
      expect(found.filter(([, figure]) => figure !== 0).length).toBeGreaterThan(20);
    });
  },
);

test("median and 85th percentile match the tasks finished within them", async () => {
  const period = { from: addDays(today, -150), to: today, zone: "UTC" };
  const { lead, cycle, from, before } = await read(workers.manager, period);
  const inPeriod = { doneFrom: from, doneBefore: before };
  for (const [share, value] of [
    [0.5, lead.p50],
    [0.85, lead.p85],
  ] as const) {
    // The filter has whole seconds; the figure is the time of one of the tasks.
    const within = await listed(workers.manager, period, { ...inPeriod, leadBefore: Math.floor(value!) + 1 });
    const less = await listed(workers.manager, period, { ...inPeriod, leadBefore: Math.floor(value!) });
    expect(within / lead.count).toBeGreaterThanOrEqual(share);
    expect(less / lead.count).toBeLessThan(share);
  }
  expect(cycle.p50! <= cycle.p85! && cycle.count < lead.count).toBe(true);
});

test.each([
  ["1900-01-01", "Pacific/Kiritimati"],
  ["2199-12-31", "America/New_York"],
])("a period at the edge of the calendar is counted as far as it reaches (%s)", async (edge, zone) => {
  const { created, steps } = await read(workers.ana, { from: edge, to: edge, zone });
  expect([created, steps.map((step) => step.day)]).toEqual([0, [edge]]);
});

test("shows the colleagues of the viewer's own departments, ordered by name", async () => {
  const period = { from: addDays(today, -10), to: today, zone: "UTC" };
  const names = async (who: Worker) => (await read(who, period)).workload.map(({ person }) => person?.name);
  expect(await names(workers.ana)).toEqual(["Ana", "Ben", undefined]);
  // A manager sees all tasks, but is in no department.
  expect(await names(workers.manager)).toEqual(["Manager", undefined]);
});

test("status changes record when work started and when it was finished", async () => {
  const { ana } = workers;
  const times = async (id: string) => {
    const row = await server.db
      .selectFrom("tasks")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    return [row.started_at !== null, row.completed_at !== null];
  };
  const { id } = await ana.create({ title: "Through all of it" });
  const states: boolean[][] = [];
  for (const status of ["in_progress", "todo", "in_review", "done", "archived", "done", "todo"] as const) {
    await ana.change(id, { status });
    states.push(await times(id));
  }
  const [started, finished, neither] = [
    [true, false],
    [true, true],
    [false, false],
  ];
  // A task that went back to "To do" does not count as started.
  expect(states).toEqual([started, neither, started, finished, finished, finished, neither]);
});
