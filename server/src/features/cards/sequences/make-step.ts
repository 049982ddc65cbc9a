import type { CardData, CardField } from "@atoll/contract/cards/field-schemas";
import type { SequenceStep } from "@atoll/contract/cards/sequence-schemas";
import type { TaskViewer } from "@atoll/contract/tasks/policy";
import { newTaskSchema } from "@atoll/contract/tasks/schemas";
import { addDays, dayIn } from "@atoll/contract/zones";
import { uuidv7 } from "uuidv7";
import type { Database } from "../../../tables.ts";
import { zonesOf } from "../../identity/public.ts";
import { insertTask } from "../../tasks/public.ts";

export interface SteppedCard {
  id: string;
  title: string;
  /** Gets the task; null: nobody does. */
  ownerId: string | null;
  departmentId: string;
  /** The address of its section: "/business-development/outreach". */
  section: string;
}

const maxTitle = 200;

/**
 * Creates the task of a step, due so many days after today in the zone of the card's owner. Call it with the enrolment
 * locked: each step has one task.
 * @throws {AppError} those of `insertTask`.
 */
export async function makeStep(
  tx: Database,
  maker: TaskViewer,
  card: SteppedCard,
  enrolmentId: string,
  { index, title, notes, days }: SequenceStep & { index: number },
): Promise<{ taskId: string; dueOn: string }> {
  const doerId = card.ownerId ?? maker.id;
  const zone = (await zonesOf(tx, [doerId])).get(doerId) ?? "UTC";
  const dueOn = addDays(dayIn(zone, new Date()), days);
  const taskId = uuidv7();
  const name = card.title.replace(/[\\[\]]/g, "\\$&");
  const task = newTaskSchema.parse({
    id: taskId,
    title: `${title}: ${card.title}`.slice(0, maxTitle).toWellFormed(),
    departmentId: card.departmentId,
    assigneeId: card.ownerId,
    due: { date: dueOn },
    description: [notes, `From [${name}](${card.section}/${card.id}).`].filter(Boolean).join("\n\n"),
  });
  await insertTask(tx, maker, task);
  await tx
    .insertInto("card_sequence_tasks")
    .values({ enrolment_id: enrolmentId, step: index, task_id: taskId })
    .execute();
  return { taskId, dueOn };
}

/**
 * Returns the fields of a card that show where it is in its sequence: the checklist, and the next touch.
 * @param listField the checklist; undefined when the section has none.
 */
export function fieldsAtStep(
  fields: readonly CardField[],
  data: CardData,
  listField: string | undefined,
  steps: readonly (SequenceStep & { doneAt?: string | undefined })[],
  step: number,
): CardData {
  const next: CardData = { ...data };
  const has = (name: string) => fields.some((field) => field.name === name);
  if (listField !== undefined && has(listField))
    next[listField] = uniqueTexts(steps).map(({ title, doneAt }, index) => ({
      text: title,
      isDone: index < step,
      ...(doneAt !== undefined && index < step && { doneAt }),
    }));
  if (has("next_touch")) {
    const title = steps[step]?.title;
    if (title === undefined) delete next.next_touch;
    else next.next_touch = title;
  }
  return next;
}

/** Items of a checklist are told apart by their text: "Call", "Call (2)". */
function uniqueTexts<S extends SequenceStep>(steps: readonly S[]): S[] {
  const seen = new Map<string, number>();
  return steps.map((step) => {
    const count = (seen.get(step.title) ?? 0) + 1;
    seen.set(step.title, count);
    return count === 1 ? step : { ...step, title: `${step.title} (${count})` };
  });
}
