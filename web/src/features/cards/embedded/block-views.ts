import { cardViewRules, type SectionView, writeSectionView } from "@atoll/contract/cards/list-search";
import type { CardType } from "@atoll/contract/cards/schemas";

/** The views of a section that a text can show. */
export const blockViews = ["table", "board", "list"] as const;
export type BlockView = (typeof blockViews)[number];

/** Those that a section offers; a table of a section that offers none of them. */
export function blockViewsOf({ options: { views } }: CardType): readonly BlockView[] {
  const offered = blockViews.filter((one) => views.includes(one));
  return offered.length > 0 ? offered : ["table"];
}

/** The chosen view, or the first one that the section still offers. */
export function blockViewOf(type: CardType, { view }: Pick<SectionView, "view">): BlockView {
  const offered = blockViewsOf(type);
  return offered.find((one) => one === view) ?? offered[0] ?? "table";
}

const plainFilters = ["stages", "field"];

/** Pure: whether a stage, field or option of the filter has since been removed from the section. */
export function hasGoneFilter(type: CardType, view: SectionView): boolean {
  const rules = cardViewRules(type);
  return Object.entries(writeSectionView(view)).some(([name, value]) => {
    if (!value) return false;
    const kept = rules[name]?.(value);
    // The name of an option may have changed.
    return plainFilters.includes(name) ? kept !== value : /^is(\.|$)/.test(name) && !kept;
  });
}
