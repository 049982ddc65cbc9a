import type { TaskPriority, TaskScope, TaskStatus } from "@atoll/contract/tasks/limits";

export const statusNames: Readonly<Record<TaskStatus, string>> = {
  todo: "To Do",
  in_progress: "In Progress",
  in_review: "In Review",
  done: "Done",
  archived: "Archived",
};

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
