import { readableSensitiveKeys } from "@atoll/contract/sensitive-data/policy";
import { createRoute } from "@tanstack/react-router";
import type { Area } from "../area.ts";
import { lazyPage, workspaceRoute } from "../workspace-route.ts";

const route = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/sensitive-data",
  validateSearch: ({ q, card }: { q?: unknown; card?: unknown }): { q?: string; card?: string } => ({
    ...(typeof q === "string" && q !== "" ? { q } : {}),
    ...(typeof card === "string" ? { card } : {}),
  }),
  component: lazyPage("SensitiveDataPage"),
});

export const sensitiveData = {
  routes: [route],
  places: [
    {
      path: "/sensitive-data",
      label: "Sensitive data",
      isOffered: true,
      canOpen: (viewer) => readableSensitiveKeys(viewer).length > 0,
    },
  ],
} satisfies Area;
