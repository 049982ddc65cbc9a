import { maxSavedViews } from "@atoll/contract/saved-views/limits";
import type { NewSavedView } from "@atoll/contract/saved-views/schemas";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { createOnce, hashSent } from "../../platform/create-once.ts";
import { orRefuse } from "../../platform/database/or-refuse.ts";
import { transact } from "../../platform/database/transact.ts";
import type { Database } from "../../tables.ts";
import { assertUnderstood, type OpenPlace } from "./access.ts";
import type { ViewSources } from "./queries.ts";

/**
 * Saves a view of a page after the existing ones. A repeated request gets the same response.
 * @throws {AppError} `saved_view_id_taken`, `saved_view_name_taken`, `saved_view_not_understood`,
 * `too_many_saved_views`.
 */
export async function saveView({ db }: ViewSources, open: OpenPlace, view: NewSavedView): Promise<void> {
  const { userId, place } = open;
  assertUnderstood(open, view.query);
  // Views of tasks had no place when their hashes were made, and may be sent again.
  const parts = place === "tasks" ? [] : [place];
  const sent = { byId: userId, hash: hashSent(view.name, view.query, ...parts) };
  await transact(db, async (tx) => {
    const { isNew } = await createOnce(sent, {
      insert: () =>
        orRefuse(insert(tx, open, view, sent.hash), { saved_views_name: "saved_view_name_taken" }),
      find: () =>
        tx
          .selectFrom("saved_views")
          .select(["user_id", "sent_hash"])
          .where("id", "=", view.id)
          .executeTakeFirst(),
      sentOf: (row) => ({ byId: row.user_id, hash: row.sent_hash }),
      taken: "saved_view_id_taken",
    });
    if (isNew) await assertNotTooMany(tx, open);
  });
}

/** Locks the person's account, so that concurrent requests cannot exceed the limit. */
async function insert(
  tx: Database,
  { userId, place }: OpenPlace,
  { id, name, query }: NewSavedView,
  hash: Buffer,
): Promise<boolean> {
  await tx.selectFrom("accounts").select("id").where("id", "=", userId).forUpdate().execute();
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("saved_views")
    .values({
      id,
      name,
      query,
      place,
      user_id: userId,
      position: sql<number>`(SELECT coalesce(max(position), 0) + 1 FROM saved_views
        WHERE user_id = ${userId} AND place = ${place})`,
      sent_hash: hash,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

async function assertNotTooMany(tx: Database, { userId, place }: OpenPlace): Promise<void> {
  const { count } = await tx
    .selectFrom("saved_views")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .where("place", "=", place)
    .executeTakeFirstOrThrow();
  if (count > maxSavedViews) throw new AppError("too_many_saved_views");
}
