import type { EventName, EventPayload } from "@atoll/contract/events";
import { expect } from "vitest";
import type { TestSocket } from "./socket.ts";

export interface EventProof<Name extends EventName, State> {
  /** The socket of somebody who shows the list. */
  socket: TestSocket;
  event: Name;
  /** Returns the state from a fresh fetch. */
  fetch: () => Promise<State>;
  act: () => Promise<unknown>;
  /** Pure: what they show after the event. `fresh` is for an event that only names what to fetch; see `named`. */
  apply: (before: State, payload: EventPayload<Name>, fresh: State) => State;
}

/** Proves that what a browser held before and the event are what a fresh fetch gives, and that the two differ. */
export async function eventEqualsRefetch<Name extends EventName, State>(
  proof: EventProof<Name, State>,
): Promise<void> {
  const { socket, event, fetch, act, apply } = proof;
  const before = await fetch();
  const heard = socket.received.length;
  await act();
  const fresh = await fetch();
  expect(fresh).not.toEqual(before);
  const applied = () =>
    socket.received
      .slice(heard)
      .filter(({ name }) => name === event)
      .reduce<State>((state, { payload }) => apply(state, payload as EventPayload<Name>, fresh), before);
  await expect.poll(applied).toEqual(fresh);
}

/**
 * For an event that names a thing and holds nothing of it: that one is fetched again, and all others stay as they were.
 * So an event that is missing, or names another, does not give what a fresh fetch gives.
 * @param idOf the name in the payload. The list must be in an order that no change moves.
 */
export function named<Payload, Item extends { id: string }>(idOf: (payload: Payload) => string) {
  return (before: readonly Item[], payload: Payload, fresh: readonly Item[]): readonly Item[] => {
    const id = idOf(payload);
    const others = before.filter((item) => item.id !== id);
    const one = fresh.filter((item) => item.id === id);
    return byId([...others, ...one]);
  };
}

/** In an order that no change moves. */
export function byId<Item extends { id: string }>(items: readonly Item[]): readonly Item[] {
  return items.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}
