const parts = "Sub-tasks are counted with their task.";

/** The definition of each figure, shown next to it. */
export const definitions = {
  done: `Tasks completed in this period. Tasks that were reopened since are not counted; tasks that were archived since are. ${parts}`,
  open: `Tasks in To Do, In Progress or In Review now. ${parts}`,
  overdue: "Open tasks whose due date has passed where you are.",
  half: "Half of the tasks completed in this period were completed within this time after they were created.",
  createdAndDone: `Created counts tasks by the day on which they were created, done by the day on which they were completed. Tasks that were reopened since are not counted as done; tasks that were archived since are. ${parts} Tasks are counted by their current department and tags.`,
  departments: `Done are the tasks of each department that were completed in this period, open are those that are open now. ${parts}`,
  flow: `How many tasks were in each status at the end of each step, on top of those that were completed since the start of this period. ${parts}`,
  age: "Open tasks by how long ago they were created.",
  lead: "The time from creation to completion of the tasks completed in this period. The marks are the 50th and 85th percentiles.",
  cycle:
    "The time from when a task was first moved to In Progress or In Review to its completion, of the tasks completed in this period. A task that was never started has no cycle time.",
  workload:
    "Open tasks by assignee: you and the colleagues of your own departments. Nothing here compares how much people complete.",
} as const;
