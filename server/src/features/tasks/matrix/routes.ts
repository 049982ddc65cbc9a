import type { TaskFilter } from "@atoll/contract/tasks/filter";
import { openTaskStatuses } from "@atoll/contract/tasks/limits";
import {
  defaultUrgentDays,
  importantPriorities,
  type TaskQuadrant,
  taskQuadrants,
} from "@atoll/contract/tasks/quadrants";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { addDays, dayIn } from "@atoll/contract/zones";
import { type RawBuilder, sql } from "kysely";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { ownRoom } from "../../people/public.ts";
import { isDueBy } from "../due-part.ts";
import { isWanted } from "../lists/filter-tasks.ts";
import { listTasks } from "../lists/list-tasks.ts";
import { presentTasks } from "../present.ts";
import { openStatuses, type TaskRow } from "../queries.ts";

/** Registers the routes of the matrix by importance and urgency. */
export function registerTaskMatrix({ routes, db, people, realtime }: SliceContext): void {
  routes.route(taskRoutes.getTaskMatrix, async ({ query }, { viewer }) => {
    const { urgentDays, quadrants } = await readMatrix(db, viewer, query);
    return {
      urgentDays,
      quadrants: await Promise.all(
        quadrants.map(async ({ rows, ...one }) => ({ ...one, items: await presentTasks(people, rows) })),
      ),
    };
  });

  routes.route(taskRoutes.listQuadrant, async ({ params, query }, { viewer }) => {
    const { rows, nextCursor } = await readQuadrant(db, viewer, params.quadrant, query);
    return { items: await presentTasks(people, rows), nextCursor };
  });

  routes.route(taskRoutes.setUrgentDays, async ({ body }, { viewer }) => {
    await setUrgentDays(db, viewer.id, body.urgentDays);
    realtime.send(ownRoom(viewer.id), "task-matrix.changed", body);
    return body;
  });
}

type Shown = Pick<TaskFilter, "scope" | "tags" | "departments" | "text" | "zone">;

interface QuadrantRows {
  quadrant: TaskQuadrant;
  total: number;
  rows: TaskRow[];
  nextCursor: string | null;
}

/** Returns the first of the viewer's open tasks in each quadrant of the matrix, and how many there are. */
async function readMatrix(
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
async function readQuadrant(
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

async function countQuadrants(db: Database, viewer: RequestViewer, shown: Shown, urgentDays: number) {
  const quadrant = quadrantOf(shown.zone, urgentDays);
  const wanted = await isWanted(db, viewer, open(shown));
  return (
    db
      .selectFrom("tasks as t")
      .select([quadrant.as("quadrant"), ({ fn }) => fn.countAll<number>().as("count")])
      // The index of open tasks only serves the condition in this form.
      .where(sql<boolean>`t.status IN ${openStatuses}`)
      .where(wanted)
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

/** Returns within how many days a task must be due for this person's matrix to call it urgent. */
async function readUrgentDays(db: Database, userId: string): Promise<number> {
  const row = await db
    .selectFrom("task_matrix_settings")
    .select("urgent_days")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.urgent_days ?? defaultUrgentDays;
}

async function setUrgentDays(db: Database, userId: string, urgentDays: number): Promise<void> {
  await db
    .insertInto("task_matrix_settings")
    .values({ user_id: userId, urgent_days: urgentDays })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ urgent_days: urgentDays }))
    .execute();
}
