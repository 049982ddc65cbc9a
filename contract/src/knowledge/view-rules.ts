import { oneOf, textUpTo, type ViewRules } from "../saved-views/rules.ts";
import { articleCategoryMaxLength } from "./limits.ts";

const trust = oneOf(["stale"]);

/** The filters in the addresses of the sections of the knowledge base. */
export const knowledgeViewRules = {
  faq: {
    category: textUpTo(2 * articleCategoryMaxLength),
    show: oneOf(["stale", "community"]),
    text: textUpTo(200),
  },
  sop: { show: oneOf(["obligations", "draft", "review"]), owner: oneOf(["me"]), trust },
  articles: { show: oneOf(["list", "mine", "stale", "archived", "deleted"]), trust },
} as const satisfies Record<string, ViewRules>;
