import { createRoute } from "@tanstack/react-router";
import { Bell } from "lucide-react";
import type { inboxSearch } from "../../features/notifications/inbox/filter.ts";
import type { Area } from "../area.ts";
import { searchOf } from "../search-params.ts";
import { lazyPage, workspaceRoute } from "../workspace-route.ts";

// The page parses the address: the names of tabs and views are not part of the first load.
const route = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/inbox",
  validateSearch: searchOf<typeof inboxSearch>,
  component: lazyPage("InboxPage"),
});

export const inbox = {
  routes: [route],
  places: [{ path: "/inbox", label: "Inbox", icon: Bell, isOffered: true }],
} satisfies Area;
