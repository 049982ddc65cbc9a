import { dashboardRoutes } from "@atoll/contract/dashboard/routes";
import type { SliceContext } from "../../slice.ts";
import { arrangeDashboard, resetDashboard } from "./arrange-dashboard.ts";
import { assertSetsDefaults, deleteDefault, listDefaults, setDefault } from "./defaults.ts";
import { fillCards } from "./fill-cards.ts";
import { readLayout } from "./read-layout.ts";

/** Registers the routes of dashboards and their defaults. Specification, sections 2, 3 and 9 (dashboard). */
export function registerDashboard(context: SliceContext): void {
  const { routes, db } = context;

  routes.route(dashboardRoutes.getDashboard, async (_input, { viewer }) => {
    const layout = await readLayout(db, viewer);
    return { layout, contents: await fillCards(context, viewer, layout.cards) };
  });

  routes.route(dashboardRoutes.arrangeDashboard, async ({ body }, { viewer }) => ({
    layout: await arrangeDashboard(context, viewer, body),
  }));

  routes.route(dashboardRoutes.resetDashboard, async (_input, { viewer }) => ({
    layout: await resetDashboard(context, viewer),
  }));

  routes.route(dashboardRoutes.listDashboardDefaults, async (_input, { viewer }) => {
    assertSetsDefaults(viewer);
    return { defaults: await listDefaults(context) };
  });

  routes.route(dashboardRoutes.setDashboardDefault, async ({ body }, { viewer }) => {
    assertSetsDefaults(viewer);
    return { default: await setDefault(context, viewer, body) };
  });

  routes.route(dashboardRoutes.deleteDashboardDefault, async ({ params, query }, { viewer }) => {
    assertSetsDefaults(viewer);
    await deleteDefault(context, viewer, params.owner === "everybody" ? null : params.owner, query.seenAt);
    return undefined;
  });
}
