import { fieldFilter } from "../fields/filter.ts";
import {
  defineListSearch,
  flag,
  ids,
  idsOrNone,
  listOf,
  matching,
  named,
  oneOf,
  type SearchField,
  textsOf,
  trimmedText,
} from "../list-search.ts";
import type { ViewRules } from "../saved-views/rules.ts";
import { isUuid } from "../uuid.ts";
import { cyclePhases } from "./cycles.ts";
import { duringShapes } from "./during.ts";
import {
  isOwnFieldName,
  type OwnFieldName,
  taskDates,
  taskDependencies,
  taskDueParts,
  taskGroups,
  taskPriorities,
  taskScopes,
  taskSorts,
  taskStarts,
  taskStatuses,
} from "./limits.ts";

/** The filters in an address of tasks. An empty list sets no limit. */
export const taskSearch = defineListSearch({
  scope: oneOf(taskScopes),
  // Archived tasks are shown only on request.
  statuses: named(
    "status",
    listOf(taskStatuses, { usual: taskStatuses.filter((status) => status !== "archived"), every: "all" }),
  ),
  /** The company's own states, within the statuses. */
  states: named("state", ids),
  priorities: named("priority", listOf(taskPriorities)),
  /** People's ids; "none" is nobody. */
  assignees: named("assignee", idsOrNone),
  tags: named(
    "tag",
    textsOf(() => true),
  ),
  /** Their ids; "none" is no department. */
  departments: named("department", idsOrNone),
  /** Cycles by their IDs, or by the calendar of the company; "none" is no cycle. */
  cycles: textsOf((text) => ["none", ...cyclePhases].includes(text) || isUuid(text)),
  /** By the viewer's clock. */
  start: listOf(taskStarts),
  due: listOf(taskDueParts),
  /** Whether they have any date: a timeline shows those that do. */
  dates: oneOf(taskDates),
  /** Whether they wait for others, or hold them up. */
  dependencies: named("waits", listOf(taskDependencies)),
  /** Whether sub-tasks are listed together with their parents. */
  parents: oneOf(["only", "all"]),
  text: trimmedText(200),
  /** Values of the company's own fields. */
  fields: named("field", fieldFilter),
  created: matching(duringShapes.created),
  done: matching(duringShapes.done),
  lead: matching(duringShapes.lead),
  cycle: matching(duringShapes.cycle),
  was: matching(duringShapes.was),
  told: matching(duringShapes.told),
});

/** The groups and order of a list in the same address. */
export const taskArrangementSearch = defineListSearch({
  group: orField(oneOf(taskGroups)),
  sort: orField(oneOf(taskSorts)),
  isDescending: named("order", flag("descending")),
  /** The company's own fields that are shown of each task, in their order. */
  columns: named("show", textsOf(isOwnFieldName)),
});

/** One of these values, or a field of the company's own. */
function orField<Value extends string>(field: SearchField<Value>): SearchField<Value | OwnFieldName> {
  const known = (text: string) => (isOwnFieldName(text) ? text : undefined);
  return {
    usual: field.usual,
    parse: (text) => known(text) ?? field.parse(text),
    serialize: (value) => (isOwnFieldName(value) ? value : field.serialize(value)),
    keep: (text) => known(text) ?? field.keep(text),
  };
}

export const taskViewRules = {
  ...taskSearch.rules,
  // "all" is every department, whatever the navigation is filtered to.
  department: (value) => (value === "all" ? value : taskSearch.rules.department(value)),
  ...taskArrangementSearch.rules,
} satisfies ViewRules;
