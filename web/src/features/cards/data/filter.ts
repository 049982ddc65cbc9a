import { writeChoices } from "@atoll/contract/cards/choices";
import type { SectionView } from "@atoll/contract/cards/list-search";
import type { CardType } from "@atoll/contract/cards/schemas";
import { currentOption } from "@atoll/contract/fields/field-schemas";

/** Which cards of a section are asked for. */
export interface CardFilter {
  q?: string;
  ownerId?: string;
  /** Values of choice fields, as a query. */
  choices?: string;
}

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
  };
}

export function filterOf(
  type: CardType,
  { q, isMine, badge, choices }: SectionView,
  viewerId: string,
): CardFilter {
  const { marking, others } = choiceFieldsOf(type);
  const wanted = writeChoices([
    ...(badge && marking ? [[marking.name, badge] as const] : []),
    ...others.flatMap(({ name }) => (choices[name] ? [[name, choices[name]] as const] : [])),
  ]);
  return {
    ...(q && { q }),
    ...(isMine && { ownerId: viewerId }),
    ...(wanted !== undefined && { choices: wanted }),
  };
}

/** The choice field that marks the cards of a section, and the other ones. */
export function choiceFieldsOf({ fields, options: { layout } }: CardType) {
  const marking = fields.find(({ name }) => name === (layout.badge ?? layout.lane));
  return { marking, others: fields.filter((field) => field.kind === "choice" && field !== marking) };
}

/** How lists are ordered: by what every card has, or by a field. */
export function sortQuery(
  type: CardType,
  sort: string,
): { sort: "title" | "due" | "updated" | "field"; by?: string } {
  if (sort === "title" || sort === "due" || sort === "updated") return { sort };
  const isField = type.fields.some(({ name }) => name === sort);
  return isField ? { sort: "field", by: sort } : { sort: "updated" };
}
