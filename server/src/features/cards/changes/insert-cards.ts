import type { CardData } from "@atoll/contract/cards/field-schemas";
import { uuidv7 } from "uuidv7";
import type { Database } from "../../../tables.ts";
import { withoutTicks } from "../data/approvals.ts";
import { storeNewValues } from "../data/card-values.ts";
import type { TypeRow } from "../public.ts";
import { ranksBeside } from "../ranks.ts";

/** A card as an import adds it. */
export interface ImportedCard {
  title: string;
  body: string;
  stage: string;
  reason: string;
  ownerId: string | null;
  dueOn: string | null;
  data: CardData;
}

/**
 * Adds many cards to a locked section, behind all of their stages, in their order.
 * @returns their ids, in the same order.
 */
export async function insertCards(
  tx: Database,
  type: Pick<TypeRow, "id" | "fields" | "options">,
  cards: readonly ImportedCard[],
  createdBy: string,
): Promise<string[]> {
  const withIds = cards.map((card) => ({ ...card, id: uuidv7() }));
  for (const [stage, ofStage] of Map.groupBy(withIds, (card) => card.stage)) {
    const ranks = await ranksBeside(tx, { typeId: type.id, stage }, undefined, ofStage.length);
    await tx
      .insertInto("cards")
      .values(
        ofStage.map(({ id, title, body, reason, ownerId, dueOn, data }, at) => ({
          id,
          type_id: type.id,
          title,
          body,
          stage,
          reason,
          rank: ranks[at] ?? "a0",
          owner_id: ownerId,
          due_on: dueOn,
          data: JSON.stringify(withoutTicks(type.options, data)),
          sent_hash: Buffer.alloc(32),
          created_by: createdBy,
          content_by: createdBy,
        })),
      )
      .execute();
  }
  await storeNewValues(tx, type.id, type.fields, withIds);
  return withIds.map(({ id }) => id);
}
