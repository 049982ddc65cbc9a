import type { knowledgeSearch } from "@atoll/contract/knowledge/list-search";
import { createRoute } from "@tanstack/react-router";
import { BookOpen } from "lucide-react";
import type { Area } from "../area.ts";
import { searchOf } from "../search-params.ts";
import { lazyPage, workspaceRoute } from "../workspace-route.ts";

type Search = typeof knowledgeSearch;
const getParentRoute = () => workspaceRoute;

/** `?edit=draft` opens the draft of a page, `&restore=3` asks whether version 3 replaces its text. */
const validateSearch = (search: { edit?: string; restore?: string | number }) => search;
/** One component: an article that turns out to be an SOP has both addresses. */
const article = lazyPage("ArticlePage");

const routes = [
  createRoute({ getParentRoute, path: "/knowledge-base", component: lazyPage("KnowledgeOverviewPage") }),
  createRoute({
    getParentRoute,
    path: "/knowledge-base/faq",
    validateSearch: searchOf<Search["faq"], "saved" | "new" | "answer">,
    component: lazyPage("FaqPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/knowledge-base/sop",
    validateSearch: searchOf<Search["sop"], "saved" | "new">,
    component: lazyPage("SopsPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/knowledge-base/sop/$articleId",
    validateSearch,
    component: article,
  }),
  createRoute({
    getParentRoute,
    path: "/knowledge-base/articles",
    validateSearch: searchOf<Search["articles"], "saved" | "new">,
    component: lazyPage("ArticlesPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/knowledge-base/articles/$articleId",
    validateSearch,
    component: article,
  }),
  createRoute({
    getParentRoute,
    path: "/knowledge-base/onboarding",
    validateSearch: (search: { show?: string; of?: string; new?: string }) => search,
    component: lazyPage("OnboardingPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/knowledge-base/onboarding/$pathId",
    component: lazyPage("PathPage"),
  }),
] as const;

export const knowledgeBase = {
  routes,
  places: [
    { path: "/knowledge-base", label: "Knowledge Base", icon: BookOpen, group: "tools" },
    { path: "/knowledge-base/faq", label: "FAQ", group: "parts", parent: "/knowledge-base" },
    { path: "/knowledge-base/sop", label: "SOPs", group: "parts", parent: "/knowledge-base", covers: 1 },
    {
      path: "/knowledge-base/articles",
      label: "Articles",
      group: "parts",
      parent: "/knowledge-base",
      covers: 1,
    },
    {
      path: "/knowledge-base/onboarding",
      label: "Onboarding",
      group: "parts",
      parent: "/knowledge-base",
      covers: 1,
    },
  ],
} satisfies Area;
