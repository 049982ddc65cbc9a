import { sectionOptionsSchema } from "@atoll/contract/cards/section-schemas";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { AppError } from "../../../platform/app-error.ts";
import { applyChange } from "../../../platform/changes/apply-change.ts";
import type { ChangeSources } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { broadcastTasks } from "../../tasks/public.ts";
import { cardChangesByServer } from "../changes/card-changes.ts";
import { actorOf } from "./change-step.ts";
import { findWaiting, type WaitingStep } from "./find-waiting.ts";
import { fieldsAtStep, makeStep, type SteppedCard } from "./make-step.ts";

/** Creates the task of the next step, or finishes the sequence. An owner who cannot have tasks leaves it to the team. */
export async function advance(sources: ChangeSources, waiting: WaitingStep): Promise<void> {
  try {
    await advanceFor(sources, waiting, true);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "assignee_unavailable") throw error;
    await advanceFor(sources, waiting, false);
  }
}

async function advanceFor(sources: ChangeSources, waiting: WaitingStep, isAssigned: boolean): Promise<void> {
  const { enrolment_id: id, card_id, step, task_id } = waiting;
  const actorId = await (task_id === null
    ? actorOf(sources.db, "card", card_id)
    : actorOf(sources.db, "task", task_id));
  const made: string[] = [];
  await applyChange(
    // The person who finished the task may not be able to read the card.
    cardChangesByServer,
    sources,
    { id: actorId },
    { changeId: uuidv7(), ids: [card_id] },
    async ({ tx, set, record }, [row]) => {
      const enrolment = await lockEnrolment(tx, id);
      // Another node may have been first, and the sequence may have stopped since.
      const [now] = await findWaiting(tx, id);
      if (!row || !enrolment || now?.act !== "advance" || now.step !== step) return;
      await tx
        .updateTable("card_sequence_tasks")
        .set({ done_at: sql<Date>`now()` })
        .where("enrolment_id", "=", id)
        .where("step", "=", step)
        .execute();
      const next = step + 1;
      const following = enrolment.steps[next];
      const card: SteppedCard = {
        id: card_id,
        title: row.title,
        ownerId: isAssigned ? row.owner_id : null,
        departmentId: enrolment.department_id,
        section: `/${enrolment.department}/${enrolment.slug}`,
      };
      const maker = {
        id: actorId,
        roles: [],
        permissions: [],
        departments: [{ id: enrolment.department_id }],
      };
      const task = following && (await makeStep(tx, maker, card, id, { ...following, index: next }));
      if (task) made.push(task.taskId);
      await tx
        .updateTable("card_enrolments")
        .set(following ? { step: next } : { step: next, finished_at: sql<Date>`now()` })
        .where("id", "=", id)
        .execute();
      const { layout } = sectionOptionsSchema.parse(row.options);
      const steps = enrolment.steps.map((one, index) => ({ ...one, doneAt: enrolment.doneAt[index] }));
      await set(row, {
        due: task?.dueOn ?? null,
        data: fieldsAtStep(row.fields, row.data, layout.steps, steps, next),
      });
      if (!following) record({ subjectId: card_id, field: "sequence", before: enrolment.name, after: null });
    },
  );
  if (made.length > 0) await broadcastTasks(sources, made);
}

async function lockEnrolment(tx: Database, id: string) {
  const enrolment = await tx
    .selectFrom("card_enrolments as e")
    .innerJoin("cards as c", "c.id", "e.card_id")
    .innerJoin("card_types as ct", "ct.id", "c.type_id")
    .innerJoin("departments as d", "d.id", "ct.department_id")
    .select(["e.name", "e.steps", "e.step", "ct.department_id", "ct.slug", "d.slug as department"])
    .where("e.id", "=", id)
    .forUpdate("e")
    .executeTakeFirst();
  if (!enrolment) return undefined;
  const done = await tx
    .selectFrom("card_sequence_tasks")
    .select(["step", "done_at"])
    .where("enrolment_id", "=", id)
    .execute();
  const doneAt: Record<number, string> = { [enrolment.step]: new Date().toISOString() };
  for (const { step, done_at } of done) if (done_at) doneAt[step] = done_at.toISOString();
  return { ...enrolment, doneAt };
}
