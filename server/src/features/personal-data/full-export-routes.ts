import { personalDataRoutes } from "@atoll/contract/personal-data/routes";
import type { FullExport } from "@atoll/contract/personal-data/schemas";
import { AppError } from "../../platform/app-error.ts";
import type { Changer, SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { assertOwner, assertSuperAdmin, changeAs } from "../identity/public.ts";
import { notify } from "../notifications/public.ts";
import { recordFullExport } from "./company/export-everything.ts";
import { findExports, presentExport, queueExport } from "./export-rows.ts";
import { canExportEverything } from "./policy.ts";

/** Registers the routes of exports of everything, all for super administrators. */
export function registerFullExports(context: SliceContext): void {
  const { routes, db } = context;

  routes.route(personalDataRoutes.listFullExports, async (_input, { viewer }) => {
    assertSuperAdmin(viewer);
    const exports = await listFullExports(db, viewer.id);
    return { isAllowed: canExportEverything(context, viewer), exports };
  });

  routes.route(personalDataRoutes.startFullExport, async ({ body }, { viewer, request }) => {
    assertSuperAdmin(viewer);
    if (!canExportEverything(context, viewer)) throw new AppError("full_export_not_allowed");
    await assertOwner(db, viewer, body.currentPassword, request.ip);
    await startFullExport(context, { ...viewer, address: request.ip }, body.id);
    const [started] = await listFullExports(db, viewer.id, body.id);
    if (!started) throw new AppError("person_export_id_taken");
    return { export: started };
  });
}

/** Starts an export of everything, with an entry in the audit log. The other super administrators are notified. */
async function startFullExport(context: SliceContext, starter: Changer, id: string): Promise<void> {
  await changeAs(context.db, starter, async (tx, viewer) => {
    assertSuperAdmin(viewer);
    const isNew = await queueExport(context, tx, {
      ...{ id, personId: null, requesterId: viewer.id, hasPrivate: true },
    });
    if (!isNew) return;
    await notify(tx, {
      ...{ kind: "full-export.started", subjectId: id, people: await otherSuperAdmins(tx, viewer.id) },
      ...{ actorId: viewer.id, facts: { actor: viewer.name } },
    });
    await recordFullExport(tx, { actor: viewer, address: starter.address });
  });
}

async function otherSuperAdmins(db: Database, viewerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("user_roles as u")
    .innerJoin("roles as r", "r.id", "u.role_id")
    .select("u.user_id")
    .where("r.name", "=", "super_admin")
    .where("u.user_id", "<>", viewerId)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

async function listFullExports(db: Database, requesterId: string, id?: string): Promise<FullExport[]> {
  const rows = await findExports(db, requesterId, { id, of: "everything" });
  return rows.map((row) => ({
    ...presentExport(row),
    ...{ fileCount: row.file_count, problemCount: row.problem_count },
  }));
}
