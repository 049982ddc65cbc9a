import { createRoute } from "@tanstack/react-router";
import { Megaphone } from "lucide-react";
import type { Area } from "../area.ts";
import { lazyPage, workspaceRoute } from "../workspace-route.ts";

const common = {
  getParentRoute: () => workspaceRoute,
  // The page parses the address.
  validateSearch: (search: { show?: unknown; new?: unknown }) => search,
  component: lazyPage("AnnouncementsPage"),
};

const listRoute = createRoute({ ...common, path: "/announcements" });
/** One of them, and what is done with it. */
const oneRoute = createRoute({ ...common, path: "/announcements/$" });

export const announcements = {
  routes: [listRoute, oneRoute],
  places: [{ path: "/announcements", label: "Announcements", icon: Megaphone, group: "tools", covers: 2 }],
  cards: { announcements: "Announcements card" },
} satisfies Area;
