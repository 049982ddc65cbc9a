import type { questionSearch } from "@atoll/contract/questions/list-search";
import { createRoute } from "@tanstack/react-router";
import { CircleQuestionMark } from "lucide-react";
import type { Area } from "../area.ts";
import { searchOf } from "../search-params.ts";
import { lazyPage, workspaceRoute } from "../workspace-route.ts";

const component = lazyPage("CommunityPage");

/** The form stands over the list, whose component stays. */
const list = <const Path extends string>(path: Path) =>
  createRoute({
    getParentRoute: () => workspaceRoute,
    path,
    validateSearch: searchOf<typeof questionSearch, "saved" | "title">,
    component,
  });

const questionRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/community-faqs/$questionId",
  component: lazyPage("QuestionPage"),
});

export const communityFaqs = {
  routes: [list("/community-faqs"), list("/community-faqs/ask"), questionRoute],
  places: [
    { path: "/community-faqs", label: "Community FAQs", icon: CircleQuestionMark, group: "tools", covers: 1 },
  ],
} satisfies Area;
