import { createRoute } from "@tanstack/react-router";
import { Settings } from "lucide-react";
import type { Area } from "../area.ts";
import { lazyPage, workspaceRoute } from "../workspace-route.ts";

// The page parses the names of the tabs.
const route = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/settings",
  validateSearch: (search: { view?: unknown }): { view?: string } =>
    typeof search.view === "string" ? { view: search.view } : {},
  component: lazyPage("SettingsPage"),
});

export const settings = {
  routes: [route],
  places: [{ path: "/settings", label: "Settings", icon: Settings, isOffered: true }],
} satisfies Area;
