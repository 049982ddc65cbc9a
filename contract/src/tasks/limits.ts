/** In the order of the board. Specification, section 3 (task). */
export const taskStatuses = ["todo", "in_progress", "in_review", "done", "archived"] as const;
export type TaskStatus = (typeof taskStatuses)[number];

export const taskStatusNames: Readonly<Record<TaskStatus, string>> = {
  todo: "To Do",
  in_progress: "In Progress",
  in_review: "In Review",
  done: "Done",
  archived: "Archived",
};

/** The statuses of tasks that are not finished. */
export const openTaskStatuses = ["todo", "in_progress", "in_review"] as const satisfies TaskStatus[];
export type OpenTaskStatus = (typeof openTaskStatuses)[number];

/** The most urgent first. Specification, section 3 (task). */
export const taskPriorities = ["urgent", "high", "medium", "low"] as const;
export type TaskPriority = (typeof taskPriorities)[number];

/** Specification, section 4 (task). */
export const taskScopes = ["all", "my", "assigned", "created"] as const;
export type TaskScope = (typeof taskScopes)[number];

/** The name of a field that the company added. It is unique among all fields of tasks. */
export type OwnFieldName = `own_${string}`;
export const isOwnFieldName = (name: string): name is OwnFieldName => /^own_[a-z0-9_]{0,36}$/.test(name);

/** Manual is the order of the board: by status, then as people have arranged it; status also goes by the company's own states. */
export const taskSorts = [
  "manual",
  "status",
  "updated",
  "created",
  "start",
  "due",
  "priority",
  "title",
  "cycle",
] as const;
export type TaskSort = (typeof taskSorts)[number] | OwnFieldName;

/** The criteria for grouping a list. */
export const taskGroups = ["status", "priority", "assignee", "due", "cycle", "none"] as const;
export type TaskGroup = (typeof taskGroups)[number] | OwnFieldName;

/** In the order of a list by status: what somebody is at comes first. */
export const listedStatuses = [
  "in_progress",
  "in_review",
  "todo",
  "done",
  "archived",
] as const satisfies TaskStatus[];

/**
 * When a task is due, from the viewer's point of view and in their time zone: before now, today, in this week (which
 * ends on Saturday), later, or never. Finished and archived tasks are no longer due, whatever their date.
 */
export const taskDueParts = ["overdue", "today", "week", "later", "none", "finished"] as const;
export type TaskDuePart = (typeof taskDueParts)[number];

/** When a task is planned to start: until today, later, or without a start date. */
export const taskStarts = ["reached", "later", "none"] as const;
export type TaskStart = (typeof taskStarts)[number];

/** Whether a task has a start or a due date. */
export const taskDates = ["all", "some", "none"] as const;

/** Whether open tasks wait for one another: it waits for one, or one waits for it. */
export const taskDependencies = ["blocked", "blocking"] as const;
export type TaskDependency = (typeof taskDependencies)[number];

/** How often a task comes again. */
export const recurrenceUnits = ["day", "week", "month", "year"] as const;
/** The start of the next interval: the schedule, or the day on which the last task was finished. */
export const recurrenceStarts = ["schedule", "completion"] as const;
export const maxRecurrenceInterval = 99;

/** In code points, as messages are counted. Specification, section 9. */
export const taskTitleMaxLength = 120;
export const taskDescriptionMaxLength = 8000;
/** The length of a description's excerpt in lists. */
export const taskNoteLength = 160;
export const maxTagLength = 40;
export const maxTags = 20;
/** That are changed at one go. */
export const maxTasksAtOnce = 200;
export const maxWatchers = 50;
export const maxRequirements = 50;
export const maxTaskLinks = 50;
export const maxDependencies = 50;
export const maxSubtasks = 100;
/** Fields of the company's own that the tasks of a department have, and those that all tasks have. */
export const maxTaskFields = 30;
/** Templates of a department, and of a person alone; and the sub-tasks of one. */
export const maxTaskTemplates = 100;
export const maxTemplateParts = 50;
export const maxTemplateDays = 999;
/** Characters. */
export const maxTimeNote = 300;
/** Entries of one task, and days of one report of time. */
export const maxTimeEntries = 1_000;
export const maxReportDays = 366;
/** Fields of the company's own that a list or a board shows of each task. */
export const maxShownFields = 5;
/** Five years. */
export const maxAnalyticsDays = 1830;
/** The number of tasks in one export, which is fetched in pages. */
export const maxExportedTasks = 50_000;
