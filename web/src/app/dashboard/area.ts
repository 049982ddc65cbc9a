import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { LayoutDashboard } from "lucide-react";
import type { DashboardParts } from "../../features/dashboard/cards/card-parts.ts";
import { type Arriving, arriving } from "../../lib/arriving.ts";
import type { Area } from "../area.ts";
import { workspaceRoute } from "../workspace-route.ts";

type Cards = [typeof import("./cards-of-dashboard.tsx"), DashboardParts[]];
let cards: Arriving<Cards> | undefined;

/**
 * The code of the cards, the same one each time: the router loads again whenever the session changes, and cards that
 * come again would close whatever dialog is open on them.
 */
function loadCards(areas: readonly Area[]): Arriving<Cards> {
  if (cards) return cards;
  const load = async (): Promise<Cards> =>
    Promise.all([
      import("./cards-of-dashboard.tsx"),
      Promise.all(areas.flatMap((area) => (area.dashboard ? [area.dashboard()] : []))),
    ]);
  const loading = arriving(load());
  cards = loading;
  loading.coming.catch(() => {
    cards = undefined;
  });
  return loading;
}

const route = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/dashboard",
  // The page shows the greeting immediately. Its cards are loading, and fill their last known places.
  loader: ({ context }) => ({ cards: loadCards(context.areas) }),
  staleTime: Number.POSITIVE_INFINITY,
  component: lazyRouteComponent(() => import("./dashboard-page.tsx"), "DashboardPage"),
});

export const dashboard = {
  routes: [route],
  places: [{ path: "/dashboard", label: "Dashboard", icon: LayoutDashboard, group: "main" }],
  dashboard: () => import("./activity-card.tsx"),
  ruledByRights: { key: "dashboard", canAsk: () => true },
} satisfies Area;
