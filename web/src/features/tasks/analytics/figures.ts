import type { Durations, TaskAnalytics } from "@atoll/contract/tasks/analytics";
import { openTaskStatuses } from "@atoll/contract/tasks/limits";
import { counted } from "../../../lib/counted.ts";
import { formatDate } from "../../../lib/time/format-date.ts";
import { formatMonth } from "../../../lib/time/format-more-dates.ts";
import { instantOf } from "../../../lib/time/wall-time.ts";
import type { ChartData, ChartSeries } from "../../../ui/chart/chart-data.ts";
import { statusNames } from "../data/task-words.ts";

/** The address of the list that a figure counts, with its filters in addition to department and tag. */
export type ListAddress = (figure: Readonly<Record<string, string>>) => string;

export function listAddress(narrowed: {
  departments: readonly string[];
  tags: readonly string[];
}): ListAddress {
  return (figure) => {
    const query = new URLSearchParams({ view: "list", department: narrowed.departments.join() || "all" });
    if (narrowed.tags.length > 0) query.set("tag", narrowed.tags.join());
    for (const [name, value] of Object.entries(figure)) query.set(name, value);
    return `/tasks?${query}`;
  };
}

const open = { status: openTaskStatuses.join() };
const all = { status: "all" };
const span = (from: string | null, before: string | null) => `${from ?? ""}~${before ?? ""}`;

const created: ChartSeries = { key: "created", label: "Created", color: 2 };
const done: ChartSeries = { key: "done", label: "Done", color: 1 };
const openSeries: readonly ChartSeries[] = [
  { key: "in_review", label: statusNames.in_review, color: 5 },
  { key: "in_progress", label: statusNames.in_progress, color: 3 },
  { key: "todo", label: statusNames.todo, color: 7 },
];

const stepNames = { day: "Day", week: "Week", month: "Month" } as const;

type Step = TaskAnalytics["steps"][number];

function stepOf({ unit, asOf }: TaskAnalytics, { day, before }: Step) {
  const at = instantOf(day);
  const tick = unit === "month" ? formatMonth(at) : formatDate(at);
  const label = unit === "week" ? `Week of ${tick}` : tick;
  const isSoFar = before > asOf;
  return { key: day, tick, isSoFar, label: isSoFar ? `${label}, so far` : label };
}

/** The lists that single figures open. */
export function figureLists(it: TaskAnalytics, to: ListAddress) {
  return {
    created: to({ ...all, created: span(it.from, it.before) }),
    done: to({ ...all, done: span(it.from, it.before) }),
    earlierDone: to({ ...all, done: span(it.earlierFrom, it.from) }),
    open: to(open),
    overdue: to({ ...open, due: "overdue" }),
  };
}

export function createdAndDone(it: TaskAnalytics, to: ListAddress): ChartData {
  return {
    rowHead: stepNames[it.unit],
    series: [done, created],
    rows: it.steps.map((step) => ({
      ...stepOf(it, step),
      values: { created: step.created, done: step.done },
      links: {
        created: to({ ...all, created: span(step.from, step.before) }),
        done: to({ ...all, done: span(step.from, step.before) }),
      },
    })),
  };
}

/** The layers of open work at the end of each step, over what was done in the period until then. */
export function statusFlow(it: TaskAnalytics, to: ListAddress): ChartData {
  let doneSoFar = 0;
  return {
    rowHead: stepNames[it.unit],
    series: [done, ...openSeries],
    rows: it.steps.map((step) => {
      doneSoFar += step.done;
      const was = (status: keyof typeof step.open) => to({ ...all, was: `${status}~${step.before}` });
      return {
        ...stepOf(it, step),
        values: { done: doneSoFar, ...step.open },
        links: {
          done: to({ ...all, done: span(it.from, step.before) }),
          todo: was("todo"),
          in_progress: was("in_progress"),
          in_review: was("in_review"),
        },
      };
    }),
  };
}

export function ageOfOpen({ age }: TaskAnalytics, to: ListAddress): ChartData {
  return {
    rowHead: "Made",
    series: openSeries,
    rows: age.map(({ fromDays, beforeDays, createdFrom, createdBefore, ...counts }) => {
      const made: Record<string, string> =
        createdFrom || createdBefore ? { created: span(createdFrom, createdBefore) } : {};
      const tick = beforeDays === null ? `${fromDays}+` : `${fromDays}–${beforeDays}`;
      return {
        key: String(fromDays),
        tick,
        label: `${tick} days ago`,
        values: counts,
        links: {
          todo: to({ status: "todo", ...made }),
          in_progress: to({ status: "in_progress", ...made }),
          in_review: to({ status: "in_review", ...made }),
        },
      };
    }),
  };
}

const daySeconds = 86_400;

/** How long tasks took that were done in the period. */
export function timesTaken(it: TaskAnalytics, what: "lead" | "cycle", to: ListAddress): ChartData {
  return {
    rowHead: "Took",
    series: [{ key: "tasks", label: "Tasks", color: what === "lead" ? 1 : 5 }],
    rows: it[what].bins.map(({ from, before, count }) => {
      const [first, last] = [from / daySeconds, before === null ? null : before / daySeconds];
      const tick = last === null ? `${first}+` : first === 0 ? `<${last}` : `${first}–${last}`;
      return {
        key: String(from),
        tick,
        label: first === 0 ? `Under ${last} day` : `${tick} days`,
        values: { tasks: count },
        links: {
          tasks: to({
            ...all,
            done: span(it.from, it.before),
            [what]: `${from}~${before ?? ""}`,
          }),
        },
      };
    }),
  };
}

/** Where in the histogram a time lies: in bins from the left. The last bin has no end. */
export function placeOf({ bins }: Durations, seconds: number): number {
  const index = bins.findLastIndex(({ from }) => seconds >= from);
  const bin = bins[index];
  if (!bin) return 0;
  return index + (bin.before === null ? 0.5 : (seconds - bin.from) / (bin.before - bin.from));
}

/** "5 h", "3.4 days" */
export function durationInWords(seconds: number | null): string {
  if (seconds === null) return "–";
  if (seconds < 3600) return `${Math.max(1, Math.round(seconds / 60))} min`;
  if (seconds < daySeconds) return `${Math.round(seconds / 3600)} h`;
  const days = Math.round((seconds / daySeconds) * 10) / 10;
  return counted(days, "day");
}

export function byDepartment(it: TaskAnalytics, to: ListAddress): ChartData {
  return {
    rowHead: "Department",
    series: [
      { key: "done", label: "Done", color: 1 },
      { key: "open", label: "Open", color: 7 },
    ],
    rows: it.departments.map(({ department: one, ...counts }) => {
      const department = one?.id ?? "none";
      const name = one?.name ?? "No department";
      return {
        key: department,
        tick: name,
        label: name,
        values: counts,
        links: {
          done: to({ ...all, done: span(it.from, it.before), department }),
          open: to({ ...open, department }),
          all: to({ ...open, department }),
        },
      };
    }),
  };
}

export function workload({ workload: people }: TaskAnalytics, to: ListAddress): ChartData {
  return {
    rowHead: "Assignee",
    series: openSeries,
    rows: people.map(({ person, ...counts }) => {
      const assignee = person?.id ?? "none";
      const name = person?.name ?? "Nobody";
      return {
        key: assignee,
        tick: name,
        label: name,
        values: counts,
        links: {
          all: to({ ...open, assignee }),
          todo: to({ status: "todo", assignee }),
          in_progress: to({ status: "in_progress", assignee }),
          in_review: to({ status: "in_review", assignee }),
        },
      };
    }),
  };
}
