import type { DashboardDefault } from "@atoll/contract/dashboard/default-schemas";
import type { DashboardCard } from "@atoll/contract/dashboard/layout-schemas";
import { canManageRoles } from "@atoll/contract/permissions";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { rejectViolation } from "../../platform/database/reject-violation.ts";
import type { SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { changeAs, type RequestViewer } from "../identity/public.ts";
import type { People } from "../people/public.ts";
import { readArrangement, readIds } from "./stored.ts";

/** The room of all approved users, for changes of the defaults. */
export const defaultsRoom = "dashboard-defaults";

/**
 * Asserts that the viewer may set the defaults of roles, which needs the permission to change roles.
 * @throws {AppError} `forbidden`.
 */
export function assertSetsDefaults(viewer: RequestViewer): void {
  if (!canManageRoles(viewer)) throw new AppError("forbidden", { detail: "no roles/manage" });
}

/** Returns the defaults, at most one for each role: everybody's first, then by the role's name. */
export async function listDefaults({
  db,
  people,
}: {
  db: Database;
  people: People;
}): Promise<DashboardDefault[]> {
  const rows = await selectDefaults(db).execute();
  const known = await people.of(rows.flatMap(({ updated_by }) => updated_by ?? []));
  return rows.map((row) => ({
    roleId: row.role_id,
    roleName: row.role_name,
    ...readArrangement(row),
    pinnedIds: readIds(row.pinned_ids),
    updatedAt: row.updated_at.toISOString(),
    updatedBy: (row.updated_by && known.get(row.updated_by)) || null,
  }));
}

function selectDefaults(db: Database) {
  return db
    .selectFrom("dashboard_defaults as d")
    .leftJoin("roles as r", "r.id", "d.role_id")
    .select(["d.role_id", "r.name as role_name", "d.cards", "d.phone_order", "d.pinned_ids"])
    .select(["d.updated_by", "d.updated_at"])
    .orderBy(sql`r.name ASC NULLS FIRST`);
}

export interface NewDefault {
  roleId: string | null;
  cards: DashboardCard[];
  phoneOrder: string[];
  pinnedIds: string[];
  /** When the default that the viewer saw was saved; null for none. Left out: not compared. */
  seenAt?: string | null | undefined;
}

/**
 * Stores the default dashboard of a role, or of everybody.
 * @throws {AppError} `forbidden`, `role_not_found`, `changed_meanwhile`.
 */
export async function setDefault(
  context: Pick<SliceContext, "db" | "realtime" | "people">,
  viewer: RequestViewer,
  { roleId, cards, phoneOrder, pinnedIds, seenAt }: NewDefault,
): Promise<DashboardDefault> {
  await changeAs(context.db, viewer, async (tx, current) => {
    assertSetsDefaults(current);
    await assertSeen(tx, roleId, seenAt);
    const row = {
      cards: JSON.stringify(cards),
      phone_order: JSON.stringify(phoneOrder),
      pinned_ids: JSON.stringify(pinnedIds),
      updated_by: current.id,
    };
    const write = tx
      .insertInto("dashboard_defaults")
      .values({ role_id: roleId, ...row })
      .onConflict((conflict) =>
        conflict.column("role_id").doUpdateSet({ ...row, updated_at: sql<Date>`clock_timestamp()` }),
      )
      .execute();
    await rejectViolation(write, { dashboard_defaults_role_id_fkey: "role_not_found" });
  });
  context.realtime.send(defaultsRoom, "dashboards.changed", {});
  const made = (await listDefaults(context)).find((one) => one.roleId === roleId);
  if (!made) throw new AppError("role_not_found");
  return made;
}

/** Locks the default against other administrators, and rejects a change of one that the viewer has not seen. */
async function assertSeen(
  tx: Database,
  roleId: string | null,
  seenAt: string | null | undefined,
): Promise<void> {
  // There may be no row to lock yet.
  await sql`LOCK TABLE dashboard_defaults IN SHARE ROW EXCLUSIVE MODE`.execute(tx);
  if (seenAt === undefined) return;
  const row = await tx
    .selectFrom("dashboard_defaults")
    .select("updated_at")
    .where(sql<boolean>`role_id IS NOT DISTINCT FROM ${roleId}`)
    .executeTakeFirst();
  if ((row?.updated_at.toISOString() ?? null) !== seenAt) throw new AppError("changed_meanwhile");
}

/** Deletes a default. Does nothing if there is none. @throws {AppError} `forbidden`, `changed_meanwhile`. */
export async function deleteDefault(
  { db, realtime }: Pick<SliceContext, "db" | "realtime">,
  viewer: RequestViewer,
  roleId: string | null,
  seenAt?: string,
): Promise<void> {
  await changeAs(db, viewer, async (tx, current) => {
    assertSetsDefaults(current);
    await assertSeen(tx, roleId, seenAt);
    await tx
      .deleteFrom("dashboard_defaults")
      .where(sql<boolean>`role_id IS NOT DISTINCT FROM ${roleId}`)
      .execute();
  });
  realtime.send(defaultsRoom, "dashboards.changed", {});
}
