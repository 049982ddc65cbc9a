import { directoryRoutes } from "@atoll/contract/directories/routes";
import type { SliceContext } from "../../../slice.ts";
import { assertSuperAdmin } from "../../identity/public.ts";
import { getSettings, setSettings } from "./settings.ts";
import { runDirectory, testSettings } from "./synchronise.ts";

/** Registers the routes that only directories read by LDAP have. */
export function registerLdap(context: SliceContext): void {
  const { routes, db } = context;

  routes.route(directoryRoutes.getLdapSettings, ({ params }, { viewer }) => {
    assertSuperAdmin(viewer);
    return getSettings(db, params.directoryId);
  });
  routes.route(directoryRoutes.setLdapSettings, async ({ params, body }, { viewer, request }) => {
    assertSuperAdmin(viewer);
    return { directory: await setSettings(db, { ...viewer, address: request.ip }, params.directoryId, body) };
  });
  routes.route(directoryRoutes.testLdap, ({ params, body }, { viewer }) => {
    assertSuperAdmin(viewer);
    return testSettings(context, params.directoryId, body);
  });
  routes.route(directoryRoutes.runDirectory, async ({ params, body }, { viewer, request }) => {
    assertSuperAdmin(viewer);
    const changer = { ...viewer, address: request.ip };
    return { directory: await runDirectory(context, changer, params.directoryId, body) };
  });
}
