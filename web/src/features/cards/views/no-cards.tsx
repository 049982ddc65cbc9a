import type { CardType } from "@atoll/contract/cards/schemas";
import { Plus } from "lucide-react";
import { useContext } from "react";
import { Button } from "../../../ui/button/button.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { AddCard } from "../data/add-card.ts";
import type { CardFilter } from "../data/filter.ts";

/** A list without cards: the filter lets none through, or there are none yet. */
export function NoCards({ type, filter }: { type: CardType; filter: CardFilter }) {
  const add = useContext(AddCard);
  if (Object.keys(filter).length > 0)
    return <EmptyState drawing="search" title={`No ${type.singular} matches the filters`} />;
  return (
    <EmptyState
      title={`No ${type.singular} here yet`}
      action={
        <Button size="sm" icon={Plus} onClick={add}>
          Add the first {type.singular}
        </Button>
      }
    />
  );
}
