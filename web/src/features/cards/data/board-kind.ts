import { hasChoices } from "@atoll/contract/cards/choices";
import type { Card } from "@atoll/contract/cards/schemas";
import type { Group, Grouped } from "../../../capabilities/grouped-list/grouped-list.ts";
import type { GroupedKind } from "../../../capabilities/grouped-list/use-grouped-list.ts";
import type { CardFilter } from "./filter.ts";

/** The cards of one stage, as far as they are loaded. */
export interface StageGroup extends Group<Card> {
  stage: string;
}

/** A section by its stages, and what it was asked for. */
export interface CardBoard extends Grouped<StageGroup> {
  typeId: string;
  filter: CardFilter;
}

/** Boards of cards, as the query cache holds them. */
export const boardKind: GroupedKind<Card, StageGroup, CardBoard> = {
  queryKey: ["cards", "board"],
  rules: ({ typeId, filter }) => ({
    keyOf: ({ stage }) => stage,
    groupOf: ({ stage }) => stage,
    isShown: (card) => card.typeId === typeId && isLeft(filter, card),
    compare: (one, other) =>
      one.rank === other.rank ? order(one.id, other.id) : order(one.rank, other.rank),
  }),
  pageSize: 50,
  maxAtOnce: 200,
};

const order = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

function isLeft({ q, ownerId, choices }: CardFilter, card: Card): boolean {
  return (
    card.mergedIntoId === null &&
    (!q || card.title.toLowerCase().includes(q.toLowerCase())) &&
    (!ownerId || card.owner?.id === ownerId) &&
    hasChoices(card.data, choices)
  );
}
