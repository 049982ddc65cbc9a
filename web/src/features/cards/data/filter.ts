import type { CardType } from "@atoll/contract/cards/schemas";
import type { CardView } from "@atoll/contract/cards/section-schemas";

/** Which cards of a section are asked for. */
export interface CardFilter {
  q?: string;
  ownerId?: string;
  /** A choice, and what it is. */
  field?: string;
  value?: string;
}

/** The filter in the address of a section. */
export interface SectionView {
  /** Null: the first one of the section. */
  view: CardView | null;
  q: string;
  sort: string;
  isMine: boolean;
  /** Required value of the section's badge; empty for any. */
  badge: string;
  /** The stage of lists that show one. */
  stage: string;
  /** A day of the part of a calendar that is shown. */
  day: string;
}

export function filterOf(type: CardType, { q, isMine, badge }: SectionView, viewerId: string): CardFilter {
  const field = type.options.layout.badge ?? type.options.layout.lane;
  return {
    ...(q && { q }),
    ...(isMine && { ownerId: viewerId }),
    ...(badge && field && { field, value: badge }),
  };
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
