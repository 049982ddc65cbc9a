const parts = "Sub-tasks are counted with their task.";

/** The definition of each figure, shown next to it. */
export const definitions = {
  done: `Tasks that were finished in this time. What was reopened since is not done; what was archived since is. ${parts}`,
  open: `Tasks in To Do, In Progress or In Review now. ${parts}`,
  overdue: "Open tasks whose due date has passed where you are.",
  half: "Half of the tasks that were done in this time were done within so long after they were created.",
  createdAndDone: `Created counts tasks by the day on which they were made, done by the day on which they were finished. What was reopened since is not done; what was archived since is. ${parts} Department and tags are those that a task has now.`,
  departments: `Done are the tasks of each department that were finished in this time, open those that are open now. ${parts}`,
  flow: `In which status tasks were at the end of each step, over those that were done since the beginning of this time. ${parts}`,
  age: "Open tasks by how long ago they were created.",
  lead: "From when a task was created to when it was done, of the tasks that were done in this time. The marks are the shortest times within which 50 and 85 of 100 were done.",
  cycle:
    "From when a task first came into In Progress or In Review to when it was done, of the tasks that were done in this time. A task that was never started has no cycle time.",
  workload:
    "Open tasks by who is to do them. Shown are you and the colleagues of your own departments; nothing here compares what people finish.",
} as const;
