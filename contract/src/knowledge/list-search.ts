import { defineListSearch, oneOf, optionOf, text } from "../list-search.ts";
import { articleCategoryMaxLength } from "./limits.ts";

const trust = oneOf(["all", "stale"]);

/** The filters in the addresses of the sections of the knowledge base. */
export const knowledgeSearch = {
  faq: defineListSearch({
    category: text(2 * articleCategoryMaxLength),
    show: optionOf(["stale", "community"]),
    text: text(200),
  }),
  sop: defineListSearch({
    show: oneOf(["all", "obligations", "draft", "review"]),
    owner: oneOf(["anyone", "me"]),
    trust,
  }),
  articles: defineListSearch({
    show: oneOf(["tree", "list", "starred", "mine", "stale", "archived", "deleted"]),
    trust,
  }),
} as const;

/** The rules by which saved views keep the addresses of the sections. */
export const knowledgeViewRules = {
  faq: knowledgeSearch.faq.rules,
  sop: knowledgeSearch.sop.rules,
  articles: knowledgeSearch.articles.rules,
} as const;
