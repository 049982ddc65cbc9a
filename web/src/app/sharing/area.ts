import { createRoute } from "@tanstack/react-router";
import type { Area } from "../area.ts";
import { lazyPage, workspaceRoute } from "../workspace-route.ts";

/** `id`: what was shared; `link`: a link of Atoll to open; `full` and `lost`: nothing could be kept. */
interface ShareSearch {
  id?: string;
  link?: string;
  full?: string;
  lost?: string;
}

const route = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/share",
  validateSearch: (search: ShareSearch) => search,
  component: lazyPage("SharePage"),
});

/** The page that asks where something goes that another app has shared. */
export const sharing = {
  routes: [route],
  places: [{ path: "/share", label: "Share" }],
} satisfies Area;
