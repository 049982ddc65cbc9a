import { oneOf, textUpTo, type ViewRules } from "../saved-views/rules.ts";
import type { CardType } from "./schemas.ts";

/** Starts the parameters of choice fields, apart from the one that marks cards. */
export const choicePrefix = "is.";

/** The layout, filters and order in the address of a section. They depend on its current stages and fields. */
export function cardViewRules({
  fields,
  stages,
  options,
}: Pick<CardType, "fields" | "stages" | "options">): ViewRules {
  const { views, layout } = options;
  const badge = fields.find(({ name }) => name === (layout.badge ?? layout.lane));
  return {
    view: oneOf(views),
    q: textUpTo(100),
    sort: oneOf(["title", "due", ...fields.map(({ name }) => name)]),
    whose: oneOf(["mine"]),
    is: oneOf(badge?.options ?? []),
    ...Object.fromEntries(
      fields
        .filter((field) => field.kind === "choice" && field !== badge)
        .map(({ name, options: known }) => [`${choicePrefix}${name}`, oneOf(known ?? [])]),
    ),
    stage: oneOf(stages.map(({ id }) => id)),
  };
}
