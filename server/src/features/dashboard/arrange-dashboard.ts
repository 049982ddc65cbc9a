import type { DashboardCard, DashboardLayout } from "@atoll/contract/dashboard/layout-schemas";
import { isPanelId, maxCards } from "@atoll/contract/dashboard/limits";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { assertNotChanged } from "../../platform/assert-not-changed.ts";
import { transact } from "../../platform/database/transact.ts";
import type { SliceContext } from "../../slice.ts";
import type { RequestViewer } from "../identity/access.ts";
import { ownRoom } from "../people/access.ts";
import { readLayout } from "./read-layout.ts";

type Ground = Pick<SliceContext, "db" | "realtime">;

/**
 * Stores a person's arrangement of their dashboard, and broadcasts it to all of their devices.
 * @throws {AppError} `changed_meanwhile` if another device has since stored one, `too_many_cards`.
 */
export async function arrangeDashboard(
  { db, realtime }: Ground,
  viewer: RequestViewer,
  { cards, phoneOrder, version }: { cards: DashboardCard[]; phoneOrder: string[]; version: number },
): Promise<DashboardLayout> {
  const layout = await transact(db, async (tx) => {
    // An advisory lock also works before there is a row: of two first arrangements, one is second.
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`dashboard ${viewer.id}`}, 0))`.execute(tx);
    const before = await readLayout(tx, viewer);
    assertNotChanged(before, version);
    const added = cards.filter(({ id }) => !isPanelId(id) && !before.pinnedIds.includes(id));
    if (added.length > maxCards) throw new AppError("too_many_cards");
    const row = {
      cards: JSON.stringify(cards),
      phone_order: JSON.stringify(phoneOrder),
      version: version + 1,
    };
    await tx
      .insertInto("dashboard_layouts")
      .values({ person_id: viewer.id, ...row })
      .onConflict((conflict) =>
        conflict.column("person_id").doUpdateSet({ ...row, updated_at: sql<Date>`now()` }),
      )
      .execute();
    return readLayout(tx, viewer);
  });
  realtime.send(ownRoom(viewer.id), "dashboard.arranged", { layout });
  return layout;
}

/** Deletes a person's arrangement: all of their devices show the default again. */
export async function resetDashboard(
  { db, realtime }: Ground,
  viewer: RequestViewer,
): Promise<DashboardLayout> {
  await db.deleteFrom("dashboard_layouts").where("person_id", "=", viewer.id).execute();
  const layout = await readLayout(db, viewer);
  realtime.send(ownRoom(viewer.id), "dashboard.arranged", { layout });
  return layout;
}
