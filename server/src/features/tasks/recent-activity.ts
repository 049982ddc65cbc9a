import type { ActivityItem } from "@atoll/contract/dashboard/content-schemas";
import { taskStatusNames } from "@atoll/contract/tasks/limits";
import { taskStatusSchema } from "@atoll/contract/tasks/schemas";
import { sql } from "kysely";
import type { SliceActivity } from "../../slice.ts";
import { isReadable } from "./readable.ts";

/** The tasks that were changed last, each with its latest change. Specification, section 2 (Recent Activity). */
export const recentTaskActivity: SliceActivity = async ({ db, people }, viewer, count) => {
  const { rows } = await sql<Row>`
    SELECT t.id, t.title, c.change_id, c.actor_id, c.at, c.field, (
      SELECT s.name FROM object_changes m JOIN task_states s ON s.id::text = m.after #>> '{}'
      WHERE m.change_id = c.change_id AND m.subject_id = t.id AND m.subject_kind = 'task' AND m.field = 'state'
      LIMIT 1) AS state, (
      SELECT m.after #>> '{}' FROM object_changes m WHERE m.change_id = c.change_id AND m.subject_id = t.id
        AND m.subject_kind = 'task' AND m.field = 'status' LIMIT 1) AS status
    FROM (SELECT t.id, t.title, t.updated_at FROM tasks t WHERE ${isReadable(viewer)}
      ORDER BY t.updated_at DESC, t.id DESC LIMIT ${count}) t
    CROSS JOIN LATERAL (SELECT change_id, actor_id, at, field FROM object_changes c
      WHERE c.subject_id = t.id AND c.subject_kind = 'task' AND c.undone_at IS NULL AND c.field <> 'position' ORDER BY c.id DESC LIMIT 1) c`.execute(
    db,
  );
  const known = await people.of(rows.map(({ actor_id }) => actor_id));
  return rows.flatMap((row): ActivityItem[] => {
    const person = known.get(row.actor_id);
    if (!person) return [];
    const item = { id: `task/${row.id}/${row.change_id}`, at: row.at.toISOString(), person };
    return [{ ...item, ...inWords(row), about: row.title, text: null, link: `/tasks?task=${row.id}` }];
  });
};

interface Row {
  id: string;
  title: string;
  change_id: string;
  actor_id: string;
  at: Date;
  field: string;
  /** The state or status to which the change moved it, whichever of its fields came last. */
  status: string | null;
  /** The company's own state that it is in by that. */
  state: string | null;
}

function inWords({ field, status, state }: Row): Pick<ActivityItem, "lead" | "rest"> {
  if (field === "created") return { lead: "created", rest: "" };
  if (field !== "status" && field !== "state") return { lead: "updated", rest: "" };
  const known = taskStatusSchema.safeParse(status).data;
  if (known === "done") return { lead: "finished", rest: "" };
  const name = state ?? (known && taskStatusNames[known]);
  return name ? { lead: "moved", rest: ` to ${name}` } : { lead: "updated", rest: "" };
}
