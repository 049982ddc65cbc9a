import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { LayoutDashboard } from "lucide-react";
import { type Arriving, arriving } from "../../lib/arriving.ts";
import type { Area } from "../area.ts";
import { workspaceRoute } from "../workspace-route.ts";

let cards: Arriving<typeof import("./cards-of-dashboard.tsx")> | undefined;

/**
 * The code of the cards, the same one each time: the router loads again whenever the session changes, and cards that
 * come again would close whatever dialog is open on them.
 */
function loadCards() {
  if (cards) return cards;
  const loading = arriving(import("./cards-of-dashboard.tsx"));
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
  loader: () => ({ cards: loadCards() }),
  staleTime: Number.POSITIVE_INFINITY,
  component: lazyRouteComponent(() => import("./dashboard-page.tsx"), "DashboardPage"),
});

export const dashboard = {
  routes: [route],
  places: [{ path: "/dashboard", label: "Dashboard", icon: LayoutDashboard, group: "main" }],
  ruledByRights: { key: "dashboard", canAsk: () => true },
} satisfies Area;
