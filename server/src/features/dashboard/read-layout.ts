import type { DashboardLayout } from "@atoll/contract/dashboard/layout-schemas";
import { sql } from "kysely";
import type { Database } from "../../tables.ts";
import { composeLayout, type Holder } from "./compose.ts";
import { type Default, readArrangement, readIds } from "./stored.ts";

/** Returns the dashboard to show to a person. */
export async function readLayout(db: Database, viewer: Holder & { id: string }): Promise<DashboardLayout> {
  const [row, defaults] = await Promise.all([
    db
      .selectFrom("dashboard_layouts")
      .select(["cards", "phone_order", "version"])
      .where("person_id", "=", viewer.id)
      .executeTakeFirst(),
    readDefaultsFor(db, viewer),
  ]);
  const own = row && { ...readArrangement(row), version: row.version };
  return composeLayout(viewer, own, defaults);
}

async function readDefaultsFor(db: Database, viewer: Holder): Promise<Default[]> {
  const rows = await db
    .selectFrom("dashboard_defaults")
    .select(["role_id", "cards", "phone_order", "pinned_ids"])
    .where(sql<boolean>`(role_id IS NULL OR role_id = ANY(${viewer.roles.map(({ id }) => id)}::uuid[]))`)
    .execute();
  return rows.map((row) => ({
    roleId: row.role_id,
    ...readArrangement(row),
    pinnedIds: readIds(row.pinned_ids),
  }));
}
