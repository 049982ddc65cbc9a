import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import type { Area } from "../area.ts";
import { workspaceRoute } from "../workspace-route.ts";

const pages = () => import("./pages.ts");

const route = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/design-system",
  component: lazyRouteComponent(() => pages().then((all) => all.designSystemPage()), "DesignSystemPage"),
});

export const designSystem = {
  routes: [route],
  places: [{ path: "/design-system", label: "Design System" }],
} satisfies Area;
