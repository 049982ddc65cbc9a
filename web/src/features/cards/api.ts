import { cardRoutes as routes } from "@atoll/contract/cards/routes";
import type { Card, CardType } from "@atoll/contract/cards/schemas";
import { lookAgain, lookAgainInTime } from "../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../capabilities/live/use-live-query.ts";
import { usePages } from "../../capabilities/live/use-pages.ts";
import { call } from "../../lib/api-client.ts";
import { type CardBoard, withCard, withoutCard } from "./board-state.ts";

const boardKey = (typeId: string, filter: CardFilter) => ["cards", "board", typeId, filter] as const;

export interface CardFilter {
  q?: string;
  ownerId?: string;
}

/** The sections of a department that the viewer may read, with their figures. */
export function useSections(slug: string) {
  return useLiveQuery({
    queryKey: ["cards", "sections", slug],
    queryFn: ({ signal }) => call(routes.listSections, { params: { slug } }, { signal }),
    on: { "card.changed": () => lookAgainInTime(), "card.gone": () => lookAgainInTime() },
  });
}

/** The cards of a section by stage, the first fifty of each. */
export function useBoard(type: CardType, filter: CardFilter) {
  return useLiveQuery<CardBoard>({
    queryKey: boardKey(type.id, filter),
    queryFn: async ({ signal }) => ({
      columns: await Promise.all(
        type.stages.map(async ({ id: stage }) => ({
          stage,
          ...(await call(
            routes.listCards,
            { params: { typeId: type.id }, query: { ...filter, stage } },
            { signal },
          )),
        })),
      ),
    }),
    on: {
      "card.changed": (board, { card }) =>
        card.typeId !== type.id ? board : filter.q || filter.ownerId ? lookAgain() : withCard(board, card),
      "card.gone": (board, { cardId }) => withoutCard(board, cardId),
    },
  });
}

export type ListSort = "title" | "due" | "value" | "updated";
const idOf = ({ id }: Card) => id;

/** The cards of a section in one list. */
export function useCardList(type: CardType, filter: CardFilter, sort: ListSort) {
  return usePages({
    queryKey: ["cards", "list", type.id, filter, sort],
    fetchPage: (cursor, options) =>
      call(routes.listCards, { params: { typeId: type.id }, query: { ...filter, sort, cursor } }, options),
    keyOf: idOf,
    keepsPrevious: true,
    on: { "card.changed": lookAgain, "card.gone": lookAgain },
  });
}

/** One card, which need not be on the board. */
export function useCard(cardId: string) {
  return useLiveQuery({
    queryKey: ["cards", "card", cardId],
    queryFn: ({ signal }) => call(routes.getCard, { params: { cardId } }, { signal }),
    on: {
      "card.changed": (open, { card }) => (card.id === cardId ? { ...open, card } : open),
      "card.gone": (open, { cardId: goneId }) => (goneId === cardId ? lookAgain() : open),
    },
  });
}

export function useHistory(cardId: string) {
  return usePages({
    queryKey: ["cards", "history", cardId],
    fetchPage: (cursor, options) =>
      call(routes.readHistory, { params: { cardId }, query: { cursor } }, options),
    keyOf: ({ id }: { id: string }) => id,
    on: { "card.changed": lookAgain },
  });
}

export const exportCards = (typeId: string, filter: CardFilter) =>
  call(routes.exportCards, { params: { typeId }, query: filter });
