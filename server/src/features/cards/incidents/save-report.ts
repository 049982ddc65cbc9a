import type { NewIncidentReport } from "@atoll/contract/cards/incident-schemas";
import { canCreateTasks } from "@atoll/contract/tasks/policy";
import { newTaskSchema } from "@atoll/contract/tasks/schemas";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { assertNotChanged } from "../../../platform/assert-not-changed.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { broadcastTasks, insertTask } from "../../tasks/public.ts";
import { withIncident } from "./change-incident.ts";
import { addEntries, wrong } from "./incident-parts.ts";

/**
 * Saves the parts of the report of a resolved incident that the viewer changed.
 * @throws {AppError} `incident_not_found`, `incident_wrong`, `incident_full`, `incident_id_taken`, `changed_meanwhile`.
 */
export function saveReport(
  sources: Pick<SliceContext, "db" | "realtime">,
  asking: RequestViewer,
  incidentId: string,
  { version, followUps, ...texts }: NewIncidentReport,
): Promise<void> {
  return withIncident(sources, asking, incidentId, async (tx, viewer, row) => {
    const stored = await tx
      .selectFrom("incident_reports")
      .select(["summary", "impact", "cause", "next", "version"])
      .where("incident_id", "=", incidentId)
      .executeTakeFirst();
    if (!stored && row.resolved_at === null)
      throw wrong("state", "Resolve the incident before you write its report.");
    assertNotChanged(stored ?? { version: 0 }, version);
    const before = stored ?? { summary: "", impact: "", cause: "", next: "" };
    const values = { ...before, ...texts, version: version + 1 };
    await tx
      .insertInto("incident_reports")
      .values({ incident_id: incidentId, ...values })
      .onConflict((conflict) => conflict.column("incident_id").doUpdateSet(values))
      .execute();
    if (followUps) await setFollowUps(tx, incidentId, followUps);
    if (!stored) await addEntries(tx, incidentId, viewer.id, [{ kind: "report" }]);
    return "incident";
  });
}

/** Replaces the follow-ups of a locked incident. Those that stay keep their tasks; so do removed ones that come back. */
async function setFollowUps(
  tx: Database,
  incidentId: string,
  followUps: NonNullable<NewIncidentReport["followUps"]>,
): Promise<void> {
  const kept = followUps.map(({ id }) => id);
  const isOther = sql<boolean>`incident_id = ${incidentId} AND id <> ALL(${kept}::uuid[])`;
  await tx.deleteFrom("incident_follow_ups").where(isOther).where("made_at", "is", null).execute();
  await tx.updateTable("incident_follow_ups").set({ is_removed: true, text: "" }).where(isOther).execute();
  for (const [place, { id, text }] of followUps.entries()) {
    const written = await tx
      .insertInto("incident_follow_ups")
      .values({ id, incident_id: incidentId, place, text })
      .onConflict((conflict) =>
        conflict
          .column("id")
          .doUpdateSet({ place, text, is_removed: false })
          .where("incident_follow_ups.incident_id", "=", incidentId),
      )
      .returning("id")
      .executeTakeFirst();
    if (!written) throw new AppError("incident_id_taken");
  }
}

/**
 * Makes a task of the department of each follow-up that has none yet. The task links to the incident.
 * @throws {AppError} `incident_not_found`, `forbidden`, `incident_full`, and those of `insertTask`.
 */
export async function createFollowUpTasks(
  context: SliceContext,
  asking: RequestViewer,
  incidentId: string,
): Promise<void> {
  const made: string[] = [];
  await withIncident(context, asking, incidentId, async (tx, viewer, row) => {
    made.length = 0;
    if (!canCreateTasks(viewer)) throw new AppError("forbidden", { detail: "no tasks/create" });
    const { slug } = await tx
      .selectFrom("departments")
      .select("slug")
      .where("id", "=", row.department_id)
      .executeTakeFirstOrThrow();
    const waiting = await tx
      .selectFrom("incident_follow_ups")
      .select(["id", "text"])
      .where("incident_id", "=", incidentId)
      .where("made_at", "is", null)
      .orderBy("place")
      .execute();
    for (const { id, text } of waiting) {
      const task = newTaskSchema.parse({
        id,
        title: text,
        departmentId: row.department_id,
        description: `From [INC-${row.number}](/${slug}/${row.section}/incidents/${incidentId}).`,
      });
      await insertTask(tx, viewer, task);
      await tx
        .updateTable("incident_follow_ups")
        .set({ task_id: id, made_at: new Date() })
        .where("id", "=", id)
        .execute();
      made.push(id);
    }
    const lines = made.length === 0 ? [] : [{ kind: "tasks" as const, after: String(made.length) }];
    await addEntries(tx, incidentId, viewer.id, lines);
    return made.length === 0 ? "nothing" : "incident";
  });
  if (made.length > 0) await broadcastTasks(context, made);
}
