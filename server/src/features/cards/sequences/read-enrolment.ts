import type { Enrolment } from "@atoll/contract/cards/sequence-schemas";
import { sql } from "kysely";
import type { Database } from "../../../tables.ts";
import { isRunning } from "./running.ts";

/** The sequence that a card is in, or was in last, with the task of each step. */
export async function readEnrolment(db: Database, cardId: string): Promise<Enrolment | null> {
  const enrolment = await db
    .selectFrom("card_enrolments as e")
    .innerJoin("cards as c", "c.id", "e.card_id")
    .innerJoin("card_types as ct", "ct.id", "c.type_id")
    .select(["e.id", "e.name", "e.step", "e.steps", "e.finished_at", isRunning.as("is_running")])
    .where("e.card_id", "=", cardId)
    .executeTakeFirst();
  if (!enrolment) return null;
  const tasks = await db
    .selectFrom("card_sequence_tasks as s")
    .leftJoin("tasks as t", (join) => join.onRef("t.id", "=", "s.task_id").on("t.deleted_at", "is", null))
    .select(["s.step", "t.id", "s.done_at"])
    .select(sql<string | null>`t.due_date::text`.as("due_date"))
    .where("s.enrolment_id", "=", enrolment.id)
    .execute();
  const { name, step, steps, finished_at, is_running } = enrolment;
  return {
    name,
    step,
    state: finished_at ? "finished" : is_running ? "running" : "stopped",
    steps: steps.map((one, index) => {
      const task = tasks.find((made) => made.step === index);
      return {
        ...one,
        taskId: task?.id ?? null,
        dueOn: task?.due_date ?? null,
        doneAt: task?.done_at?.toISOString() ?? null,
      };
    }),
  };
}
