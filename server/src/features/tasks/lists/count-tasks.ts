import type { TaskField } from "@atoll/contract/tasks/field-schemas";
import type { TaskFilter } from "@atoll/contract/tasks/filter";
import { isOwnFieldName, type TaskGroup } from "@atoll/contract/tasks/limits";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { duePart } from "../due-part.ts";
import { fieldGroupValue, findField } from "../own-fields/field-queries.ts";
import { effectiveState, type StateList } from "../states/state-lists.ts";
import { isWanted } from "./filter-tasks.ts";

/** When grouped by person, later groups have few tasks each. */
const maxGroups = 200;

/** Counts the viewer's tasks that a filter matches, grouped by a field, the largest groups first. */
export async function countTasks(
  db: Database,
  viewer: RequestViewer,
  filter: TaskFilter,
  group: TaskGroup,
  /** The lists of states by which tasks are counted instead of their statuses. */
  byState?: readonly StateList[],
): Promise<{ value: string | null; count: number }[]> {
  const field = isOwnFieldName(group) ? await findField(db, group) : undefined;
  const wanted = await isWanted(db, viewer, filter);
  return db
    .selectFrom(
      db
        .selectFrom("tasks as t")
        .select(groupValue(group, { zone: filter.zone, field, byState }).as("value"))
        .where(wanted)
        .as("wanted"),
    )
    .select(["wanted.value", ({ fn }) => fn.countAll<number>().as("count")])
    .groupBy("wanted.value")
    .orderBy("count", "desc")
    .orderBy("wanted.value")
    .limit(maxGroups)
    .execute();
}

interface GroupOptions {
  zone: string;
  field: TaskField | undefined;
  byState: readonly StateList[] | undefined;
}

function groupValue(group: TaskGroup, { zone, field, byState }: GroupOptions): RawBuilder<string | null> {
  if (isOwnFieldName(group)) return fieldGroupValue(group, field);
  const values = {
    status: byState ? sql<string>`coalesce(${effectiveState(byState)}, t.status)` : sql<string>`t.status`,
    priority: sql<string>`t.priority`,
    assignee: sql<string | null>`t.assignee_id::text`,
    due: duePart(zone),
    cycle: sql<string | null>`t.cycle_id::text`,
    none: sql<null>`NULL::text`,
  };
  return values[group];
}
