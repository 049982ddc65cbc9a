import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import type { Area } from "../area.ts";
import { workspaceRoute } from "../workspace-route.ts";

const pages = () => import("./pages.ts");

const route = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/colleagues/$personId",
  component: lazyRouteComponent(() => pages().then((all) => all.profilePage()), "ProfilePage"),
});

/** The page of each colleague, to which their card leads. */
export const colleagues = { routes: [route], places: [] } satisfies Area;
