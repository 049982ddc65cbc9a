import { createRoute } from "@tanstack/react-router";
import { CircleQuestionMark } from "lucide-react";
import type { Area } from "../area.ts";
import { lazyPage, workspaceRoute } from "../workspace-route.ts";

const common = {
  getParentRoute: () => workspaceRoute,
  // The page parses the address.
  validateSearch: (search: {
    tab?: unknown;
    text?: unknown;
    tag?: unknown;
    department?: unknown;
    title?: unknown;
  }) => search,
  component: lazyPage("CommunityPage"),
};

const listRoute = createRoute({ ...common, path: "/community-faqs" });
/** One of them, or asking. */
const oneRoute = createRoute({ ...common, path: "/community-faqs/$" });

export const communityFaqs = {
  routes: [listRoute, oneRoute],
  places: [
    { path: "/community-faqs", label: "Community FAQs", icon: CircleQuestionMark, group: "tools", covers: 1 },
  ],
} satisfies Area;
