import { maxSavedViews } from "@atoll/contract/saved-views/limits";
import { savedViewRoutes } from "@atoll/contract/saved-views/routes";
import type { NewSavedView, SavedViewChange } from "@atoll/contract/saved-views/schemas";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { assertNotChanged } from "../../platform/assert-not-changed.ts";
import { createOnce, hashSent, insertNew } from "../../platform/create-once.ts";
import { rejectViolation } from "../../platform/database/reject-violation.ts";
import { transact } from "../../platform/database/transact.ts";
import type { SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { accessPlace, assertUnderstood, type OpenPlace } from "./public.ts";
import { broadcastViews, selectViews, type ViewSources } from "./queries.ts";

/** Registers the routes of a person's saved views. */
export function registerSavedViews(context: SliceContext): void {
  const { routes, db } = context;
  const answer = async (open: OpenPlace) => ({ views: await broadcastViews(context, open) });

  routes.route(savedViewRoutes.listSavedViews, async ({ params }, { viewer }) => ({
    views: await selectViews(db, await accessPlace(context, viewer, params.place)),
  }));

  routes.route(savedViewRoutes.saveView, async ({ params, body }, { viewer }) => {
    const open = await accessPlace(context, viewer, params.place);
    await saveView(context, open, body);
    return answer(open);
  });

  routes.route(savedViewRoutes.changeSavedView, async ({ params, body }, { viewer }) => {
    const open = await accessPlace(context, viewer, params.place);
    await changeView(context, open, params.viewId, body);
    return answer(open);
  });

  routes.route(savedViewRoutes.orderSavedViews, async ({ params, body }, { viewer }) => {
    const open = await accessPlace(context, viewer, params.place);
    await orderViews(context, open, body.viewIds);
    return answer(open);
  });

  routes.route(savedViewRoutes.deleteSavedView, async ({ params }, { viewer }) => {
    const open = await accessPlace(context, viewer, params.place);
    await deleteView(context, open, params.viewId);
    return answer(open);
  });
}

/**
 * Renames a saved view, or changes its filters.
 * @throws {AppError} `saved_view_not_found` for a view of somebody else or of another page, `saved_view_name_taken`,
 * `saved_view_not_understood`, `changed_meanwhile`.
 */
async function changeView(
  { db }: ViewSources,
  open: OpenPlace,
  viewId: string,
  { version, ...set }: SavedViewChange,
): Promise<void> {
  if (set.query !== undefined) assertUnderstood(open, set.query);
  await transact(db, async (tx) => {
    const row = await tx
      .selectFrom("saved_views")
      .select("version")
      .where("id", "=", viewId)
      .where("user_id", "=", open.userId)
      .where("place", "=", open.place)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new AppError("saved_view_not_found");
    assertNotChanged(row, version);
    const write = tx
      .updateTable("saved_views")
      .set((eb) => ({ ...set, version: eb("version", "+", 1) }))
      .where("id", "=", viewId)
      .execute();
    await rejectViolation(write, { saved_views_name: "saved_view_name_taken" });
  });
}

/** Deletes a person's view of a page. Does nothing if it does not exist or belongs to somebody else. */
async function deleteView({ db }: ViewSources, { userId, place }: OpenPlace, viewId: string): Promise<void> {
  await db
    .deleteFrom("saved_views")
    .where("id", "=", viewId)
    .where("user_id", "=", userId)
    .where("place", "=", place)
    .execute();
}

/** Reorders a person's views of a page. Views that are not named keep their order after the others. */
async function orderViews(
  { db }: ViewSources,
  { userId, place }: OpenPlace,
  viewIds: readonly string[],
): Promise<void> {
  await transact(db, async (tx) => {
    // Two devices may reorder at once, and would deadlock if each update locked the rows in its own order.
    await tx
      .selectFrom("saved_views")
      .select("id")
      .where("user_id", "=", userId)
      .where("place", "=", place)
      .orderBy("id")
      .forUpdate()
      .execute();
    await sql`
      UPDATE saved_views v SET position = placed.position
      FROM (
        SELECT id, row_number() OVER (ORDER BY array_position(${viewIds}::uuid[], id), position, id) AS position
        FROM saved_views WHERE user_id = ${userId} AND place = ${place}
      ) placed
      WHERE v.id = placed.id AND v.user_id = ${userId}`.execute(tx);
  });
}

/**
 * Saves a view of a page after the existing ones. A repeated request gets the same response.
 * @throws {AppError} `saved_view_id_taken`, `saved_view_name_taken`, `saved_view_not_understood`,
 * `too_many_saved_views`.
 */
async function saveView({ db }: ViewSources, open: OpenPlace, view: NewSavedView): Promise<void> {
  const { userId, place } = open;
  assertUnderstood(open, view.query);
  // Views of tasks had no place when their hashes were made, and may be sent again.
  const parts = place === "tasks" ? [] : [place];
  const sent = { byId: userId, hash: hashSent(view.name, view.query, ...parts) };
  await transact(db, async (tx) => {
    const { isNew } = await createOnce(sent, {
      insert: () =>
        rejectViolation(insert(tx, open, view, sent.hash), { saved_views_name: "saved_view_name_taken" }),
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
  return insertNew(
    tx.insertInto("saved_views").values({
      id,
      name,
      query,
      place,
      user_id: userId,
      position: sql<number>`(SELECT coalesce(max(position), 0) + 1 FROM saved_views
        WHERE user_id = ${userId} AND place = ${place})`,
      sent_hash: hash,
    }),
  );
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
