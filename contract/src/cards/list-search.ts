import { currentOption } from "../fields/field-schemas.ts";
import {
  day,
  defineListSearch,
  flag,
  named,
  oneOf,
  optionOf,
  type SearchValues,
  text,
} from "../list-search.ts";
import type { ViewRules } from "../saved-views/rules.ts";
import { cardViews, maxFilterChoices } from "./limits.ts";
import type { CardType } from "./schemas.ts";

/** The layout, filters and order in the address of any section. Its stages and fields decide what they mean. */
const sectionSearch = defineListSearch({
  /** None: the first one of the section. */
  view: optionOf(cardViews),
  q: text(100),
  sort: text(100, "updated"),
  isMine: named("whose", flag("mine")),
  /** Required value of the section's badge; empty for any. */
  badge: named("is", text(100)),
  /** The stage of lists that show one. */
  stage: text(100),
  /** A day of the part of a calendar that is shown. */
  day,
});

/** Starts the parameters of choice fields, apart from the one that marks cards. */
const choicePrefix = "is.";

export type SectionView = SearchValues<typeof sectionSearch> & {
  /** Required values of other choice fields, by their names. */
  choices: Readonly<Record<string, string>>;
};

/** Reads the address of a section. Unknown values are ignored. */
export function readSectionView(search: Readonly<Record<string, unknown>>): SectionView {
  const choices = Object.entries(search).flatMap(([name, value]) =>
    name.startsWith(choicePrefix) && typeof value === "string" && value !== ""
      ? [[name.slice(choicePrefix.length), value.slice(0, 100)] as const]
      : [],
  );
  return { ...sectionSearch.read(search), choices: Object.fromEntries(choices.slice(0, maxFilterChoices)) };
}

/** The parameters of an address that shows a section this way. */
export function writeSectionView({ choices, ...view }: SectionView): Record<string, string | undefined> {
  const chosen = Object.entries(choices).map(([name, value]) => [
    `${choicePrefix}${name}`,
    value || undefined,
  ]);
  return { ...sectionSearch.write(view), ...Object.fromEntries(chosen) };
}

type Sorted = Pick<CardType, "fields" | "options">;

/** The field that marks the cards of a section, whose values are the parameter `is`. */
const markingField = ({ fields, options: { layout } }: Sorted) =>
  fields.find(({ name }) => name === (layout.badge ?? layout.lane));

/** The parameter of an address that filters by a choice field. */
export function choiceParameter(type: Sorted, field: string): string {
  return markingField(type)?.name === field ? "is" : `${choicePrefix}${field}`;
}

/** The rules by which saved views keep the address of a section. It depends on the section's current stages and fields. */
export function cardViewRules({
  fields,
  stages,
  options,
}: Pick<CardType, "fields" | "stages" | "options">): ViewRules {
  const badge = markingField({ fields, options });
  const { q, whose } = sectionSearch.rules;
  return {
    view: optionOf(options.views).keep,
    q,
    sort: oneOf(["updated", "title", "due", ...fields.map(({ name }) => name)]).keep,
    whose,
    is: (value) => badge && currentOption(badge, value),
    ...Object.fromEntries(
      fields
        .filter((field) => field.kind === "choice" && field !== badge)
        .map((field) => [`${choicePrefix}${field.name}`, (value) => currentOption(field, value)]),
    ),
    stage: optionOf(stages.map(({ id }) => id)).keep,
  };
}
