import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { transact } from "../../../platform/database/transact.ts";
import type { ChangeSources } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { changeMadeTask } from "../../tasks/public.ts";
import { broadcastCards } from "../changes/card-changes.ts";
import { findWaiting, type WaitingStep } from "./find-waiting.ts";

/** Archives the open task of a sequence that stopped. */
export function closeStep(sources: ChangeSources, step: WaitingStep): Promise<void> {
  return changeStep(sources, step, "archived", (tx) => mark(tx, step, { closed_at: sql<Date>`now()` }));
}

/** Reopens the task of a sequence that runs again. */
export function reopenStep(sources: ChangeSources, step: WaitingStep): Promise<void> {
  return changeStep(sources, step, "todo", (tx) => mark(tx, step, { closed_at: null }));
}

/** Takes back a step that nobody has started, because the one before it was reopened. */
export function withdrawStep(sources: ChangeSources, step: WaitingStep): Promise<void> {
  const { enrolment_id, step: current } = step;
  return changeStep(sources, step, "deleted", async (tx) => {
    await tx
      .updateTable("card_enrolments")
      .set({ step: current - 1 })
      .where("id", "=", enrolment_id)
      .execute();
    await mark(tx, { enrolment_id, step: current - 1 }, { done_at: null });
    await tx
      .deleteFrom("card_sequence_tasks")
      .where("enrolment_id", "=", enrolment_id)
      .where("step", "=", current)
      .execute();
  });
}

function mark(
  db: Database,
  { enrolment_id, step }: Pick<WaitingStep, "enrolment_id" | "step">,
  values: { closed_at: ReturnType<typeof sql<Date>> | null } | { done_at: null },
) {
  return db
    .updateTable("card_sequence_tasks")
    .set(values)
    .where("enrolment_id", "=", enrolment_id)
    .where("step", "=", step)
    .execute();
}

/** Changes the task of a step and writes what belongs to it in one transaction, unless another node was first. */
async function changeStep(
  sources: ChangeSources,
  { task_id, card_id, ...waiting }: WaitingStep,
  to: "archived" | "todo" | "deleted",
  write: (tx: Database) => Promise<unknown>,
): Promise<void> {
  const writeIfWaiting = async (tx: Database): Promise<boolean> => {
    const { enrolment_id: id, act, step } = waiting;
    await tx.selectFrom("card_enrolments").select("id").where("id", "=", id).forUpdate().execute();
    const [now] = await findWaiting(tx, id);
    if (now?.act !== act || now.step !== step) return false;
    await write(tx);
    return true;
  };
  if (task_id === null) await transact(sources.db, writeIfWaiting);
  else {
    const actorId = await actorOf(sources.db, "card", card_id);
    await changeMadeTask(sources, actorId, { changeId: uuidv7(), taskId: task_id, to }, writeIfWaiting);
  }
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
