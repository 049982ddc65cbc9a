import { createRoute } from "@tanstack/react-router";
import { Megaphone } from "lucide-react";
import type { announcementSearch } from "../../features/announcements/data/shown.ts";
import type { Area } from "../area.ts";
import { searchOf } from "../search-params.ts";
import { lazyPage, workspaceRoute } from "../workspace-route.ts";

const component = lazyPage("AnnouncementsPage");

/** The list stays next to the announcement that is open. */
const list = <const Path extends string>(path: Path) =>
  createRoute({
    getParentRoute: () => workspaceRoute,
    path,
    validateSearch: searchOf<typeof announcementSearch, "new">,
    component,
  });

const editRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/announcements/$announcementId/edit",
  validateSearch: (search: { new?: string }) => search,
  component: lazyPage("EditAnnouncementPage"),
});

const readersRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/announcements/$announcementId/readers",
  component: lazyPage("AnnouncementReadersPage"),
});

export const announcements = {
  routes: [list("/announcements"), list("/announcements/$announcementId"), editRoute, readersRoute],
  places: [{ path: "/announcements", label: "Announcements", icon: Megaphone, group: "tools", covers: 2 }],
  cards: { announcements: "Announcements card" },
} satisfies Area;
