import type { Card, CardType } from "@atoll/contract/cards/schemas";
import { useState } from "react";
import { useChanges } from "../../../capabilities/changes/use-unsettled.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { FilterField } from "../../../ui/field/filter-field.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { useCardsIn } from "../data/api.ts";
import { cardChanges } from "../data/changes.ts";
import { stageOf } from "../data/words.ts";

const maxShown = 8;

/** Merges a card into another one of its section. Both keep their history and comments. */
export function MergeDialog({
  card,
  type,
  onClose,
  onMerged,
}: {
  card: Card;
  type: CardType;
  onClose: () => void;
  onMerged: (cardId: string) => void;
}) {
  const queue = useChanges(cardChanges);
  const [q, setQ] = useState("");
  const query = useCardsIn(type, q ? { q } : {});
  const { data } = query;
  const others = (data?.items ?? []).filter(({ id }) => id !== card.id).slice(0, maxShown);
  function merge(into: Card): void {
    queue.change({
      about: [card.id],
      title: card.title,
      said: `${card.title} merged into ${into.title}`,
      change: { act: "change", set: { mergedIntoId: into.id } },
    });
    onClose();
    onMerged(into.id);
  }
  return (
    <Dialog
      onClose={onClose}
      title={`Merge ${card.title}`}
      description={`Choose the ${type.singular} that it is the same as. Empty fields are filled, and both histories stay.`}
      footer={
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <FilterField
        label={`Find a ${type.singular}`}
        placeholder={`Find a ${type.singular}`}
        value={q}
        maxLength={100}
        onChange={setQ}
      />
      {!data ? (
        <LoadState query={query} failure="Failed to load the cards">
          <RowSkeletons label="Loading the cards" mark={16} rowClassName="py-2" />
        </LoadState>
      ) : others.length === 0 ? (
        <EmptyState title={`No ${type.singular} matches`} />
      ) : (
        <ul className="flex flex-col divide-y rounded-md border">
          {others.map((other) => (
            <li key={other.id}>
              <button
                type="button"
                className="flex min-h-10 w-full items-center gap-3 px-3 py-2 text-left text-sm hover:bg-surface-hover"
                onClick={() => merge(other)}
              >
                <span className="min-w-0 flex-1 truncate font-medium">{other.title}</span>
                <span className="flex-none text-muted text-xs">{stageOf(type, other)?.name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
