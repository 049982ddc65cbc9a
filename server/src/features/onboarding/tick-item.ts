import { canTickItem } from "@atoll/contract/onboarding/policy";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { transact } from "../../platform/database/transact.ts";
import type { Database } from "../../tables.ts";
import type { RequestViewer } from "../identity/access.ts";
import { lockItem } from "./access.ts";
import { partsOf } from "./policy.ts";
import { canTickByHand } from "./present.ts";

/**
 * Ticks or unticks an item. Idempotent: the first person and time stay.
 * @throws {AppError} `onboarding_not_found`; `forbidden` for an item of somebody else; `item_ticked_by_itself` for a
 *   page or task, which is ticked when it is read or done.
 */
export function setItemDone(
  db: Database,
  viewer: RequestViewer,
  ids: { onboardingId: string; itemId: string },
  isDone: boolean,
): Promise<void> {
  return transact(db, async (tx) => {
    const { onboarding, item } = await lockItem(tx, viewer, ids);
    if (!canTickItem(viewer, partsOf(onboarding), item.doer))
      throw new AppError("forbidden", { detail: "not their item" });
    if (!canTickByHand(viewer, onboarding, item)) throw new AppError("item_ticked_by_itself");
    if ((item.done_at !== null) === isDone) return;
    await tx
      .updateTable("onboarding_items")
      .set(isDone ? { done_at: sql<Date>`now()`, done_by: viewer.id } : { done_at: null, done_by: null })
      .where("id", "=", item.id)
      .execute();
  });
}
