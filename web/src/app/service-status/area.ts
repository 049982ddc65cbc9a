import { createRoute } from "@tanstack/react-router";
import { Activity } from "lucide-react";
import type { Area } from "../area.ts";
import { lazyPage, workspaceRoute } from "../workspace-route.ts";

const route = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/service-status",
  component: lazyPage("ServiceStatusPage"),
});

/** The status page of the company. The palette offers it, and the incidents of sections link to it. */
export const serviceStatus = {
  routes: [route],
  places: [{ path: "/service-status", label: "Service status", icon: Activity, isOffered: true }],
} satisfies Area;
