import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import type { Area } from "../area.ts";
import { workspaceRoute } from "../workspace-route.ts";

const route = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/colleagues/$personId",
  component: lazyRouteComponent(() => import("./profile-page.tsx"), "ProfilePage"),
});

/** The page of each colleague, to which their card leads. */
export const colleagues = { routes: [route], places: [] } satisfies Area;
