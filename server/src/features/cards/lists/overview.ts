import { overviewChanges, overviewComing, overviewPinned } from "@atoll/contract/cards/limits";
import type { Overview } from "@atoll/contract/cards/overview-schemas";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { byName } from "../../../platform/database/by-name.ts";
import type { SliceContext } from "../../../slice.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { presentType } from "../present.ts";
import { accessSections } from "../public.ts";
import { readFigures } from "./figures.ts";
import { isOpen, presentNamed, selectNamed } from "./named-cards.ts";
import { readRecentChanges } from "./recent-changes.ts";

/** Members that the page shows; it counts the others. */
const shownPeople = 8;

/**
 * A department at a glance.
 * @throws {AppError} `section_not_found` for a department that is not the viewer's.
 */
export async function readOverview(
  context: SliceContext,
  viewer: RequestViewer,
  slug: string,
): Promise<Overview> {
  const { db, people } = context;
  const types = await accessSections(db, viewer, slug);
  const departmentId = departmentOf(viewer, slug);
  const ofDepartment = selectNamed(db, viewer).where("ct.department_id", "=", departmentId);
  const [sections, changes, members, onCall, coming, pinned] = await Promise.all([
    Promise.all(
      types.map(async (type) => ({ type: presentType(type), figures: await readFigures(db, type) })),
    ),
    readRecentChanges(context, viewer, overviewChanges, departmentId),
    db
      .selectFrom("user_departments as ud")
      .innerJoin("accounts as a", "a.id", "ud.user_id")
      .innerJoin("profiles as p", "p.id", "ud.user_id")
      .select("p.id")
      .where("ud.department_id", "=", departmentId)
      .where("a.disabled_at", "is", null)
      .orderBy(byName("p.name"))
      .orderBy("p.id")
      .execute(),
    readOnCall(context, departmentId),
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
    onCall,
    coming: coming.map(presentNamed),
    pinned: pinned.map(presentNamed),
  };
}

/** The department of the viewer's at this address. */
export function departmentOf(viewer: Pick<RequestViewer, "departments">, slug: string): string {
  const department = viewer.departments.find((one) => one.slug === slug);
  if (!department) throw new AppError("section_not_found");
  return department.id;
}

/** The member who is on call now; null once the time is over, or when they have left the department. */
export async function readOnCall(
  { db, people }: Pick<SliceContext, "db" | "people">,
  departmentId: string,
): Promise<Overview["onCall"]> {
  const row = await db
    .selectFrom("on_call as o")
    .innerJoin("user_departments as ud", (join) =>
      join.onRef("ud.user_id", "=", "o.person_id").onRef("ud.department_id", "=", "o.department_id"),
    )
    .innerJoin("accounts as a", "a.id", "o.person_id")
    .select(["o.person_id", "o.until"])
    .where("o.department_id", "=", departmentId)
    .where("o.until", ">", sql<Date>`now()`)
    .where("a.disabled_at", "is", null)
    .executeTakeFirst();
  const person = row && (await people.of([row.person_id])).get(row.person_id);
  return person ? { person, until: row.until.toISOString() } : null;
}
