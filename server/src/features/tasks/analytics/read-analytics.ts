import type { TaskAnalytics, taskAnalyticsRoutes } from "@atoll/contract/tasks/analytics";
import { taskFilterSchema } from "@atoll/contract/tasks/filter";
import { type OpenTaskStatus, openTaskStatuses } from "@atoll/contract/tasks/limits";
import { addDays, clampInstant, daysFrom, instantIn } from "@atoll/contract/zones";
import type { z } from "zod";
import { compareNames } from "../../../platform/database/by-name.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import type { People } from "../../people/public.ts";
import { isWanted } from "../lists/filter-tasks.ts";
import { countCreatedAndDone, countFlow, countOpen } from "./queries.ts";
import { stepsOf, unitFor } from "./steps.ts";

type Query = z.output<(typeof taskAnalyticsRoutes.getTaskAnalytics)["query"]>;
type OpenCounts = Record<OpenTaskStatus, number>;

const daySeconds = 24 * 3600;
/** Lower bounds of the bins, in days. */
const binDays = [0, 1, 2, 4, 7, 14, 30, 60];
const ageDays = [0, 7, 14, 30, 60, 90];
/** A chart with more colleagues would be unreadable. */
const maxPeople = 100;

/**
 * Returns figures about the viewer's tasks over a period. Each is one aggregate with the condition that filters lists
 * (`isWanted`), so that a figure and its list have the same tasks. See docs/decisions/055-what-analytics-count.md.
 */
export async function readAnalytics(
  { db, people }: { db: Database; people: People },
  viewer: RequestViewer,
  { from, to, zone, departments, tags }: Query,
): Promise<TaskAnalytics> {
  const now = new Date();
  const unit = unitFor(from, to);
  const steps = stepsOf(from, to, unit, zone);
  const startOf = (day: string) => clampInstant(instantIn(zone, day));
  const begin = startOf(from);
  const end = startOf(addDays(to, 1));
  const earlier = startOf(addDays(from, -daysFrom(from, to) - 1));
  const bounds = [earlier, ...steps.map((step) => step.from), end];
  const ages = ageDays.toReversed().map((days) => new Date(now.getTime() - days * daySeconds * 1000));
  const bins = binDays.map((days) => days * daySeconds);
  const wanted = await isWanted(db, viewer, { ...taskFilterSchema.parse({}), departments, tags });
  const [counted, open, flow, named] = await Promise.all([
    countCreatedAndDone(db, wanted, bounds, bins),
    countOpen(db, wanted, { ages, zone, now, viewer }),
    countFlow(
      db,
      wanted,
      steps.map((step) => step.before),
    ),
    db.selectFrom("departments").select(["id", "name", "slug"]).execute(),
  ]);
  const { done } = counted;
  const created = totals(counted.created, ({ part }) => part);
  const sum = <Row extends { count: number }>(rows: readonly Row[], is: (row: Row) => boolean) =>
    rows.reduce((total, row) => (is(row) ? total + row.count : total), 0);
  // The first part is the time before the period.
  const inPeriod = done.filter(({ part }) => part > 1);
  const doneIn = totals(done, ({ part }) => part);
  const flowAt = countFlowAt(flow, steps.length);
  const openByAge = countOpenBy(open, "age", ({ age }) => ageBin(age, ages.length));
  const durations = (
    binOf: (row: (typeof done)[number]) => number | null,
    values: readonly (number | null)[] | null,
  ) => ({
    count: sum(inPeriod, (row) => binOf(row) !== null),
    p50: values?.[0] ?? null,
    p85: values?.[1] ?? null,
    bins: bins.map((binFrom, index) => ({
      from: binFrom,
      before: bins[index + 1] ?? null,
      count: sum(inPeriod, (row) => binOf(row) === index + 1),
    })),
  });
  const departmentOf = ({ department }: { department: string | null }) => department;
  const openOf = totals(
    open.filter(({ by }) => by === "department"),
    departmentOf,
  );
  const doneOf = totals(inPeriod, departmentOf);
  return {
    asOf: now.toISOString(),
    from: begin.toISOString(),
    before: end.toISOString(),
    earlierFrom: earlier.toISOString(),
    unit,
    created: steps.reduce((total, _, index) => total + (created.get(index + 2) ?? 0), 0),
    done: sum(inPeriod, () => true),
    earlierCreated: created.get(1) ?? 0,
    earlierDone: sum(done, ({ part }) => part === 1),
    open: countOpenBy(open, "age", () => "all").get("all") ?? noneOpen(),
    overdue: sum(open, ({ by, isOverdue }) => by === "due" && isOverdue === true),
    steps: steps.map((step, index) => ({
      day: step.day,
      from: step.from.toISOString(),
      before: step.before.toISOString(),
      created: created.get(index + 2) ?? 0,
      done: doneIn.get(index + 2) ?? 0,
      open: flowAt[index] ?? noneOpen(),
    })),
    lead: durations(({ leadBin }) => leadBin, counted.lead),
    cycle: durations(({ cycleBin }) => cycleBin, counted.cycle),
    age: ageDays.map((fromDays, index) => ({
      fromDays,
      beforeDays: ageDays[index + 1] ?? null,
      createdFrom: ages.at(-index - 2)?.toISOString() ?? null,
      createdBefore: index === 0 ? null : (ages.at(-index - 1)?.toISOString() ?? null),
      ...(openByAge.get(index) ?? noneOpen()),
    })),
    departments: [...new Set([...openOf.keys(), ...doneOf.keys()])]
      .map((id) => ({
        department: named.find((one) => one.id === id) ?? null,
        open: openOf.get(id) ?? 0,
        done: doneOf.get(id) ?? 0,
      }))
      .sort((one, other) => byName(one.department, other.department)),
    workload: await workloadOf(people, open),
  };
}

type OpenRows = Awaited<ReturnType<typeof countOpen>>;
type FlowRows = Awaited<ReturnType<typeof countFlow>>;

/** Returns the bin of an age. The youngest is first, and includes tasks that were created during the query. */
function ageBin(part: number | null, howMany: number): number {
  return Math.max(0, howMany - 1 - (part ?? 0));
}

async function workloadOf(people: People, open: OpenRows): Promise<TaskAnalytics["workload"]> {
  const counts = countOpenBy(open, "assignee", ({ assignee }) => assignee);
  const known = await people.of([...counts.keys()].filter((id) => id !== null));
  return [...counts]
    .map(([id, ofStatuses]) => ({ person: id === null ? null : (known.get(id) ?? null), ...ofStatuses }))
    .sort((one, other) => byName(one.person, other.person))
    .slice(0, maxPeople);
}

/** Compares by name. Null comes last. */
function byName(one: { name: string } | null, other: { name: string } | null): number {
  if (!one || !other) return (one ? 0 : 1) - (other ? 0 : 1);
  return compareNames(one.name, other.name);
}

// The loops below visit each row once: a large company has thousands of rows, and all requests share the event loop.

function totals<Row extends { count: number }, Key>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
): Map<Key, number> {
  const found = new Map<Key, number>();
  for (const row of rows) found.set(keyOf(row), (found.get(keyOf(row)) ?? 0) + row.count);
  return found;
}

function countOpenBy<Key>(
  rows: OpenRows,
  by: OpenRows[number]["by"],
  keyOf: (row: OpenRows[number]) => Key,
): Map<Key, OpenCounts> {
  const found = new Map<Key, OpenCounts>();
  for (const row of rows) {
    if (row.by !== by) continue;
    const counts = found.get(keyOf(row)) ?? noneOpen();
    counts[row.status] += row.count;
    found.set(keyOf(row), counts);
  }
  return found;
}

/** Returns how many tasks were in each status at the end of each step, from the first and last step of each stay. */
function countFlowAt(rows: FlowRows, steps: number): OpenCounts[] {
  const changes = Array.from({ length: steps + 1 }, noneOpen);
  for (const { status, first, last, count } of rows) {
    const [from, after] = [changes[Math.max(0, first)], changes[Math.min(steps, last + 1)]];
    if (from) from[status] += count;
    if (after) after[status] -= count;
  }
  const now = noneOpen();
  return changes.slice(0, steps).map((change) => {
    for (const status of openTaskStatuses) now[status] += change[status];
    return { ...now };
  });
}

function noneOpen(): OpenCounts {
  return { todo: 0, in_progress: 0, in_review: 0 };
}
