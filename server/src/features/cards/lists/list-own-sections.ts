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

/** More sections than a company has. */
const mostSections = 1000;

/**
 * The sections that the viewer may read, by name.
 * @param ids only these.
 */
export async function listReadableSections(db: Database, viewer: CardViewer, ids?: readonly string[]) {
  return db
    .selectFrom("card_types as ct")
    .innerJoin("departments as d", "d.id", "ct.department_id")
    .select(["ct.id", "ct.name", "ct.slug", "d.slug as departmentSlug", "d.name as departmentName"])
    .where(isTypeReadable(viewer))
    .$if(ids !== undefined, (query) => query.where(sql<boolean>`ct.id = ANY(${ids}::uuid[])`))
    .orderBy("d.name")
    .orderBy("ct.place")
    .orderBy("ct.id")
    .limit(mostSections)
    .execute();
}
