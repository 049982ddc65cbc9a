import type { CyclePhase } from "@atoll/contract/tasks/cycles";
import {
  isOwnFieldName,
  type TaskDependency,
  type TaskDuePart,
  type TaskPriority,
  type TaskScope,
  type TaskSort,
  type TaskStart,
  type taskGroups,
  type taskSorts,
  taskStatusNames,
} from "@atoll/contract/tasks/limits";

export const statusNames = taskStatusNames;

export const priorityNames: Readonly<Record<TaskPriority, string>> = {
  urgent: "Urgent",
  high: "High",
  medium: "Medium",
  low: "Low",
};

export const scopeNames: Readonly<Record<TaskScope, string>> = {
  all: "All",
  my: "My",
  assigned: "Assigned",
  created: "Created",
};

export const dueNames: Readonly<Record<TaskDuePart, string>> = {
  overdue: "Overdue",
  today: "Today",
  week: "This week",
  later: "Later",
  none: "No date",
  finished: "Finished",
};

export const startNames: Readonly<Record<TaskStart, string>> = {
  reached: "Starts today or earlier",
  later: "Starts later",
  none: "No start date",
};

export const cyclePhaseNames: Readonly<Record<CyclePhase, string>> = {
  current: "Current cycle",
  next: "Next cycle",
  past: "Past cycles",
};

export const dependencyNames: Readonly<Record<TaskDependency, string>> = {
  blocked: "Blocked",
  blocking: "Blocks others",
};

export const groupNames: Readonly<Record<(typeof taskGroups)[number], string>> = {
  status: "Status",
  assignee: "Assignee",
  priority: "Priority",
  due: "Due",
  cycle: "Cycle",
  none: "None",
};

/** The order in a sentence: "sorted by due date". */
export const sortInSentence = (sort: TaskSort) =>
  isOwnFieldName(sort) ? "a field" : sortNames[sort].toLowerCase();

export const sortNames: Readonly<Record<(typeof taskSorts)[number], string>> = {
  manual: "Manual",
  status: "Status",
  start: "Start date",
  due: "Due date",
  priority: "Priority",
  title: "Title",
  updated: "Last change",
  created: "Creation",
  cycle: "Cycle",
};
