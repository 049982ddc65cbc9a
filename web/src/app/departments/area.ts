import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import type { Area } from "../area.ts";
import { workspaceRoute } from "../workspace-route.ts";

const common = {
  getParentRoute: () => workspaceRoute,
  // What the address asks for is read with the page.
  validateSearch: (search: { view?: unknown; q?: unknown; sort?: unknown }) => search,
  component: lazyRouteComponent(() => import("./pipeline-page.tsx"), "PipelinePage"),
};

/** Business Development's pipeline, and one deal of it. */
const pipelineRoute = createRoute({ ...common, path: "/business-development/pipeline" });
const dealRoute = createRoute({ ...common, path: "/business-development/pipeline/$" });

/** The sections of departments that are built. Their places are the departments'. */
export const departments = {
  routes: [pipelineRoute, dealRoute],
  places: [],
  cards: { pipeline: "Deal" },
  live: () => import("./live.tsx"),
} satisfies Area;
