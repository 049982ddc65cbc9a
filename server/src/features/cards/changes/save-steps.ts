import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { ownRoom } from "../../people/public.ts";
import { accessTypeOfCard } from "../public.ts";

/**
 * Ticks a step of a card for the viewer alone, or takes the tick back. What they tick on another device stays,
 * and their other devices show it.
 * @returns all steps that they have done.
 * @throws {AppError} `card_not_found`; `card_field_wrong` where there are too many.
 */
export async function saveStep(
  { db, realtime }: Pick<SliceContext, "db" | "realtime">,
  viewer: RequestViewer,
  cardId: string,
  { item, isDone }: { item: string; isDone: boolean },
): Promise<string[]> {
  const done = await transact(db, async (tx) => {
    await accessTypeOfCard(tx, viewer, cardId);
    const saved = await tx
      .insertInto("card_steps")
      .values({ card_id: cardId, person_id: viewer.id, done: isDone ? [item] : [] })
      .onConflict((conflict) =>
        conflict.columns(["card_id", "person_id"]).doUpdateSet({
          done: isDone
            ? sql<string[]>`array_append(array_remove(card_steps.done, ${item}), ${item})`
            : sql<string[]>`array_remove(card_steps.done, ${item})`,
        }),
      )
      .returning("done")
      .executeTakeFirstOrThrow();
    if (saved.done.length > maxSteps) throw new AppError("card_field_wrong");
    return saved.done;
  });
  realtime.send(ownRoom(viewer.id), "card.steps", { cardId, item, isDone });
  return done;
}

/** Steps that were reworded since stay ticked: there may be more than a list has. */
const maxSteps = 200;

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
