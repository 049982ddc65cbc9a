import { createRoute } from "@tanstack/react-router";
import type { Area } from "../area.ts";
import { lazyPage, workspaceRoute } from "../workspace-route.ts";

const route = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/connect",
  // As a program made it. The server checks it.
  validateSearch: (search: Record<string, string | undefined>) => search,
  component: lazyPage("ConnectPage"),
});

/** The page on which a person connects a program that speaks MCP. */
export const connecting = {
  routes: [route],
  places: [{ path: "/connect", label: "Connect a program" }],
} satisfies Area;
