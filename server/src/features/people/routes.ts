import { peopleRoutes } from "@atoll/contract/people/routes";
import type { SliceContext } from "../../slice.ts";
import { presentPerson } from "./access.ts";
import { searchPeople } from "./queries.ts";

/** Finding colleagues. Specification, section 7 (people). */
export function registerPeople({ routes, db }: SliceContext): void {
  routes.route(peopleRoutes.searchPeople, async ({ query }) => {
    const rows = await searchPeople(db, query.name, query.limit);
    return { people: rows.map(presentPerson) };
  });
}
