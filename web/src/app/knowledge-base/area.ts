import { createRoute } from "@tanstack/react-router";
import { BookOpen } from "lucide-react";
import type { Area } from "../area.ts";
import { lazyPage, workspaceRoute } from "../workspace-route.ts";

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
  component: lazyPage("KnowledgePage"),
};

const page = <const Path extends string>(path: Path) => createRoute({ ...common, path });

export const knowledgeBase = {
  routes: [
    page("/knowledge-base"),
    page("/knowledge-base/faq"),
    page("/knowledge-base/sop"),
    page("/knowledge-base/sop/$"),
    page("/knowledge-base/articles"),
    page("/knowledge-base/articles/$"),
    page("/knowledge-base/onboarding"),
    page("/knowledge-base/onboarding/$"),
  ],
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
