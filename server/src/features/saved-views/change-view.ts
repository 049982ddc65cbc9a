import type { SavedViewChange } from "@atoll/contract/saved-views/schemas";
import { AppError } from "../../platform/app-error.ts";
import { assertNotChanged } from "../../platform/assert-not-changed.ts";
import { orRefuse } from "../../platform/database/or-refuse.ts";
import { transact } from "../../platform/database/transact.ts";
import { assertUnderstood, type OpenPlace } from "./access.ts";
import type { ViewSources } from "./queries.ts";

/**
 * Renames a saved view, or changes its filters.
 * @throws {AppError} `saved_view_not_found` for a view of somebody else or of another page, `saved_view_name_taken`,
 * `saved_view_not_understood`, `changed_meanwhile`.
 */
export async function changeView(
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
    await orRefuse(write, { saved_views_name: "saved_view_name_taken" });
  });
}
