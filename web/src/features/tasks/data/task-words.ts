import {
  type TaskDuePart,
  type TaskGroup,
  type TaskPriority,
  type TaskScope,
  type TaskSort,
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

export const groupNames: Readonly<Record<TaskGroup, string>> = {
  status: "Status",
  assignee: "Assignee",
  priority: "Priority",
  due: "Due",
  none: "None",
};

export const sortNames: Readonly<Record<TaskSort, string>> = {
  manual: "Manual",
  due: "Due date",
  priority: "Priority",
  title: "Title",
  updated: "Last change",
  created: "Creation",
};
