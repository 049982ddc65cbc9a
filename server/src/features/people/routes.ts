import type { NamedDepartment } from "@atoll/contract/people/profile-schemas";
import { peopleRoutes } from "@atoll/contract/people/routes";
import { isSuperAdmin } from "@atoll/contract/permissions";
import { findNames } from "@atoll/contract/text/find-names";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { byName } from "../../platform/database/by-name.ts";
import { containsAllWords, rankByWords } from "../../platform/database/contains-all-words.ts";
import type { SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { isKnownTo } from "./guests.ts";
import { presentProfile } from "./present.ts";
import { presentPerson } from "./public.ts";
import { findAnybody, findProfiles, searchPeople } from "./queries.ts";

interface DepartmentQuery {
  name: string;
  /** Only these. */
  ids?: readonly string[] | undefined;
  limit: number;
}

/** A company has some tens of departments. Typos are only searched for among this many. */
const maxCandidates = 2000;
const foldedName = sql`search_fold(d.name)`;

/**
 * Finds departments whose name contains the words of `name`, ignoring case and accents: those that begin with the text
 * first, then by name. If there are none, finds those with one typing mistake. An empty text matches all. Everyone with
 * access may know the names of departments, which are on the cards of their people. There are few enough to search all
 * of them.
 */
async function searchDepartments(
  db: Database,
  { name, ids, limit }: DepartmentQuery,
): Promise<NamedDepartment[]> {
  const isAll = name.trim() === "";
  const candidates = db
    .selectFrom("departments as d")
    .select(["d.id", "d.name", "d.slug"])
    .$if(ids !== undefined, (query) => query.where(sql<boolean>`d.id = ANY(${ids}::uuid[])`));
  const found = await candidates
    .$if(!isAll, (query) =>
      query.where(containsAllWords(foldedName, name)).orderBy(rankByWords(foldedName, name)),
    )
    .orderBy(byName("d.name"))
    .orderBy("d.id")
    .limit(limit)
    .execute();
  if (found.length > 0 || isAll) return found;
  const all = await candidates.orderBy(byName("d.name")).orderBy("d.id").limit(maxCandidates).execute();
  return findNames(
    all.map((department) => ({ department, label: department.name })),
    name,
  )
    .slice(0, limit)
    .map(({ department }) => department);
}

/** Registers the routes for finding colleagues and reading their profiles. Specification, section 7 (people). */
export function registerPeople({ routes, db }: SliceContext): void {
  routes.route(peopleRoutes.searchPeople, async ({ query }, { viewer }) => {
    const isAnyone = query.bots === "true" ? sql<boolean>`true` : undefined;
    // A guest finds other guests of their channels, too.
    const isKnown = sql<boolean>`NOT a.is_bot AND ${isKnownTo(viewer, sql.ref("a.id"))}`;
    const rows = await searchPeople(db, query.name, query.limit, viewer.isGuest ? isKnown : isAnyone);
    return { people: rows.map(presentPerson) };
  });
  routes.route(peopleRoutes.findAnybody, async ({ query }, { viewer }) => {
    if (!isSuperAdmin(viewer)) throw new AppError("forbidden", { detail: "not a super administrator" });
    const rows = await findAnybody(db, query.name, query.limit);
    return { people: rows.map((row) => ({ ...presentPerson(row), isDisabled: row.disabled_at !== null })) };
  });
  routes.route(peopleRoutes.searchDepartments, async ({ query }) => ({
    departments: await searchDepartments(db, query),
  }));
  routes.route(peopleRoutes.listProfiles, async ({ query }, { viewer }) => {
    const rows = await findProfiles(db, viewer, query.ids);
    return { profiles: rows.map((row) => presentProfile(row, viewer)) };
  });
  routes.route(peopleRoutes.getProfile, async ({ params }, { viewer }) => {
    const [row] = await findProfiles(db, viewer, [params.personId]);
    if (!row) throw new AppError("person_not_found");
    return { profile: presentProfile(row, viewer) };
  });
}
