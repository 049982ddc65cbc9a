import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { BookOpen } from "lucide-react";
import type { Area } from "../area.ts";
import { workspaceRoute } from "../workspace-route.ts";

const pages = () => import("./pages.ts");
const common = {
  getParentRoute: () => workspaceRoute,
  // The page parses the address.
  validateSearch: (search: {
    show?: unknown;
    owner?: unknown;
    trust?: unknown;
    category?: unknown;
    text?: unknown;
    saved?: unknown;
    new?: unknown;
    answer?: unknown;
    edit?: unknown;
    restore?: unknown;
    of?: unknown;
  }) => search,
  component: lazyRouteComponent(() => pages().then((all) => all.knowledgePage()), "KnowledgePage"),
};

const overviewRoute = createRoute({ ...common, path: "/knowledge-base" });
const faqRoute = createRoute({ ...common, path: "/knowledge-base/faq" });
const sopsRoute = createRoute({ ...common, path: "/knowledge-base/sop" });
const onboardingRoute = createRoute({ ...common, path: "/knowledge-base/onboarding" });
const pathRoute = createRoute({ ...common, path: "/knowledge-base/onboarding/$" });
const articlesRoute = createRoute({ ...common, path: "/knowledge-base/articles" });
const sopRoute = createRoute({ ...common, path: "/knowledge-base/sop/$" });
const articleRoute = createRoute({ ...common, path: "/knowledge-base/articles/$" });

export const knowledgeBase = {
  routes: [
    overviewRoute,
    faqRoute,
    sopsRoute,
    articlesRoute,
    sopRoute,
    articleRoute,
    onboardingRoute,
    pathRoute,
  ],
  places: [
    { path: "/knowledge-base", label: "Knowledge Base", icon: BookOpen, group: "tools" },
    { path: "/knowledge-base/faq", label: "FAQ", parent: "/knowledge-base" },
    { path: "/knowledge-base/sop", label: "SOPs", parent: "/knowledge-base", covers: 1 },
    { path: "/knowledge-base/articles", label: "Articles", parent: "/knowledge-base", covers: 1 },
    { path: "/knowledge-base/onboarding", label: "Onboarding", parent: "/knowledge-base", covers: 1 },
  ],
  palette: () => pages().then((all) => all.palette()),
  dashboard: () => import("./dashboard-card.tsx"),
} satisfies Area;
