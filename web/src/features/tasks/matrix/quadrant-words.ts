import {
  changeToQuadrant,
  isUrgentByDate,
  type MatrixView,
  type TaskQuadrant,
} from "@atoll/contract/tasks/quadrants";
import type { Task } from "@atoll/contract/tasks/schemas";
import { addDays, dayIn } from "@atoll/contract/zones";
import { Archive, CalendarPlus, CirclePlay, UserPlus } from "lucide-react";
import type { IconType } from "../../../ui/icon/icon-type.ts";
import { priorityNames } from "../data/task-words.ts";

/** The four fields, as they are called on the page and in each task's menu. */
export const quadrantWords: Readonly<Record<TaskQuadrant, { name: string; hint: string; icon: IconType }>> = {
  do: { name: "Do", hint: "Important and urgent", icon: CirclePlay },
  schedule: { name: "Schedule", hint: "Important or new, give it a date", icon: CalendarPlus },
  delegate: { name: "Delegate", hint: "Urgent, give it a person", icon: UserPlus },
  drop: { name: "Drop", hint: "Archive or let go", icon: Archive },
};

export interface FieldChange {
  field: string;
  before: string;
  /** Undefined: it stays. */
  after: string | undefined;
}

/** The changes that a drop in a quadrant makes, shown before it. */
export function describeChange(task: Task, quadrant: TaskQuadrant, view: MatrixView): FieldChange[] {
  const { priority, isUrgent } = changeToQuadrant(task, quadrant, view);
  const byDate = isUrgentByDate(task.due, view) ? "Urgent by its date" : "Not urgent by its date";
  const said = (value: boolean | null) =>
    value === null ? byDate : value ? "Urgent, set by hand" : "Not urgent, set by hand";
  return [
    {
      field: "Priority",
      before: priorityNames[task.priority],
      after: priority && priorityNames[priority],
    },
    {
      field: "Urgency",
      before: said(task.isUrgent),
      after: isUrgent === undefined ? undefined : said(isUrgent),
    },
  ];
}

/** The same in one sentence. */
export function sayChange(changes: readonly FieldChange[]): string {
  const written = changes.flatMap(({ field, after }) => (after === undefined ? [] : [`${field}: ${after}`]));
  return written.length === 0 ? "Nothing changes." : `Dropping it here writes ${written.join(". ")}.`;
}

/** The fields of a task that is added in a quadrant, and the text that says so. */
export function quickAdd(quadrant: TaskQuadrant, { zone, urgentDays, now }: MatrixView) {
  const today = dayIn(zone, now);
  const days = urgentDays === 1 ? "tomorrow" : `in ${urgentDays} days`;
  const twoWeeks = 14;
  const added = {
    do: { priority: "high", due: { date: today }, said: "High, due today" },
    schedule: { priority: "high", due: { date: addDays(today, twoWeeks) }, said: "High, due in 2 weeks" },
    delegate: {
      priority: "medium",
      due: { date: addDays(today, urgentDays) },
      said: `Medium, due ${urgentDays === 0 ? "today" : days}`,
    },
    drop: { priority: "low", due: null, said: "Low, no date" },
  } as const;
  return added[quadrant];
}
