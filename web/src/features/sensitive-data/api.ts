import type { RouteCall } from "@atoll/contract/route";
import type { SensitiveKey } from "@atoll/contract/sensitive-data/limits";
import { sensitiveDataRoutes as routes } from "@atoll/contract/sensitive-data/routes";
import type { SensitiveLook } from "@atoll/contract/sensitive-data/schemas";
import { refetch } from "../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../capabilities/live/use-live-query.ts";
import { usePages } from "../../capabilities/live/use-pages.ts";
import { call } from "../../lib/server/api-client.ts";
import { uuidv7 } from "../../lib/uuidv7.ts";

const of = (cardId: string) => ({ params: { cardId } });

/** The cards that the viewer may see, without values; kept equal to the server's. */
export function useSensitiveCards() {
  return useLiveQuery({
    queryKey: ["sensitive-data", "cards"],
    queryFn: ({ signal }) => call(routes.listCards, {}, { signal }),
    on: { "sensitive-cards.changed": refetch },
  });
}

/** The present names of the keys. Empty until the cards are there. */
export function useKeyNames(): Partial<Record<SensitiveKey, string>> {
  return useSensitiveCards().data?.keyNames ?? {};
}

export interface LookFilter {
  key?: SensitiveKey;
  cardId?: string;
}

const idOf = ({ id }: SensitiveLook) => id;

/** Fetches the accesses to sensitive cards, the newest first. */
export function useLooks(filter: LookFilter) {
  return usePages({
    queryKey: ["sensitive-data", "looks", filter],
    fetchPage: (cursor, options) => call(routes.listLooks, { query: { ...filter, cursor } }, options),
    keyOf: idOf,
    on: { "sensitive-cards.changed": refetch },
  });
}

// A value comes by a plain call and lives in the state of its row alone: no cache of queries or mutations holds it.

/** Shows the value for a minute. */
export const revealCard = (cardId: string, body: { id: string; reason: string }) =>
  call(routes.reveal, { ...of(cardId), body });

/** The value for the clipboard, recorded as a copy. */
export async function copyRevealed(cardId: string, revealId: string): Promise<string> {
  return (await call(routes.copy, { ...of(cardId), body: { revealId } })).value;
}

export interface CardFields {
  key: SensitiveKey;
  title: string;
  value: string;
  ownerId: string;
  needsTwo: boolean;
}

export const createCard = (id: string, fields: CardFields) =>
  call(routes.createCard, { body: { id, ...fields } });

/** Changes the fields that are named. */
export const changeCard = (cardId: string, body: RouteCall<typeof routes.changeCard>["body"]) =>
  call(routes.changeCard, { ...of(cardId), body });

export const confirmOwner = (cardId: string, ownerId: string) =>
  call(routes.confirmOwner, { ...of(cardId), body: { ownerId } });

export const deleteCard = (cardId: string) => call(routes.deleteCard, of(cardId));

export const askForSecond = (cardId: string, reason: string) =>
  call(routes.askForSecond, { ...of(cardId), body: { id: uuidv7(), reason } });

export const approveRequest = (cardId: string, requestId: string) =>
  call(routes.approve, { params: { cardId, requestId } });
