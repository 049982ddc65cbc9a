import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { Bell } from "lucide-react";
import type { Area } from "../area.ts";
import { workspaceRoute } from "../workspace-route.ts";

// The page parses the address: the names of tabs and views are not part of the first load.
const route = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/inbox",
  validateSearch: (search: { tab?: unknown; view?: unknown }) => search,
  component: lazyRouteComponent(() => import("./inbox-page.tsx"), "InboxPage"),
});

export const inbox = {
  routes: [route],
  places: [{ path: "/inbox", label: "Inbox", icon: Bell, isOffered: true }],
  shortcuts: () => import("../../features/notifications/inbox/shortcuts.ts"),
  live: () => import("./live.tsx"),
} satisfies Area;
