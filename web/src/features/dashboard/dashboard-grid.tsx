import type { FilledCard } from "@atoll/contract/dashboard/content-schemas";
import type { DashboardCard as Card } from "@atoll/contract/dashboard/layout-schemas";
import { isPanelId } from "@atoll/contract/dashboard/limits";
import { useState } from "react";
import { useViewer } from "../../lib/session/use-session.tsx";
import { CardControls } from "./cards/card-controls.tsx";
import type { CardParts, DashboardParts } from "./cards/card-parts.ts";
import { DashboardCard } from "./cards/dashboard-card.tsx";
import { LazyCardDialog } from "./cards/lazy-card-dialog.tsx";
import type { useCardActions } from "./cards/use-card-actions.ts";
import type { Dashboard } from "./data/dashboard.ts";
import { CardGrid } from "./grid/card-grid.tsx";

export interface DashboardGridProps {
  dashboard: Dashboard;
  parts: readonly DashboardParts[];
  actions: ReturnType<typeof useCardActions>;
  onRetry: () => void;
  isRetrying: boolean;
}

/** The panels and cards of a dashboard, where they stand. */
export function DashboardGrid({ dashboard, parts, actions, onRetry, isRetrying }: DashboardGridProps) {
  const { cards, phoneOrder, pinnedIds } = dashboard.layout;
  const partsOf = usePartsOf(parts);
  const [changing, setChanging] = useState<Card | null>(null);
  const [emptyIds, setEmptyIds] = useState<readonly string[]>([]);
  // A panel whose area brings nothing yet is left out, and keeps its place.
  const isShown = (card: Card) => !isPanelId(card.id) || partsOf(card.type) !== undefined;
  const shown = cards.filter(isShown);
  const left = cards.filter((card) => !isShown(card));
  const titleOf = (card: Card) => card.title || nameOf(card, partsOf(card.type));
  return (
    <>
      <CardGrid
        cards={shown}
        isEmpty={({ id }) =>
          emptyIds.includes(id) || hasNothing(dashboard.contents.find(({ cardId }) => cardId === id))
        }
        onArrange={(next) => actions.place([...next, ...left])}
        phoneOrder={phoneOrder}
        titleOf={titleOf}
      >
        {(card) => {
          const title = titleOf(card);
          const isPinned = pinnedIds.includes(card.id);
          const isFixed = isPanelId(card.id) || isPinned;
          const its = partsOf(card.type);
          return (
            <DashboardCard
              card={card}
              controls={
                <CardControls
                  isPinned={isPinned}
                  onChange={!isFixed && its ? () => setChanging(card) : undefined}
                  onRemove={isFixed ? undefined : () => actions.remove(card.id, title)}
                  onShift={(by) => actions.shift(card.id, by)}
                  title={title}
                />
              }
              filled={dashboard.contents.find(({ cardId }) => cardId === card.id)}
              isRetrying={isRetrying}
              onEmpty={(isEmpty) =>
                setEmptyIds((ids) => [...ids.filter((id) => id !== card.id), ...(isEmpty ? [card.id] : [])])
              }
              onRetry={onRetry}
              parts={its}
              title={title}
            />
          );
        }}
      </CardGrid>
      {changing && (
        <LazyCardDialog
          card={changing}
          onDone={(choice) => actions.change(changing.id, choice)}
          onOpenChange={(open) => !open && setChanging(null)}
          open
          partsOf={partsOf}
        />
      )}
    </>
  );
}

/** Whether the server found nothing to list on a card. */
function hasNothing(filled: FilledCard | undefined): boolean {
  const parts = Object.values(filled?.content ?? {});
  const lists = parts.filter((part) => Array.isArray(part));
  return lists.length > 0 && lists.every(({ length }) => length === 0);
}

/** Returns the part that renders the cards of a type, if the viewer may have them. */
export function usePartsOf(parts: readonly DashboardParts[]) {
  const viewer = useViewer();
  return (type: Card["type"]): CardParts | undefined => {
    if (type === "gone") return undefined;
    const its = parts.flatMap(({ cards }) => cards[type] ?? [])[0];
    return its && (its.canHave?.(viewer) ?? true) ? its : undefined;
  };
}

function nameOf({ id }: Card, parts: CardParts | undefined): string {
  return parts ? parts.names[isPanelId(id) ? "panel" : "card"] : "Card";
}
