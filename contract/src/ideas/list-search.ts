import { defineListSearch, ids, listOf, named, oneOf, trimmedText } from "../list-search.ts";
import type { ViewRules } from "../saved-views/rules.ts";
import { ideaStatuses, ideaTitleMaxLength } from "./limits.ts";

/** The view and filters in the address of a list of ideas. */
export const ideaSearch = defineListSearch({
  view: oneOf(["top", "trending", "newest", "mine", "voted"]),
  // Shipped ideas have a card of their own, so a list starts with all others.
  statuses: named(
    "status",
    listOf(ideaStatuses, {
      usual: ideaStatuses.filter((status) => status !== "shipped"),
      every: "all",
      ifUnknown: ideaStatuses,
    }),
  ),
  departments: named("department", ids),
  tag: trimmedText(200),
  title: trimmedText(ideaTitleMaxLength),
  /** For a board: everything, or what is due by the end of the next quarter or was shipped in this one. */
  period: oneOf(["quarters", "all"]),
});

/** The board and the roadmap are pages of their own. */
export const ideaViewRules = {
  page: oneOf(["list", "board", "roadmap"]).keep,
  ...ideaSearch.rules,
} satisfies ViewRules;
