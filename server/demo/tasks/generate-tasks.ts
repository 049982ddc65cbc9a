import type { TaskPriority, TaskStatus } from "@atoll/contract/tasks/limits";
import { createCalendar, type DemoCalendar } from "../calendar.ts";
import { demoId } from "../ids.ts";
import { createRandom, type Random } from "../random.ts";
import type { DemoCompany } from "../types.ts";
import { everydayTasks } from "./everyday.ts";
import { type WrittenTask, writtenTasks } from "./written.ts";

/** A task of the demo with its history: each status, with its time and author. */
export interface DemoTask {
  id: string;
  title: string;
  note: string;
  department: string;
  priority: TaskPriority;
  /** A day, YYYY-MM-DD. */
  due: string | null;
  tags: string[];
  /** How often it comes again, on schedule. */
  repeats?: WrittenTask["repeats"];
  creatorId: string;
  assigneeId: string | null;
  /** The first one is its creation; the last one is where it is. */
  steps: { status: TaskStatus; at: Date; byId: string }[];
}

type Colleague = DemoCompany["people"][number];

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
    tasks.push({
      id: demoId(created, `task ${department} ${back}`),
      title,
      note: "",
      department,
      priority: random.pick(["urgent", "high", "high", "medium", "medium", "medium", "low", "low"] as const),
      due: random.chance(0.7) ? dayText(calendar.shiftWorkdays(day, random.between(3, 20))) : null,
      tags: [tag],
      creatorId: creator.id,
      assigneeId: assignee?.id ?? null,
      steps: steps(random, calendar, { created, back, creator, worker: assignee ?? creator }),
    });
  }
  return tasks;
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
  return {
    id: demoId(created, `task ${task.title}`),
    title: task.title,
    note: task.note,
    department: task.department,
    priority: task.priority,
    due: task.due === null ? null : dayText(task.due === 0 ? today : calendar.shiftWorkdays(today, task.due)),
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
