import type { SequenceStep } from "@atoll/contract/cards/sequence-schemas";
import { sql } from "kysely";
import { makeStep } from "../../src/features/cards/sequences/make-step.ts";
import type { Database } from "../../src/tables.ts";
import { demoId } from "../ids.ts";

const dayMs = 86_400_000;

/** A step a line: the days after the one before, the task, and what to do. */
const written: Record<string, string> = {
  "Inbound from the case study": `
    0 | Mail: the case study     | Send the case study of a company of the same size, and ask one question.
    6 | Mail: winter timetable   | Name two of their routes. No price yet.
    3 | Call                     | Ask what they use today. Write down who decides.
    4 | Mail: price by vessel    | The price list, with the month that they would start in.
    7 | Last note                | Two lines. Ask whether we may write again in spring.`,
  "Met at an event": `
    1 | Mail: intro              | Where we met, and the one thing that they asked about.
    4 | Call                     | Keep it to ten minutes.
    5 | Mail: reference          | A client of the same sector, with permission.
    7 | Last note                | `,
  "Renewal in winter": `
    0 | Mail: thanks             | The year in numbers, from the dashboard.
    14 | Mail: winter review     | Offer a date for the review.
    7 | Call                     | Agree on the terms.`,
  "After a webinar": `
    0 | Mail: recording          | The recording and the slides.
    3 | Mail: two numbers        | The two figures that were asked about most.
    5 | Call                     | `,
};

/** Writes the sequences of Outreach, and where each contact in one is. A contact goes through its own checklist. */
export async function seedSequences(tx: Database, now: Date): Promise<void> {
  const type = await tx
    .selectFrom("card_types as ct")
    .innerJoin("departments as d", "d.id", "ct.department_id")
    .select(["ct.id", "ct.department_id", "d.slug as department"])
    .where("d.slug", "=", "business-development")
    .where("ct.slug", "=", "outreach")
    .executeTakeFirst();
  if (!type) return;
  const contacts = await tx
    .selectFrom("cards")
    .select(["id", "title", "stage", "owner_id", "data", "created_at", "updated_at"])
    .select(sql<number>`coalesce(due_on - ${now.toISOString().slice(0, 10)}::date, 0)`.as("due"))
    .where("type_id", "=", type.id)
    .where("stage", "in", ["sequence", "stopped", "replied"])
    .orderBy("rank")
    .execute();
  const [keeper] = contacts.flatMap(({ owner_id }) => owner_id ?? []);
  if (keeper === undefined) return;
  const names = Object.keys(written);
  const idOf = (name: string) => demoId(new Date(now.getTime() - 60 * dayMs), `sequence ${name}`);
  for (const name of names)
    await tx
      .insertInto("card_sequences")
      .values({
        id: idOf(name),
        type_id: type.id,
        name,
        steps: JSON.stringify(stepsOf(written[name] ?? "")),
        created_by: keeper,
      })
      .execute();
  for (const [index, { id, title, stage, owner_id: ownerId, data, due, ...times }] of contacts.entries()) {
    const list = Array.isArray(data.sequence) ? data.sequence : [];
    const step = list.findIndex(({ isDone }) => !isDone);
    const name = names[index % names.length] ?? "";
    if (ownerId === null || step < 0) continue;
    const steps = list.map(
      ({ text }, at): SequenceStep => ({ title: text, notes: "", days: at === 0 ? 0 : 4 }),
    );
    const enrolmentId = demoId(times.created_at, `enrolment ${id}`);
    await tx
      .insertInto("card_enrolments")
      .values({
        id: enrolmentId,
        card_id: id,
        sequence_id: idOf(name),
        name,
        steps: JSON.stringify(steps),
        step,
        started_by: ownerId,
        started_at: times.created_at,
      })
      .execute();
    for (let done = 0; done < step; done += 1)
      await tx
        .insertInto("card_sequence_tasks")
        .values({
          enrolment_id: enrolmentId,
          step: done,
          task_id: null,
          done_at: new Date(times.updated_at.getTime() - (step - 1 - done) * 4 * dayMs),
        })
        .execute();
    const current = steps[step];
    if (stage !== "sequence" || !current) continue;
    const maker = { id: ownerId, roles: [], permissions: [], departments: [{ id: type.department_id }] };
    const section = `/${type.department}/outreach`;
    const card = { id, title, ownerId, departmentId: type.department_id, section };
    const started = { ...current, days: Math.max(due, 0), index: step };
    const { taskId } = await makeStep(tx, maker, card, enrolmentId, started);
    // As old as the contact's last change, so that the company does not look a day old.
    const at = times.updated_at;
    await tx.updateTable("tasks").set({ created_at: at, updated_at: at }).where("id", "=", taskId).execute();
    await tx.updateTable("object_changes").set({ at }).where("subject_id", "=", taskId).execute();
  }
}

function stepsOf(text: string): SequenceStep[] {
  return text
    .trim()
    .split("\n")
    .map((line) => {
      const [days = "", title = "", notes = ""] = line.split("|").map((part) => part.trim());
      return { title, notes, days: Number(days) };
    });
}
