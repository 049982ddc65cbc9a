import { overviewChanges, overviewComing, overviewPinned } from "@atoll/contract/cards/limits";
import type { Overview } from "@atoll/contract/cards/overview-schemas";
import { sql } from "kysely";
import { byName } from "../../../platform/database/by-name.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { presentType } from "../present.ts";
import { accessSections, departmentOf } from "../public.ts";
import { readFigures } from "./figures.ts";
import { isOpen, presentNamed, selectNamed } from "./named-cards.ts";
import { readRecentChanges } from "./recent-changes.ts";

/** Members that the page shows; it counts the others. */
const shownPeople = 8;

/**
 * A department at a glance, without who is on call.
 * @throws {AppError} `section_not_found` for a department that is not the viewer's.
 */
export async function readOverview(
  context: SliceContext,
  viewer: RequestViewer,
  slug: string,
): Promise<Omit<Overview, "onCall">> {
  const { db, people } = context;
  const types = await accessSections(db, viewer, slug);
  const departmentId = departmentOf(viewer, slug);
  const ofDepartment = selectNamed(db, viewer).where("ct.department_id", "=", departmentId);
  const [sections, changes, members, coming, pinned] = await Promise.all([
    Promise.all(
      types.map(async (type) => ({ type: presentType(type), figures: await readFigures(db, type) })),
    ),
    readRecentChanges(context, viewer, overviewChanges, departmentId),
    selectMembers(db, departmentId).execute(),
    ofDepartment
      .where(isOpen)
      .where(sql<boolean>`c.due_on BETWEEN current_date - 1 AND current_date + 30`)
      .orderBy(sql`c.due_on, c.id`)
      .limit(overviewComing)
      .execute(),
    ofDepartment
      .where("c.is_pinned", "=", true)
      .orderBy("c.title")
      .orderBy("c.id")
      .limit(overviewPinned)
      .execute(),
  ]);
  const shown = members.slice(0, shownPeople).map(({ id }) => id);
  const known = await people.of(shown);
  return {
    sections,
    changes,
    people: shown.flatMap((id) => known.get(id) ?? []),
    personCount: members.length,
    coming: coming.map(presentNamed),
    pinned: pinned.map(presentNamed),
  };
}

/** The members of a department whose accounts can be used, by name. */
export function selectMembers(db: Database, departmentId: string) {
  return db
    .selectFrom("user_departments as ud")
    .innerJoin("accounts as a", "a.id", "ud.user_id")
    .innerJoin("profiles as p", "p.id", "ud.user_id")
    .select("p.id")
    .where("ud.department_id", "=", departmentId)
    .where("a.disabled_at", "is", null)
    .orderBy(byName("p.name"))
    .orderBy("p.id");
}
