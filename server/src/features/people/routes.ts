import { peopleRoutes } from "@atoll/contract/people/routes";
import { AppError } from "../../platform/app-error.ts";
import type { SliceContext } from "../../slice.ts";
import { presentPerson } from "./access.ts";
import { presentProfile } from "./present.ts";
import { findProfiles, searchPeople } from "./queries.ts";
import { searchDepartments } from "./search-departments.ts";

/** Registers the routes for finding colleagues and reading their profiles. Specification, section 7 (people). */
export function registerPeople({ routes, db }: SliceContext): void {
  routes.route(peopleRoutes.searchPeople, async ({ query }) => {
    const rows = await searchPeople(db, query.name, query.limit);
    return { people: rows.map(presentPerson) };
  });
  routes.route(peopleRoutes.searchDepartments, async ({ query }) => ({
    departments: await searchDepartments(db, query),
  }));
  routes.route(peopleRoutes.listProfiles, async ({ query }) => {
    const rows = await findProfiles(db, query.ids);
    return { profiles: rows.map(presentProfile) };
  });
  routes.route(peopleRoutes.getProfile, async ({ params }) => {
    const [row] = await findProfiles(db, [params.personId]);
    if (!row) throw new AppError("person_not_found");
    return { profile: presentProfile(row) };
  });
}
