import type { Database } from "../../../tables.ts";
import { lockSection } from "../ranks.ts";

/** Locks the section of a card, if there is one. Call it before the rows are locked, as everybody who arranges does. */
export async function lockSectionOf(tx: Database, cardId: string): Promise<void> {
  const card = await tx.selectFrom("cards").select("type_id").where("id", "=", cardId).executeTakeFirst();
  if (card) await lockSection(tx, card.type_id);
}
