import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { changeMadeTask } from "../../tasks/access.ts";
import { broadcastCards } from "../card-changes.ts";
import type { WaitingStep } from "./find-waiting.ts";

type Sources = Pick<SliceContext, "db" | "people" | "realtime">;

/** Archives the open task of a sequence that stopped. The mark comes first: a resumed sequence reopens marked tasks. */
export async function closeStep(sources: Sources, step: WaitingStep): Promise<void> {
  await mark(sources.db, step, { closed_at: sql<Date>`now()` });
  await changeTask(sources, step, "archived");
}

/** Reopens the task of a sequence that runs again. */
export async function reopenStep(sources: Sources, step: WaitingStep): Promise<void> {
  await changeTask(sources, step, "todo");
  await mark(sources.db, step, { closed_at: null });
}

/** Takes back a step that nobody has started, because the one before it was reopened. */
export async function withdrawStep(sources: Sources, step: WaitingStep): Promise<void> {
  await sources.db
    .updateTable("card_enrolments")
    .set({ step: step.step - 1 })
    .where("id", "=", step.enrolment_id)
    .where("step", "=", step.step)
    .execute();
  await mark(sources.db, { ...step, step: step.step - 1 }, { done_at: null });
  await sources.db
    .deleteFrom("card_sequence_tasks")
    .where("enrolment_id", "=", step.enrolment_id)
    .where("step", "=", step.step)
    .execute();
  await changeTask(sources, step, "deleted");
}

function mark(
  db: Database,
  { enrolment_id, step }: WaitingStep,
  values: { closed_at: ReturnType<typeof sql<Date>> | null } | { done_at: null },
) {
  return db
    .updateTable("card_sequence_tasks")
    .set(values)
    .where("enrolment_id", "=", enrolment_id)
    .where("step", "=", step)
    .execute();
}

async function changeTask(
  sources: Sources,
  { task_id, card_id }: WaitingStep,
  to: "archived" | "todo" | "deleted",
): Promise<void> {
  if (task_id !== null)
    await changeMadeTask(sources, await actorOf(sources.db, "card", card_id), {
      changeId: uuidv7(),
      taskId: task_id,
      to,
    });
  await broadcastCards(sources, [card_id]);
}

/** Returns the person who changed a thing last: what follows from it appears under their name. */
export async function actorOf(db: Database, kind: "card" | "task", id: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    SELECT coalesce(
      (SELECT actor_id FROM object_changes WHERE subject_kind = ${kind} AND subject_id = ${id} ORDER BY id DESC LIMIT 1),
      (SELECT started_by FROM card_enrolments WHERE card_id = ${id}),
      (SELECT created_by FROM tasks WHERE id = ${id})) AS id`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("nobody changed it");
  return row.id;
}
