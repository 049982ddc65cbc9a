import { type TaskPriority, type TaskScope, taskStatusNames } from "@atoll/contract/tasks/limits";

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
