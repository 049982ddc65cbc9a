import { createRoute } from "@tanstack/react-router";
import type { Area } from "../area.ts";
import { lazyPage, workspaceRoute } from "../workspace-route.ts";

const route = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/design-system",
  component: lazyPage("DesignSystemPage"),
});

export const designSystem = {
  routes: [route],
  places: [{ path: "/design-system", label: "Design System" }],
} satisfies Area;
