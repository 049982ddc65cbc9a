import { transact } from "../../../platform/database/transact.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { accessTypeOfCard } from "../public.ts";

/**
 * Saves the steps of a card that the viewer has done, for themselves.
 * @throws {AppError} `card_not_found`
 */
export async function saveSteps(
  db: Database,
  viewer: RequestViewer,
  cardId: string,
  done: readonly string[],
): Promise<string[]> {
  const steps = [...new Set(done)];
  await transact(db, async (tx) => {
    await accessTypeOfCard(tx, viewer, cardId);
    await tx
      .insertInto("card_steps")
      .values({ card_id: cardId, person_id: viewer.id, done: steps })
      .onConflict((conflict) => conflict.columns(["card_id", "person_id"]).doUpdateSet({ done: steps }))
      .execute();
  });
  return steps;
}

/** The steps of a card that the viewer has done. */
export async function readSteps(db: Database, viewerId: string, cardId: string): Promise<string[]> {
  const row = await db
    .selectFrom("card_steps")
    .select("done")
    .where("card_id", "=", cardId)
    .where("person_id", "=", viewerId)
    .executeTakeFirst();
  return row?.done ?? [];
}
