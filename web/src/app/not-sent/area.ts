import { createRoute } from "@tanstack/react-router";
import type { Area } from "../area.ts";
import { lazyPage, workspaceRoute } from "../workspace-route.ts";

const route = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/not-sent",
  component: lazyPage("NotSentPage"),
});

/** The page of everything that the person wrote and the server does not have. The header leads to it while there is any. */
export const notSent = {
  routes: [route],
  places: [{ path: "/not-sent", label: "Not sent", isOffered: true }],
} satisfies Area;
