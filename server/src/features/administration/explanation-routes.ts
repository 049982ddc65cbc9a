import { administrationRoutes } from "@atoll/contract/administration/routes";
import type { SliceContext } from "../../slice.ts";
import { explainAccess } from "./explanation/explain-access.ts";
import { assertAllowed, canListUsers } from "./policy.ts";

/** Registers "Why can this person see this?", for viewers who may read accounts and their roles. */
export function registerExplanation({ routes, db }: SliceContext): void {
  routes.route(administrationRoutes.explainAccess, async ({ params, query }, { viewer }) => {
    assertAllowed(canListUsers(viewer), "explaining access");
    return explainAccess(db, params.userId, query);
  });
}
