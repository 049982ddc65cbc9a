import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { LayoutDashboard } from "lucide-react";
import { arriving } from "../../lib/arriving.ts";
import type { Area } from "../area.ts";
import { workspaceRoute } from "../workspace-route.ts";

const route = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/dashboard",
  // The page shows the greeting immediately. Its cards are loading, and fill their last known places.
  loader: ({ context }) => ({
    cards: arriving(
      Promise.all([
        import("./cards-of-dashboard.tsx"),
        Promise.all(context.areas.flatMap((area) => (area.dashboard ? [area.dashboard()] : []))),
      ]),
    ),
  }),
  staleTime: Number.POSITIVE_INFINITY,
  component: lazyRouteComponent(() => import("./dashboard-page.tsx"), "DashboardPage"),
});

export const dashboard = {
  routes: [route],
  places: [{ path: "/dashboard", label: "Dashboard", icon: LayoutDashboard, group: "main" }],
  dashboard: () => import("./activity-card.tsx"),
  ruledByRights: { key: "dashboard", canAsk: () => true },
} satisfies Area;
