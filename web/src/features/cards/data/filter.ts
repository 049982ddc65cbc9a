import { writeChoices } from "@atoll/contract/cards/choices";
import type { CardField } from "@atoll/contract/cards/field-schemas";
import type { CardOrder, CardSort } from "@atoll/contract/cards/limits";
import type { SectionView } from "@atoll/contract/cards/list-search";
import type { CardType } from "@atoll/contract/cards/schemas";
import { currentOption } from "@atoll/contract/fields/field-schemas";
import {
  exactly,
  type FieldFilter,
  readWanted,
  withDays,
  withDaysOf,
  writeFieldFilter,
} from "@atoll/contract/fields/filter";
import { dayOf } from "../../../lib/time/wall-clock.ts";

/** Which cards of a section are asked for, as a query. Lists have commas between their items. */
export interface CardFilter {
  q?: string;
  ownerId?: string;
  /** Values of choice fields, as a query. */
  choices?: string;
  stages?: string;
  owners?: string;
  stalled?: "true";
  due?: string;
  /** Values of fields, as a query. */
  fields?: string;
}

/** The filters of a section that its panel has, without any. */
export const noFilters = {
  stages: [],
  owners: [],
  isStalled: false,
  due: undefined,
  choices: {},
  fields: {},
} as const satisfies Partial<SectionView>;

/** A filter with former names of options replaced by the present ones, such as from an old link. */
export function withCurrentOptions(type: CardType, view: SectionView): SectionView {
  const { marking, others } = choiceFieldsOf(type);
  return {
    ...view,
    badge: (marking && currentOption(marking, view.badge)) ?? view.badge,
    choices: Object.fromEntries(
      Object.entries(view.choices).map(([name, value]) => {
        const field = others.find((one) => one.name === name);
        return [name, (field && currentOption(field, value)) ?? value];
      }),
    ),
    fields: currentFields(type, view.fields),
  };
}

/** The part of a filter that the section knows. Approvals count for one content: no list is narrowed by their ticks. */
function currentFields({ fields, options }: CardType, filter: FieldFilter): FieldFilter {
  const approved = options.approvals?.fields ?? [];
  const current = (field: CardField, value: string) => {
    const wanted = readWanted(value);
    if (field.kind === "checklist" && approved.includes(field.name) && wanted.is !== "empty") return [];
    if (field.kind !== "choice" || wanted.is !== "equal") return [value];
    return [exactly(currentOption(field, wanted.value) ?? wanted.value)];
  };
  return Object.fromEntries(
    Object.entries(filter).flatMap(([name, values]) => {
      const field = fields.find((one) => one.name === name);
      const known = field ? values.flatMap((value) => current(field, value)) : [];
      return known.length > 0 ? [[name, known] as const] : [];
    }),
  );
}

export function filterOf(
  type: CardType,
  { q, isMine, badge, choices, stages, owners, isStalled, due, fields }: SectionView,
  viewerId: string,
): CardFilter {
  const { marking, others } = choiceFieldsOf(type);
  const wanted = writeChoices([
    ...(badge && marking ? [[marking.name, badge] as const] : []),
    ...others.flatMap(({ name }) => (choices[name] ? [[name, choices[name]] as const] : [])),
  ]);
  const today = dayOf(new Date());
  const known = stages.filter((id) => type.stages.some((stage) => stage.id === id));
  const values = writeFieldFilter(withDaysOf(fields, today));
  return {
    ...(q && { q }),
    ...(isMine && { ownerId: viewerId }),
    ...(wanted !== undefined && { choices: wanted }),
    ...(known.length > 0 && { stages: known.join() }),
    ...(owners.length > 0 && { owners: ownersOf(owners, viewerId).join() }),
    ...(isStalled && type.staleDays !== null && { stalled: "true" as const }),
    ...(due !== undefined && { due: withDays(due, today) }),
    ...(values !== "" && { fields: values }),
  };
}

/** The people of a filter by their IDs. */
export const ownersOf = (owners: readonly string[], viewerId: string) => [
  ...new Set(owners.map((id) => (id === "me" ? viewerId : id))),
];

/** The choice field that marks the cards of a section, and the other ones. */
export function choiceFieldsOf({ fields, options: { layout } }: CardType) {
  const marking = fields.find(({ name }) => name === (layout.badge ?? layout.lane));
  return { marking, others: fields.filter((field) => field.kind === "choice" && field !== marking) };
}

/** The required values of each field, whichever parameter of the address has them. */
export function fieldFilterOf(type: CardType, { badge, choices, fields }: SectionView): FieldFilter {
  const { marking, others } = choiceFieldsOf(type);
  const chosen = [
    ...(marking && badge ? [[marking.name, [exactly(badge)]] as const] : []),
    ...others.flatMap(({ name }) => (choices[name] ? [[name, [exactly(choices[name])]] as const] : [])),
  ];
  return { ...Object.fromEntries(chosen), ...fields };
}

/** The number of filters that are set in the panel. */
export function countFilters(type: CardType, view: SectionView): number {
  const { stages, owners, isStalled, due } = view;
  const plain = [stages.length > 0, owners.length > 0, isStalled, due !== undefined];
  return plain.filter(Boolean).length + Object.keys(fieldFilterOf(type, view)).length;
}

const plainSorts = ["title", "stage", "owner", "due", "updated", "created"] as const;

/** How lists are ordered: by what every card has, or by a field. */
export function sortQuery(
  type: CardType,
  { sort, order }: Pick<SectionView, "sort" | "order">,
): { sort: CardSort; by?: string; order?: CardOrder } {
  const direction = order === undefined ? {} : { order };
  const plain = plainSorts.find((one) => one === sort);
  if (plain !== undefined) return { sort: plain, ...direction };
  const isField = type.fields.some(({ name }) => name === sort);
  return isField ? { sort: "field", by: sort, ...direction } : { sort: "updated", ...direction };
}

/** The direction of a list, with or without a choice. The newest changes and the largest numbers usually come first. */
export function orderOf(
  { fields }: CardType,
  { sort, order }: Pick<SectionView, "sort" | "order">,
): CardOrder {
  if (order !== undefined) return order;
  const kind = fields.find(({ name }) => name === sort)?.kind;
  const isFalling = sort === "updated" || sort === "created" || kind === "number" || kind === "money";
  return isFalling ? "descending" : "ascending";
}

/** The order after a press on the head of a column: this column, then the other way. */
export function sortedBy(type: CardType, view: SectionView, sort: string): SectionView {
  if (view.sort !== sort) return { ...view, sort, order: undefined };
  const next = orderOf(type, view) === "ascending" ? "descending" : "ascending";
  return { ...view, order: orderOf(type, { sort, order: undefined }) === next ? undefined : next };
}
