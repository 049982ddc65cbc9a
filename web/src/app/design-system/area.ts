import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import type { Area } from "../area.ts";
import { workspaceRoute } from "../workspace-route.ts";

const route = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/design-system",
  component: lazyRouteComponent(() => import("./design-system-page.tsx"), "DesignSystemPage"),
});

export const designSystem = {
  routes: [route],
  places: [{ path: "/design-system", label: "Design System" }],
} satisfies Area;
