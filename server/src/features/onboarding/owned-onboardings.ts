import { sql } from "kysely";
import { placedIn, replaceDepartment } from "../../platform/kinds/factories.ts";
import type { SliceOwnedKind, SlicePlacedKind } from "../../slice.ts";
import { managersRoom } from "./rooms.ts";

/**
 * Hands over paths to the heir. Newcomers go to the heir only if they already see them, and otherwise to the path's
 * owner.
 */
export const ownedOnboardings: SliceOwnedKind = {
  kind: "onboarding paths and newcomers",
  async count(tx, userId) {
    const { rows } = await sql<{ count: number }>`SELECT
      (SELECT count(*) FROM onboarding_paths WHERE owner_id = ${userId})
      + (SELECT count(*) FROM onboardings WHERE manager_id = ${userId}) AS count`.execute(tx);
    return Number(rows[0]?.count ?? 0);
  },
  async handOver(tx, fromUserId, toUserId) {
    await sql`UPDATE onboardings o SET revision = o.revision + 1, manager_id = CASE
        WHEN o.buddy_id = ${toUserId} THEN o.buddy_id
        WHEN t.owner_id NOT IN (${fromUserId}, o.person_id) THEN t.owner_id END
      FROM onboarding_paths t WHERE t.id = o.path_id AND o.manager_id = ${fromUserId}`.execute(tx);
    await sql`UPDATE onboardings SET revision = revision + 1, buddy_id = NULL
      WHERE buddy_id = ${fromUserId}`.execute(tx);
    const paths = await tx
      .updateTable("onboarding_paths")
      .set({ owner_id: toUserId, version: sql`version + 1` })
      .where("owner_id", "=", fromUserId)
      .returning("id")
      .execute();
    return paths.map(({ id }) => id);
  },
  async broadcast({ realtime }, pathIds) {
    for (const pathId of pathIds) realtime.send(managersRoom, "onboarding-path.changed", { pathId });
  },
};

/** Moves the paths for a department to another when both are merged. */
export const placedPaths: SlicePlacedKind = placedIn({
  kind: "onboarding paths",
  rows: sql`onboarding_paths`,
  isIn: (departmentId) => sql<boolean>`${departmentId}::uuid = ANY(department_ids)`,
  async move(tx, fromId, intoId) {
    await sql`UPDATE onboarding_paths SET version = version + 1,
        department_ids = ${replaceDepartment("department_ids", fromId, intoId)}
      WHERE ${fromId}::uuid = ANY(department_ids)`.execute(tx);
    return undefined;
  },
});
