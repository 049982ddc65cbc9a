import { taskViewRules } from "@atoll/contract/tasks/view-rules";
import type { SliceViewPlace } from "../../../slice.ts";

const { department: _department, ...withoutDepartment } = taskViewRules;

/** All tasks, and the tasks of one department, whose ID is the section. */
export const taskViews: SliceViewPlace = {
  kind: "tasks",
  async rulesOf(_db, { departments }, section) {
    if (section === "") return taskViewRules;
    return departments.some(({ id }) => id === section) ? withoutDepartment : undefined;
  },
};
