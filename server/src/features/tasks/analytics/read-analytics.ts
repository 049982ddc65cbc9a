import type { TaskAnalytics, taskAnalyticsRoutes } from "@atoll/contract/tasks/analytics";
import { taskFilterSchema } from "@atoll/contract/tasks/filter";
import type { OpenTaskStatus } from "@atoll/contract/tasks/limits";
import { addDays, daysFrom, instantIn } from "@atoll/contract/zones";
import type { z } from "zod";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/access.ts";
import type { People } from "../../people/access.ts";
import { isWanted } from "../filter-tasks.ts";
import { countCreatedAndDone, countFlow, countOpen } from "./queries.ts";
import { stepsOf, unitFor } from "./steps.ts";

type Query = z.output<(typeof taskAnalyticsRoutes.getTaskAnalytics)["query"]>;
type OpenCounts = Record<OpenTaskStatus, number>;

const daySeconds = 24 * 3600;
/** From so many days on. */
const binDays = [0, 1, 2, 4, 7, 14, 30, 60];
const ageDays = [0, 7, 14, 30, 60, 90];
/** More colleagues than this are no picture any more. */
const maxPeople = 100;

/**
 * Counts the viewer's tasks over a period. Each part is one aggregate over the condition by which lists are filtered
 * (`isWanted`), so that a figure and its list are the same tasks. See docs/decisions/059-what-analytics-count.md.
 */
export async function readAnalytics(
  { db, people }: { db: Database; people: People },
  viewer: RequestViewer,
  { from, to, zone, departments, tags }: Query,
): Promise<TaskAnalytics> {
  const now = new Date();
  const unit = unitFor(from, to);
  const steps = stepsOf(from, to, unit, zone);
  const begin = instantIn(zone, from);
  const end = instantIn(zone, addDays(to, 1));
  const earlier = instantIn(zone, addDays(from, -daysFrom(from, to) - 1));
  const bounds = [earlier, ...steps.map((step) => step.from), end];
  const ages = ageDays.toReversed().map((days) => new Date(now.getTime() - days * daySeconds * 1000));
  const bins = binDays.map((days) => days * daySeconds);
  const wanted = isWanted(viewer, { ...taskFilterSchema.parse({}), departments, tags });
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
  const created = new Map(counted.created.map(({ part, count }) => [part, count]));
  const sum = <Row extends { count: number }>(rows: readonly Row[], is: (row: Row) => boolean) =>
    rows.reduce((total, row) => (is(row) ? total + row.count : total), 0);
  // The first part is the time before the period.
  const inPeriod = done.filter(({ part }) => part > 1);
  const openBy = (is: (row: (typeof open)[number]) => boolean): OpenCounts =>
    countsOf((status) => sum(open, (row) => row.status === status && is(row)));
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
  const departmentIds = [...new Set([...open, ...inPeriod].flatMap(departmentOf))];
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
    open: openBy(({ by }) => by === "age"),
    overdue: sum(open, ({ by, isOverdue }) => by === "due" && isOverdue === true),
    steps: steps.map((step, index) => ({
      day: step.day,
      from: step.from.toISOString(),
      before: step.before.toISOString(),
      created: created.get(index + 2) ?? 0,
      done: sum(done, ({ part }) => part === index + 2),
      open: countsOf((status) =>
        sum(flow, (row) => row.status === status && row.first <= index && index <= row.last),
      ),
    })),
    lead: durations(({ leadBin }) => leadBin, counted.lead),
    cycle: durations(({ cycleBin }) => cycleBin, counted.cycle),
    age: ageDays.map((fromDays, index) => ({
      fromDays,
      beforeDays: ageDays[index + 1] ?? null,
      createdFrom: ages.at(-index - 2)?.toISOString() ?? null,
      createdBefore: index === 0 ? null : (ages.at(-index - 1)?.toISOString() ?? null),
      ...openBy(({ by, age }) => by === "age" && ageBin(age, ages.length) === index),
    })),
    departments: departmentIds
      .map((id) => ({
        department: named.find((one) => one.id === id) ?? null,
        open: sum(open, ({ by, department }) => by === "department" && department === id),
        done: sum(inPeriod, ({ department }) => department === id),
      }))
      .sort((one, other) => byName(one.department, other.department)),
    workload: await workloadOf(people, open, openBy),
  };
}

type OpenRows = Awaited<ReturnType<typeof countOpen>>;

function departmentOf(row: { department: string | null; by?: string }): (string | null)[] {
  return row.by === undefined || row.by === "department" ? [row.department] : [];
}

/** Ages are counted from the youngest; what was made while this was counted is the youngest, too. */
function ageBin(part: number | null, howMany: number): number {
  return Math.max(0, howMany - 1 - (part ?? 0));
}

async function workloadOf(
  people: People,
  open: OpenRows,
  openBy: (is: (row: OpenRows[number]) => boolean) => OpenCounts,
): Promise<TaskAnalytics["workload"]> {
  const ids = [...new Set(open.flatMap(({ by, assignee }) => (by === "assignee" ? [assignee] : [])))];
  const known = await people.of(ids.filter((id) => id !== null));
  return ids
    .map((id) => ({
      person: id === null ? null : (known.get(id) ?? null),
      ...openBy(({ by, assignee }) => by === "assignee" && assignee === id),
    }))
    .sort((one, other) => byName(one.person, other.person))
    .slice(0, maxPeople);
}

/** Nobody and nothing stand last. */
function byName(one: { name: string } | null, other: { name: string } | null): number {
  if (!one || !other) return (one ? 0 : 1) - (other ? 0 : 1);
  return one.name.localeCompare(other.name, "en");
}

function countsOf(count: (status: OpenTaskStatus) => number): OpenCounts {
  return { todo: count("todo"), in_progress: count("in_progress"), in_review: count("in_review") };
}
