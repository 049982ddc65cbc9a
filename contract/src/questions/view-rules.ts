import { anId, matching, oneOf, textUpTo, type ViewRules } from "../saved-views/rules.ts";
import { questionTabNames } from "./limits.ts";

/** The tab and filters in the address of community questions. */
export const questionViewRules = {
  tab: oneOf(questionTabNames),
  text: textUpTo(200),
  tag: textUpTo(200),
  department: matching(anId),
} as const satisfies ViewRules;
