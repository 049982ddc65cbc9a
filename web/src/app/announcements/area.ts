import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { Megaphone } from "lucide-react";
import type { Area } from "../area.ts";
import { workspaceRoute } from "../workspace-route.ts";

const page = lazyRouteComponent(() => import("./announcements-page.tsx"), "AnnouncementsPage");
const getParentRoute = () => workspaceRoute;

// What the address asks for is read with the page.
const validateSearch = (search: { show?: unknown; new?: unknown }) => search;

const listRoute = createRoute({ getParentRoute, path: "/announcements", validateSearch, component: page });

/** One of them, and what is done with it: read by the page, which is not in the first load. */
const oneRoute = createRoute({ getParentRoute, path: "/announcements/$", validateSearch, component: page });

export const announcements = {
  routes: [listRoute, oneRoute],
  places: [{ path: "/announcements", label: "Announcements", icon: Megaphone, group: "tools", covers: 2 }],
  cards: { announcements: "Announcements card" },
  shortcuts: () => import("../../features/announcements/list/shortcuts.ts"),
  live: () => import("./live.tsx"),
  palette: () => import("./palette.tsx"),
} satisfies Area;
