import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { CircleQuestionMark } from "lucide-react";
import type { Area } from "../area.ts";
import { workspaceRoute } from "../workspace-route.ts";

const pages = () => import("./pages.ts");
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
  component: lazyRouteComponent(() => pages().then((all) => all.communityPage()), "CommunityPage"),
};

const listRoute = createRoute({ ...common, path: "/community-faqs" });
/** One of them, or asking. */
const oneRoute = createRoute({ ...common, path: "/community-faqs/$" });

export const communityFaqs = {
  routes: [listRoute, oneRoute],
  places: [
    { path: "/community-faqs", label: "Community FAQs", icon: CircleQuestionMark, group: "tools", covers: 1 },
  ],
  shortcuts: () => pages().then((all) => all.shortcuts()),
  live: () => import("./live.tsx"),
  palette: () => pages().then((all) => all.palette()),
  dashboard: () => import("./dashboard-card.tsx"),
} satisfies Area;
