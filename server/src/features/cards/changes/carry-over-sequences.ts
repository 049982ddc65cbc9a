import type { CardData } from "@atoll/contract/cards/field-schemas";
import { unmetNeed } from "@atoll/contract/cards/needs";
import {
  type CardStage,
  type SectionOptions,
  sectionOptionsSchema,
} from "@atoll/contract/cards/section-schemas";
import { sql } from "kysely";
import type { FieldChange } from "../../../platform/changes/field.ts";
import type { Database } from "../../../tables.ts";

interface Contact {
  id: string;
  stage: string;
  stages: readonly CardStage[];
  options: Partial<SectionOptions>;
  data: CardData;
  owner_id: string | null;
}

/**
 * Lets the card that others are merged into go on with the sequence of one of them, unless it is in one itself: a contact
 * is in one sequence. Whatever the others are in besides stops with them.
 * @returns the stage that the card moves to, so that the sequence runs. Undefined when it does not move: a contact that
 *   replied, stopped or withdrew their consent is left there, and the sequence waits to be resumed.
 */
export async function carrySequenceOver(
  tx: Database,
  target: Contact,
  others: readonly Contact[],
): Promise<string | undefined> {
  const options = sectionOptionsSchema.parse(target.options);
  const stage = options.sequenceStage;
  if (stage === undefined) return undefined;
  const enrolments = await tx
    .selectFrom("card_enrolments")
    .select(["id", "card_id"])
    .where(
      "card_id",
      "in",
      [target, ...others].map(({ id }) => id),
    )
    .where("finished_at", "is", null)
    .orderBy("started_at")
    .forUpdate()
    .execute();
  const runsFor = (card: Contact) =>
    card.stage === stage ? enrolments.find(({ card_id }) => card_id === card.id) : undefined;
  const carried = runsFor(target) ? undefined : others.flatMap((card) => runsFor(card) ?? [])[0];
  if (!carried) return undefined;
  await tx.deleteFrom("card_enrolments").where("card_id", "=", target.id).execute();
  await tx
    .updateTable("card_enrolments")
    .set({ card_id: target.id, carried_from: carried.card_id })
    .where("id", "=", carried.id)
    .execute();
  const today = new Date().toISOString().slice(0, 10);
  const isReady = !unmetNeed(options, stage, { data: target.data, ownerId: target.owner_id }, today);
  return isReady && target.stage === target.stages[0]?.id ? stage : undefined;
}

/** Gives the sequences of merged cards back to them when the merge is undone. */
export async function carrySequencesBack(tx: Database, undone: readonly FieldChange[]): Promise<void> {
  const ids = undone.flatMap(({ subjectId, field, before }) =>
    field === "mergedInto" && before === null ? [subjectId] : [],
  );
  if (ids.length === 0) return;
  await sql`UPDATE card_enrolments SET card_id = carried_from, carried_from = NULL
    WHERE carried_from = ANY(${ids}::uuid[])
      AND NOT EXISTS (SELECT FROM card_enrolments own WHERE own.card_id = card_enrolments.carried_from)`.execute(
    tx,
  );
}
