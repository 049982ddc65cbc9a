import type { EventName, EventPayload } from "@atoll/contract/events";
import { hashKey, type QueryKey } from "@tanstack/react-query";
import { oneEach, type SignedIn } from "../../lib/signed-in.ts";
import { createAskAgain } from "./ask-again.ts";

const again: unique symbol = Symbol("fetch it again");
const inTime: unique symbol = Symbol("fetch it again, not all at once");
export type LookAgain = typeof again | typeof inTime;

/**
 * Handlers that return the cached data after each event. They are pure, and return the same object if nothing has
 * changed, or `refetch` if the event does not contain enough.
 */
export type LiveHandlers<Data> = {
  readonly [Name in EventName]?: (data: Data, payload: EventPayload<Name>) => Data | LookAgain;
};

/** Marks data that must be refetched. Several events in quick succession cause one fetch. */
export const refetch = (): LookAgain => again;

/** The same, for what many browsers are told at the same moment. */
export const refetchSpread = (): LookAgain => inTime;

export const isLookAgain = (made: unknown): made is LookAgain => made === again || made === inTime;

/** After a restart everybody is back at the same moment. */
const reconnectSpreadMs = 1_000;
const spreadMs = 2_000;

/** The keys that are followed for this person, by their hash, each as often as somebody looks at it. */
const followedBy = oneEach(() => new Map<string, { holders: number; stop: () => void }>());

/**
 * Follows a key until the returned function is called; however many look at it, it is followed once.
 * @param isContinued the screen stays while another scope begins, as when the viewer's name or rights changed: an event
 * may have come to the scope before, which asks no more.
 */
export function followQuery<Data>(
  signedIn: SignedIn,
  queryKey: QueryKey,
  on: LiveHandlers<Data>,
  isContinued: boolean,
): () => void {
  const followed = followedBy(signedIn);
  const hash = hashKey(queryKey);
  const one = followed.get(hash) ?? { holders: 0, stop: follow(signedIn, queryKey, on, isContinued) };
  followed.set(hash, one);
  one.holders += 1;
  return () => {
    one.holders -= 1;
    if (one.holders > 0) return;
    followed.delete(hash);
    one.stop();
  };
}

function follow<Data>(
  { queryClient, realtime }: SignedIn,
  queryKey: QueryKey,
  on: LiveHandlers<Data>,
  isContinued: boolean,
): () => void {
  const filter = { queryKey, exact: true };
  const asking = createAskAgain(queryClient, queryKey);
  // Nobody was listening until now, so the next screen to show it must fetch it.
  void queryClient.invalidateQueries({ ...filter, refetchType: "none" });

  function hear<Name extends EventName>(name: Name): () => void {
    return realtime.on(name, (payload) => {
      // An answer on its way may be from before the event.
      if (queryClient.isFetching(filter) > 0) asking.soon();
      const data = queryClient.getQueryData<Data>(queryKey);
      if (data === undefined) return;
      const next = on[name]?.(data, payload);
      if (next === again) asking.soon();
      else if (next === inTime) asking.within(spreadMs);
      else if (next !== data) queryClient.setQueryData<Data>(queryKey, next);
    });
  }

  if (isContinued) asking.soon();
  const names = Object.keys(on) as EventName[];
  const stops = [
    ...names.map(hear),
    // Events were missed while the connection was down, or before there was one.
    realtime.subscribe(() => {
      if (realtime.getState() === "connected") asking.within(reconnectSpreadMs);
    }),
    asking.stop,
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
