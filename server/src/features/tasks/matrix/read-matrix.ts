import type { TaskFilter } from "@atoll/contract/tasks/filter";
import { openTaskStatuses } from "@atoll/contract/tasks/limits";
import { importantPriorities, type TaskQuadrant, taskQuadrants } from "@atoll/contract/tasks/quadrants";
import { addDays, dayIn } from "@atoll/contract/zones";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/access.ts";
import { isDueBy } from "../due-part.ts";
import { isWanted } from "../lists/filter-tasks.ts";
import { listTasks } from "../lists/list-tasks.ts";
import { openStatuses, type TaskRow } from "../queries.ts";
import { readUrgentDays } from "./urgent-days.ts";

type Shown = Pick<TaskFilter, "scope" | "tags" | "departments" | "text" | "zone">;

interface QuadrantRows {
  quadrant: TaskQuadrant;
  total: number;
  rows: TaskRow[];
  nextCursor: string | null;
}

/** Returns the first of the viewer's open tasks in each quadrant of the matrix, and how many there are. */
export async function readMatrix(
  db: Database,
  viewer: RequestViewer,
  { limit, ...shown }: Shown & { limit: number },
): Promise<{ urgentDays: number; quadrants: QuadrantRows[] }> {
  const urgentDays = await readUrgentDays(db, viewer.id);
  const [counted, ...pages] = await Promise.all([
    countQuadrants(db, viewer, shown, urgentDays),
    ...taskQuadrants.map((quadrant) => listOne(db, viewer, { ...shown, limit, quadrant, urgentDays })),
  ]);
  const totals = new Map(counted.map(({ quadrant, count }) => [quadrant, count]));
  const quadrants = taskQuadrants.flatMap((quadrant, index) => {
    const page = pages[index];
    return page ? [{ quadrant, total: totals.get(quadrant) ?? 0, ...page }] : [];
  });
  return { urgentDays, quadrants };
}

/** Returns a page of one quadrant. */
export async function readQuadrant(
  db: Database,
  viewer: RequestViewer,
  quadrant: TaskQuadrant,
  query: Shown & { cursor?: string | undefined; limit: number },
): Promise<{ rows: TaskRow[]; nextCursor: string | null }> {
  const urgentDays = await readUrgentDays(db, viewer.id);
  return listOne(db, viewer, { ...query, quadrant, urgentDays });
}

function listOne(
  db: Database,
  viewer: RequestViewer,
  {
    quadrant,
    urgentDays,
    ...query
  }: Shown & { quadrant: TaskQuadrant; urgentDays: number; cursor?: string | undefined; limit: number },
): Promise<{ rows: TaskRow[]; nextCursor: string | null }> {
  const only = sql<boolean>`(t.status IN ${openStatuses} AND ${quadrantOf(query.zone, urgentDays)} = ${quadrant})`;
  return listTasks(db, viewer, { ...open(query), sort: "due", order: "ascending", only });
}

function countQuadrants(db: Database, viewer: RequestViewer, shown: Shown, urgentDays: number) {
  const quadrant = quadrantOf(shown.zone, urgentDays);
  return (
    db
      .selectFrom("tasks as t")
      .select([quadrant.as("quadrant"), ({ fn }) => fn.countAll<number>().as("count")])
      // The index of open tasks only serves the condition in this form.
      .where(sql<boolean>`t.status IN ${openStatuses}`)
      .where(isWanted(viewer, open(shown)))
      .groupBy(sql`1`)
      .execute()
  );
}

function open<Query extends Shown>(query: Query) {
  return { ...query, statuses: [...openTaskStatuses], parents: "only" as const };
}

/** SQL: the quadrant of the tasks `t`, as `quadrantOf` of the contract defines it. */
function quadrantOf(zone: string, urgentDays: number): RawBuilder<TaskQuadrant> {
  const lastDay = addDays(dayIn(zone, new Date()), urgentDays);
  const isImportant = sql`t.priority IN (${sql.join(importantPriorities.map((one) => sql.lit(one)))})`;
  const isUrgent = sql`coalesce(t.is_urgent, ${isDueBy(zone, lastDay)}, false)`;
  return sql<TaskQuadrant>`CASE WHEN ${isImportant}
    THEN CASE WHEN ${isUrgent} THEN 'do' ELSE 'schedule' END
    WHEN ${isUrgent} THEN 'delegate'
    WHEN t.priority = 'medium' AND t.due_date IS NULL AND t.is_urgent IS NULL THEN 'schedule'
    ELSE 'drop' END`;
}
