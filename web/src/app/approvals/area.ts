import { createRoute } from "@tanstack/react-router";
import { BadgeCheck } from "lucide-react";
import type { Area } from "../area.ts";
import { lazyPage, workspaceRoute } from "../workspace-route.ts";

const route = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/approvals",
  validateSearch: (search: { request?: string }) => search,
  component: lazyPage("ApprovalsPage"),
});

/** The page of the requests for approval. Notifications lead to it, and the palette offers it. */
export const approvals = {
  routes: [route],
  places: [{ path: "/approvals", label: "Approvals", icon: BadgeCheck, isOffered: true }],
} satisfies Area;
