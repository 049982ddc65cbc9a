import { anId, listOf, matching, oneOf, textUpTo, type ViewRules } from "../saved-views/rules.ts";
import { duringShapes } from "./during.ts";
import { taskDueParts, taskGroups, taskPriorities, taskScopes, taskSorts, taskStatuses } from "./limits.ts";

const idOrNone = listOf((value) => value === "none" || anId.test(value));
const among = (values: readonly string[]) => listOf((value) => values.includes(value));

/** The filters, groups and order in the address of tasks. */
export const taskViewRules = {
  scope: oneOf(taskScopes),
  status: among([...taskStatuses, "all"]),
  priority: among(taskPriorities),
  assignee: idOrNone,
  tag: listOf(() => true),
  due: among(taskDueParts),
  department: (value) => (value === "all" ? value : idOrNone(value)),
  parents: oneOf(["all"]),
  text: textUpTo(200),
  created: matching(duringShapes.created),
  done: matching(duringShapes.done),
  lead: matching(duringShapes.lead),
  cycle: matching(duringShapes.cycle),
  was: matching(duringShapes.was),
  told: matching(duringShapes.told),
  group: oneOf(taskGroups),
  sort: oneOf(taskSorts),
  order: oneOf(["descending"]),
} as const satisfies ViewRules;
