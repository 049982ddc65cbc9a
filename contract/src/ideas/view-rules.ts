import { anId, listOf, oneOf, textUpTo, type ViewRules } from "../saved-views/rules.ts";
import { ideaStatuses, ideaTitleMaxLength } from "./limits.ts";

/** The page, list and filters in the address of ideas. */
export const ideaViewRules = {
  /** The board and the roadmap are pages of their own. */
  page: oneOf(["board", "roadmap"]),
  view: oneOf(["newest", "mine", "voted"]),
  status: listOf((value) => value === "all" || ideaStatuses.some((status) => status === value)),
  department: listOf((value) => anId.test(value)),
  tag: textUpTo(200),
  title: textUpTo(ideaTitleMaxLength),
  period: oneOf(["all"]),
} as const satisfies ViewRules;
