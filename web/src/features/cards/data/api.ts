import type { SectionView } from "@atoll/contract/cards/list-search";
import { cardRoutes as routes } from "@atoll/contract/cards/routes";
import type { Card, CardFigures, CardType, OpenCard } from "@atoll/contract/cards/schemas";
import type { EventPayload } from "@atoll/contract/events";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  hearChanged,
  hearGone,
  useGroupedList,
  useMoreOfGroup,
} from "../../../capabilities/grouped-list/use-grouped-list.ts";
import { refetch, refetchSpread } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { usePages } from "../../../capabilities/live/use-pages.ts";
import type { PeopleSource } from "../../../capabilities/people/use-people-search.ts";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { hasCode } from "../../../lib/request/judge-error.ts";
import { call } from "../../../lib/server/api-client.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { boardKind, type CardBoard } from "./board-kind.ts";
import { type CardFilter, sortQuery } from "./filter.ts";

/** A section with what stands in it. */
export interface Section {
  type: CardType;
  figures: CardFigures;
  /** The columns of the table that the viewer chose; none: the usual ones. */
  columns?: readonly string[];
}

const boardKey = (typeId: string, filter: CardFilter) => [...boardKind.queryKey, typeId, filter] as const;
const again = { "card.changed": refetchSpread, "card.gone": refetchSpread } as const;

/** A change of a field's type has written to many cards, which are not sent one by one. */
const ifRewritten = <Data>(data: Data, { isRewritten }: EventPayload<"section.changed">) =>
  isRewritten ? refetchSpread() : data;

/** The sections of a department that the viewer may read, with their figures. */
export function useSections(slug: string, isWanted = true) {
  return useLiveQuery({
    queryKey: ["cards", "sections", slug],
    enabled: isWanted,
    queryFn: ({ signal }) => call(routes.listSections, { params: { slug } }, { signal }),
    on: { ...again, "section.changed": refetch },
  });
}

/** A department at a glance. */
export function useOverview(slug: string) {
  return useLiveQuery({
    queryKey: ["cards", "overview", slug],
    queryFn: ({ signal }) => call(routes.readOverview, { params: { slug } }, { signal }),
    on: { ...again, "section.changed": refetch },
  });
}

/** The cards of a section by stage, the first of each. */
export function useBoard({ id: typeId }: CardType, filter: CardFilter) {
  const { id: viewerId } = useViewer();
  return useGroupedList(boardKind, {
    queryKey: boardKey(typeId, filter),
    fetch: async (limit, signal): Promise<CardBoard> => {
      const query = { ...filter, limit };
      const { groups } = await call(routes.readBoard, { params: { typeId }, query }, { signal });
      return { groups, typeId, filter };
    },
    on: {
      "card.changed": (board, { card }) =>
        card.typeId === typeId ? hearChanged(boardKind, viewerId)(board, card) : board,
      "card.gone": (board, { cardId, typeId: ofType }) =>
        ofType === typeId ? hearGone(boardKind, viewerId)(board, cardId) : board,
      "section.changed": ifRewritten,
    },
  });
}

/** Loads the next cards of a stage. */
export function useMoreOfStage(typeId: string, filter: CardFilter, stage: string) {
  return useMoreOfGroup(boardKind, boardKey(typeId, filter), stage, ({ cursor, limit }) => {
    const query = { ...filter, stage, limit, ...(cursor !== null && { cursor }) };
    return call(routes.listCards, { params: { typeId }, query });
  });
}

const idOf = ({ id }: Card) => id;

/** The cards of a section in one list; of one stage where it is named. */
export function useCardList(
  type: CardType,
  filter: CardFilter & { stage?: string },
  sorted: Pick<SectionView, "sort" | "order">,
) {
  const order = sortQuery(type, sorted);
  return usePages({
    queryKey: ["cards", "list", type.id, filter, order],
    fetchPage: (cursor, options) =>
      call(
        routes.listCards,
        { params: { typeId: type.id }, query: { ...filter, ...order, cursor } },
        options,
      ),
    keyOf: idOf,
    keepsPrevious: true,
    on: { "card.changed": refetch, "card.gone": refetch, "section.changed": ifRewritten },
  });
}

/** How many cards a filter lets through, and their sums. */
export function useTotals(type: CardType, filter: CardFilter, isWanted: boolean) {
  return useLiveQuery({
    queryKey: ["cards", "totals", type.id, filter],
    queryFn: ({ signal }) =>
      call(routes.readTotals, { params: { typeId: type.id }, query: filter }, { signal }),
    enabled: isWanted,
    on: { "card.changed": refetchSpread, "card.gone": refetchSpread, "section.changed": ifRewritten },
  });
}

/** Returns a function that keeps the columns of a section's table for the viewer. */
export function useSetColumns(typeId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    onMutate: (columns: readonly string[]) =>
      queryClient.setQueriesData<{ sections: Section[] }>(
        { queryKey: ["cards", "sections"] },
        (data) =>
          data && {
            sections: data.sections.map((one) => (one.type.id === typeId ? { ...one, columns } : one)),
          },
      ),
    mutationFn: (columns: readonly string[]) =>
      call(routes.setColumns, { params: { typeId }, body: { columns: [...columns] } }),
    // One after the other, so that the last choice is the one that stays.
    scope: { id: `card-columns ${typeId}` },
    onError: (error) => notify.error(errorMessage(error, "Failed to keep the columns")),
  });
}

/** The rows of a grid by name, 100 at a time, each with the cards of its cells. */
export function useGridCards(type: CardType, filter: CardFilter) {
  return usePages({
    queryKey: ["cards", "grid", type.id, filter],
    fetchPage: (cursor, options) =>
      call(routes.readGrid, { params: { typeId: type.id }, query: { ...filter, cursor } }, options),
    keyOf: idOf,
    keepsPrevious: true,
    on: { "card.changed": refetch, "card.gone": refetch },
  });
}

const maxInSpan = 200;

/** The cards whose days touch a span, 200 at most; without a span the first 200 of all. */
export function useCardsIn(type: CardType, filter: CardFilter, span: { from?: string; until?: string } = {}) {
  return useLiveQuery({
    queryKey: ["cards", "span", type.id, filter, span],
    queryFn: ({ signal }) =>
      call(
        routes.listCards,
        { params: { typeId: type.id }, query: { ...filter, ...span, sort: "due", limit: maxInSpan } },
        { signal },
      ),
    on: { "card.changed": refetch, "card.gone": refetch, "section.changed": ifRewritten },
  });
}

/**
 * One card with everything that its page shows; it need not be in a list. A card that is gone keeps its data, for the
 * form that is open over it.
 */
export function useCard(cardId: string) {
  const query = useLiveQuery<OpenCard>({
    queryKey: ["cards", "card", cardId],
    queryFn: ({ signal }) => call(routes.getCard, { params: { cardId } }, { signal }),
    on: {
      "card.changed": (open, { card }) =>
        card.id === cardId
          ? // What was imported for it comes with the card, and so do the people that its fields name.
            open.type.options.tools.includes("series") ||
            open.type.options.sequenceStage !== undefined ||
            open.type.fields.some(({ kind }) => kind === "person")
            ? refetch()
            : { ...open, card }
          : card.mergedIntoId === cardId || open.merged.some(({ id }) => id === card.id)
            ? refetch()
            : open,
      // Its section may have another field.
      "section.changed": (open, { departmentId }) =>
        open.type.departmentId === departmentId ? refetch() : open,
      "card.steps": (open, { cardId: ofCard, item, isDone }) =>
        ofCard === cardId && open.ownSteps.includes(item) !== isDone
          ? {
              ...open,
              ownSteps: isDone ? [...open.ownSteps, item] : open.ownSteps.filter((one) => one !== item),
            }
          : open,
      "card.gone": (open, { cardId: goneId }) => (goneId === cardId ? refetch() : open),
      "task.changed": (open, { task }) =>
        open.enrolment?.steps.some(({ taskId }) => taskId === task.id) ? refetch() : open,
    },
  });
  return { ...query, isGone: query.data !== undefined && hasCode(query.error, "card_not_found") };
}

/** The links of a card, and the cards that link to it. Another card's change may be a link to this one. */
export function useCardLinks(cardId: string) {
  return useLiveQuery({
    queryKey: ["cards", "links", cardId],
    queryFn: ({ signal }) => call(routes.listCardLinks, { params: { cardId } }, { signal }),
    on: {
      "card.changed": (_links, { card }) => (card.id === cardId ? refetch() : refetchSpread()),
      "card.gone": (links, { cardId: goneId }) =>
        [...links.links, ...links.cards].some(({ id }) => id === goneId) ? refetch() : links,
    },
  });
}

/** Returns a function that fetches a card as it is now, and shows it wherever it is open. */
export function useFetchCard(cardId: string): () => Promise<OpenCard> {
  const queryClient = useQueryClient();
  return async () => {
    const open = await call(routes.getCard, { params: { cardId } });
    queryClient.setQueryData(["cards", "card", cardId], open);
    return open;
  };
}

export function useHistory(cardId: string) {
  return usePages({
    queryKey: ["cards", "history", cardId],
    fetchPage: (cursor, options) =>
      call(routes.readHistory, { params: { cardId }, query: { cursor } }, options),
    keyOf: ({ id }: { id: string }) => id,
    on: { "card.changed": refetch },
  });
}

/** Returns the people that cards of a section can name. */
export const readersOf = (typeId: string): PeopleSource => ({
  key: ["cards", typeId],
  find: (name, limit, signal) =>
    call(routes.findReaders, { params: { typeId }, query: { name, limit } }, { signal }),
});

export const exportCards = (typeId: string, filter: CardFilter) =>
  call(routes.exportCards, { params: { typeId }, query: filter });
