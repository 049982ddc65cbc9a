import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { Megaphone } from "lucide-react";
import type { Area } from "../area.ts";
import { workspaceRoute } from "../workspace-route.ts";

const pages = () => import("./pages.ts");
const common = {
  getParentRoute: () => workspaceRoute,
  // The page parses the address.
  validateSearch: (search: { show?: unknown; new?: unknown }) => search,
  component: lazyRouteComponent(() => pages().then((all) => all.announcementsPage()), "AnnouncementsPage"),
};

const listRoute = createRoute({ ...common, path: "/announcements" });
/** One of them, and what is done with it. */
const oneRoute = createRoute({ ...common, path: "/announcements/$" });

export const announcements = {
  routes: [listRoute, oneRoute],
  places: [{ path: "/announcements", label: "Announcements", icon: Megaphone, group: "tools", covers: 2 }],
  cards: { announcements: "Announcements card" },
  shortcuts: () => pages().then((all) => all.shortcuts()),
  // Every page waits for it before it is shown: asked for after another file, it would come after all files of the page.
  live: () => import("./live.tsx"),
  palette: () => pages().then((all) => all.palette()),
  dashboard: () => import("./dashboard-card.tsx"),
} satisfies Area;
