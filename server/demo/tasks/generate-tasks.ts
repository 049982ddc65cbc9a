import type { TaskPriority, TaskStatus } from "@atoll/contract/tasks/limits";
import type { RecurrenceRule } from "@atoll/contract/tasks/recurrence";
import { createCalendar, type DemoCalendar } from "../calendar.ts";
import { demoId } from "../ids.ts";
import { createRandom, type Random } from "../random.ts";
import { cell, parseTable } from "../table.ts";
import type { DemoCompany } from "../types.ts";
import { everydayTasks } from "./everyday.ts";

/** A task of the demo that was written by hand. `start` and `due` are in working days from today. */
interface WrittenTask {
  title: string;
  department: string;
  status: "todo" | "in_progress" | "in_review";
  priority: "urgent" | "high" | "medium" | "low";
  start: number | null;
  due: number | null;
  tags: string[];
  creator: string;
  assignee: string | null;
  note: string;
  repeats: Pick<RecurrenceRule, "every" | "interval" | "weekdays"> | undefined;
}

/** Those that come again. */
const repeating: Record<string, WrittenTask["repeats"]> = {
  "Write up the week for all depots": { every: "week", interval: 1, weekdays: [4] },
  "Rehearse the restore of the main database": { every: "month", interval: 1, weekdays: [] },
  "Check the cold storage prices with Ruth": { every: "month", interval: 3, weekdays: [] },
};

/** Tasks that wait for another one of their department. */
const waiting: Record<string, string> = {
  "Draft the Kestrel Rail pilot agreement, v2": "Price the multi-site tier with Ruth",
  "Check the cold storage prices with Ruth": "Price the multi-site tier with Ruth",
  "Write onboarding notes for partner leads": "Draft the Kestrel Rail pilot agreement, v2",
  "Write up the week for all depots": "Autumn newsletter, final copy",
  // Planned to start before the other one is finished.
  "Keyboard map for the partner portal": "Empty states for the partner portal",
};

/** The tasks on the board today, in the order of its columns. */
const writtenTasks: WrittenTask[] = parseTable(`
  title                                      | department           | status      | priority | start | due | tags             | creator | assignee | note
  Price the multi-site tier with Ruth        | business-development | todo        | high     | 0     | 2   | pricing          | ruth    | marisol  | Three depots or more. Keep one price per terminal.
  Write onboarding notes for partner leads   | business-development | todo        | medium   | 4     | 5   | partners,docs    | marisol | marisol  |
  Collect consent forms for the photo day    | marketing            | todo        | low      | 0     | 1   | brand            | hanne   | noor     |
  Archive the 2024 tender folder             | business-development | todo        | low      |       |     | cleanup          | marisol |          | Keep the signed versions and the price sheets.
  Alert when queue depth passes 5,000        | devops               | todo        | high     | 2     | 6   | monitoring       | dev     | sam      |
  Keyboard map for the partner portal        | frontend             | todo        | medium   | 3     | 8   | portal,a11y      | aiko    | jonah    |
  Draft the Kestrel Rail pilot agreement, v2 | business-development | todo        | high     | 3     | 4   | kestrel          | ruth    | ruth     | Twelve weeks, two depots, one review in the middle.
  Send Harbour Freight the revised scope     | business-development | in_progress | urgent   | -3    | 0   | harbour-freight  | ruth    | marisol  | Split by terminal. Include the latency numbers from this morning.
  Clean up stale deals before year end       | business-development | in_progress | low      | -3    | 10  | pipeline         | marisol | marisol  |
  Idempotent invoice retries                 | backend              | in_progress | high     | -2    | 3   | billing          | kofi    | tomasz   | The same retry twice must be one invoice.
  Dark theme pass on invoice emails          | frontend             | in_progress | medium   | -1    | 5   | email            | aiko    | lucas    |
  Approve Q1 outreach list                   | business-development | in_review   | high     | -4    | 1   | outreach         | camille | marisol  |
  Empty states for the partner portal        | frontend             | in_review   | medium   | -3    | 4   | portal           | aiko    | amara    |
  Write up the week for all depots           | marketing            | todo        | medium   |       | 3   | newsletter       | hanne   | noor     |
  Rehearse the restore of the main database  | devops               | todo        | high     | 6     | 7   | backup           | dev     | sam      | Onto an empty machine, with the newest backup. Write down how long it took.
  Check the cold storage prices with Ruth    | business-development | todo        | medium   | 3     | 6   | pricing          | ruth    | marisol  |
  Autumn newsletter, final copy              | marketing            | in_review   | low      | -5    | 2   | newsletter       | hanne   | noor     |
`).map((row) => ({
  title: cell(row, "title"),
  department: cell(row, "department"),
  status: oneOf(["todo", "in_progress", "in_review"], cell(row, "status")),
  priority: oneOf(["urgent", "high", "medium", "low"], cell(row, "priority")),
  start: cell(row, "start") === "" ? null : Number(cell(row, "start")),
  due: cell(row, "due") === "" ? null : Number(cell(row, "due")),
  tags: cell(row, "tags").split(",").filter(Boolean),
  creator: cell(row, "creator"),
  assignee: cell(row, "assignee") || null,
  note: cell(row, "note"),
  repeats: repeating[cell(row, "title")],
}));

function oneOf<const Word extends string>(words: readonly Word[], text: string): Word {
  const word = words.find((one) => one === text);
  if (word === undefined) throw new Error(`demo tasks: no word for "${text}"`);
  return word;
}

/** A task of the demo with its history: each status, with its time and author. */
export interface DemoTask {
  id: string;
  title: string;
  note: string;
  department: string;
  priority: TaskPriority;
  /** Days, YYYY-MM-DD. */
  start: string | null;
  due: string | null;
  /** The title of the task that it waits for. */
  waitsFor?: string | undefined;
  tags: string[];
  /** How often it comes again, on schedule. */
  repeats?: WrittenTask["repeats"];
  creatorId: string;
  assigneeId: string | null;
  /** The first one is its creation; the last one is where it is. */
  steps: { status: TaskStatus; at: Date; byId: string }[];
}

type Colleague = DemoCompany["people"][number];

/** Each as often as it is given. */
const priorities = ["urgent", "high", "high", "medium", "medium", "medium", "low", "low"] as const;

const weeks = 16;
const workdays = weeks * 5;

/** Several hundred tasks of all departments, over the weeks before `now`: the same ones for the same moment. */
export function generateTasks(company: DemoCompany, now: Date, utcOffsetMinutes: number): DemoTask[] {
  const calendar = createCalendar(now, utcOffsetMinutes);
  const tasks = company.departments.flatMap(({ key }) => everyday(company, calendar, key));
  return [...writtenTasks.map((task) => written(company, calendar, task)), ...tasks];
}

function everyday(company: DemoCompany, calendar: DemoCalendar, department: string): DemoTask[] {
  const random = createRandom(`tasks of ${department}`, 7);
  const work = everydayTasks[department];
  if (!work) return [];
  const staff = company.people.filter(({ departments }) => departments.includes(department));
  const titles = work.doing.flatMap((doing) =>
    work.things.map(([thing, tag]) => ({ title: `${doing} ${thing}`, tag })),
  );
  const tasks: DemoTask[] = [];
  for (let back = workdays; back >= 1; back -= 1) {
    if (!random.chance(0.8)) continue;
    const { title, tag } = random.deal("titles", titles);
    const day = calendar.workday(back);
    if (day === null) continue;
    const created = new Date(calendar.moment(day, random.between(9 * 60, 17 * 60)));
    const creator = random.pick(staff);
    const assignee = random.chance(0.9) ? random.pick(staff) : null;
    const priority = random.pick(priorities);
    const dueDay = random.chance(0.7) ? calendar.shiftWorkdays(day, random.between(3, 20)) : null;
    const history = steps(random, calendar, { created, back, creator, worker: assignee ?? creator });
    tasks.push({
      id: demoId(created, `task ${department} ${back}`),
      title,
      note: "",
      department,
      priority,
      start: startOf(calendar, history, dueDay),
      due: dueDay === null ? null : dayText(dueDay),
      tags: [tag],
      creatorId: creator.id,
      assigneeId: assignee?.id ?? null,
      steps: history,
    });
  }
  return tasks;
}

/** The planned start of an open task: when work on it began, or a few days before it is due. */
function startOf(calendar: DemoCalendar, steps: DemoTask["steps"], dueDay: number | null): string | null {
  const last = steps.at(-1);
  if (dueDay === null || !last || last.status === "done" || last.status === "archived") return null;
  const began = steps.find(({ status }) => status === "in_progress");
  const planned = began ? calendar.dayOf(began.at.getTime()) : calendar.shiftWorkdays(dueDay, -4);
  return dayText(Math.min(planned, dueDay));
}

/** How far a task came: what is older is mostly done, and some of it stayed lying. */
function steps(
  random: Random,
  calendar: DemoCalendar,
  from: { created: Date; back: number; creator: Colleague; worker: Colleague },
): DemoTask["steps"] {
  const found: DemoTask["steps"] = [{ status: "todo", at: from.created, byId: from.creator.id }];
  let back = from.back;
  for (const status of ["in_progress", "in_review", "done", "archived"] as const) {
    const isLeft = random.chance(status === "archived" ? 0.5 : 0.03);
    back -= status === "archived" ? random.between(8, 30) : random.between(1, status === "in_review" ? 6 : 4);
    const day = back >= 1 ? calendar.workday(back) : null;
    if (isLeft || day === null) break;
    const at = new Date(calendar.moment(day, random.between(9 * 60, 18 * 60)));
    found.push({ status, at, byId: from.worker.id });
  }
  return found;
}

function written(
  { people }: DemoCompany,
  calendar: DemoCalendar,
  task: (typeof writtenTasks)[number],
): DemoTask {
  const random = createRandom(task.title, 11);
  const idOf = (key: string) => {
    const person = people.find((one) => one.key === key);
    if (!person) throw new Error(`demo tasks: nobody is called ${key}`);
    return person.id;
  };
  const creatorId = idOf(task.creator);
  const byId = task.assignee ? idOf(task.assignee) : creatorId;
  const back = random.between(4, 9);
  const at = (daysBack: number) =>
    new Date(calendar.moment(calendar.workday(daysBack) ?? 0, random.between(9 * 60, 17 * 60)));
  const created = at(back);
  const today = calendar.dayOf(calendar.now);
  const dayIn = (days: number | null) =>
    days === null ? null : dayText(calendar.shiftWorkdays(today, days));
  return {
    id: demoId(created, `task ${task.title}`),
    title: task.title,
    note: task.note,
    department: task.department,
    priority: task.priority,
    start: dayIn(task.start),
    due: dayIn(task.due),
    waitsFor: waiting[task.title],
    tags: task.tags,
    repeats: task.repeats,
    creatorId,
    assigneeId: task.assignee ? idOf(task.assignee) : null,
    steps: [
      { status: "todo", at: created, byId: creatorId },
      ...(task.status === "todo" ? [] : [{ status: "in_progress" as const, at: at(3), byId }]),
      ...(task.status === "in_review" ? [{ status: "in_review" as const, at: at(1), byId }] : []),
    ],
  };
}

/** Days are counted from 1970. */
function dayText(day: number): string {
  return new Date(day * 24 * 3600_000).toISOString().slice(0, 10);
}
