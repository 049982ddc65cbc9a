import { oneOf, textUpTo, type ViewRules } from "../saved-views/rules.ts";
import type { CardField } from "./field-schemas.ts";
import type { CardType } from "./schemas.ts";

/** Starts the parameters of choice fields, apart from the one that marks cards. */
export const choicePrefix = "is.";

type Sorted = Pick<CardType, "fields" | "options">;

/** The field that marks the cards of a section, whose values are the parameter `is`. */
const markingField = ({ fields, options: { layout } }: Sorted) =>
  fields.find(({ name }) => name === (layout.badge ?? layout.lane));

/** The parameter of an address that filters by a choice field. */
export function choiceParameter(type: Sorted, field: string): string {
  return markingField(type)?.name === field ? "is" : `${choicePrefix}${field}`;
}

/** The option that an address means: one that was renamed is still found under its former name. */
export function currentOption({ options = [], aliases = [] }: CardField, value: string): string | undefined {
  if (options.includes(value)) return value;
  const to = aliases.find(({ from }) => from === value)?.to;
  return to !== undefined && options.includes(to) ? to : undefined;
}

/** The layout, filters and order in the address of a section. They depend on its current stages and fields. */
export function cardViewRules({
  fields,
  stages,
  options,
}: Pick<CardType, "fields" | "stages" | "options">): ViewRules {
  const { views } = options;
  const badge = markingField({ fields, options });
  return {
    view: oneOf(views),
    q: textUpTo(100),
    sort: oneOf(["title", "due", ...fields.map(({ name }) => name)]),
    whose: oneOf(["mine"]),
    is: (value) => badge && currentOption(badge, value),
    ...Object.fromEntries(
      fields
        .filter((field) => field.kind === "choice" && field !== badge)
        .map((field) => [`${choicePrefix}${field.name}`, (value) => currentOption(field, value)]),
    ),
    stage: oneOf(stages.map(({ id }) => id)),
  };
}
