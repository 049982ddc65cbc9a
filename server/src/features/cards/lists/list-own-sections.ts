import { sql } from "kysely";
import type { Database } from "../../../tables.ts";
import { type CardViewer, isTypeReadable } from "../readable.ts";

/** The sections that administrators added to the viewer's departments, in their order. */
export async function listOwnSections(db: Database, viewer: CardViewer) {
  const rows = await db
    .selectFrom("card_types as ct")
    .innerJoin("departments as d", "d.id", "ct.department_id")
    .select(["ct.department_id", "ct.name", "ct.icon"])
    .select(sql<string>`concat('/', d.slug, '/', ct.slug)`.as("path"))
    .where("ct.is_own", "=", true)
    .where(isTypeReadable(viewer))
    .orderBy("d.slug")
    .orderBy("ct.place")
    .orderBy("ct.id")
    .execute();
  return rows.map(({ department_id, ...row }) => ({ departmentId: department_id, ...row }));
}
