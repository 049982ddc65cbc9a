import { createRoute } from "@tanstack/react-router";
import type { Area } from "../area.ts";
import { lazyPage, workspaceRoute } from "../workspace-route.ts";

const route = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/colleagues/$personId",
  component: lazyPage("ProfilePage"),
});

/** The page of each colleague, to which their card leads. */
export const colleagues = { routes: [route], places: [] } satisfies Area;
