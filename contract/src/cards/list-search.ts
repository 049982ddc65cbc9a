import { currentOption } from "../fields/field-schemas.ts";
import { fieldFilter, isDayBound, readFieldFilter, readWanted, writeFieldFilter } from "../fields/filter.ts";
import {
  day,
  defineListSearch,
  flag,
  named,
  oneOf,
  optionOf,
  type SearchField,
  type SearchValues,
  text,
  textsOf,
} from "../list-search.ts";
import type { ViewRules } from "../saved-views/rules.ts";
import { isUuid } from "../uuid.ts";
import { cardOrders, cardViews, maxFilterChoices, maxTableColumns, plainColumns } from "./limits.ts";
import type { CardType } from "./schemas.ts";

/** Pure: whether a text is a filter by the due date: `2026-11-01..`, `today-7..today`, or `none`. */
export function isDueFilter(text: string): boolean {
  if (text === "none") return true;
  const wanted = readWanted(text);
  return (
    wanted.is === "within" &&
    wanted.currency === undefined &&
    [wanted.from, wanted.to].every((bound) => bound === undefined || isDayBound(bound))
  );
}

const dueFilter: SearchField<string | undefined> = {
  usual: undefined,
  parse: (text) => (isDueFilter(text) ? text : undefined),
  serialize: (value) => value ?? "",
  keep: (text) => (isDueFilter(text) ? text : undefined),
};

/** Pure: whether a text may be the name of a column of a table. */
export const isColumnName = (text: string) => /^[a-z][a-z0-9_]{0,39}$/.test(text);

/** The layout, filters and order in the address of any section. Its stages and fields decide what they mean. */
const sectionSearch = defineListSearch({
  /** None: the first one of the section. */
  view: optionOf(cardViews),
  q: text(100),
  sort: text(100, "updated"),
  /** None: the newest changes and the largest numbers first, and all else from its beginning. */
  order: optionOf(cardOrders),
  isMine: named("whose", flag("mine")),
  /** Several stages. */
  stages: textsOf((id) => id.length <= 40),
  /** People's IDs; "me" is the viewer, and "none" is nobody. */
  owners: named(
    "owner",
    textsOf((id) => id === "me" || id === "none" || isUuid(id)),
  ),
  isStalled: named("stalled", flag("yes")),
  due: dueFilter,
  /** Values of fields. */
  fields: named("field", fieldFilter),
  /** The columns of the table, in their order. */
  columns: named("show", textsOf(isColumnName)),
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
  const { q, whose, order, owner, stalled, due } = sectionSearch.rules;
  const names = fields.map(({ name }) => name);
  const columns: readonly string[] = [...plainColumns, ...names];
  const stageIds = stages.map(({ id }) => id);
  return {
    view: optionOf(options.views).keep,
    q,
    sort: oneOf(["updated", "title", "stage", "owner", "due", "created", ...names]).keep,
    order,
    whose,
    stages: textsOf((id) => stageIds.includes(id)).keep,
    owner,
    stalled,
    due,
    field: (value) => writeFieldFilter(onlyOf(readFieldFilter(value), names)) || undefined,
    show: (value) =>
      textsOf((name) => columns.includes(name)).keep(value.split(",").slice(0, maxTableColumns).join()),
    is: (value) => badge && currentOption(badge, value),
    ...Object.fromEntries(
      fields
        .filter((field) => field.kind === "choice" && field !== badge)
        .map((field) => [`${choicePrefix}${field.name}`, (value) => currentOption(field, value)]),
    ),
    stage: optionOf(stages.map(({ id }) => id)).keep,
  };
}

function onlyOf<Value>(
  all: Readonly<Record<string, Value>>,
  names: readonly string[],
): Record<string, Value> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
}
