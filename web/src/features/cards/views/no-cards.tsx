import type { CardType } from "@atoll/contract/cards/schemas";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import type { CardFilter } from "../data/filter.ts";
import { capital } from "../data/words.ts";

/** A list without cards: the filter lets none through, or there are none yet. */
export function NoCards({ type, filter }: { type: CardType; filter: CardFilter }) {
  if (Object.keys(filter).length > 0)
    return <EmptyState drawing="search" title={`No ${type.singular} matches the filters`} />;
  return (
    <EmptyState title={`No ${type.singular} here yet`}>
      Add the first one with New {capital(type.singular)}.
    </EmptyState>
  );
}
