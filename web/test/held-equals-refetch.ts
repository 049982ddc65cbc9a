import { expect, vi } from "vitest";

/**
 * Proves that what a browser shows after something happened is what a fresh fetch gives, and that it is not what was
 * there before.
 * @param proof.held what the browser has in its cache, or shows.
 */
export async function heldEqualsRefetch<State>(proof: {
  held: () => unknown;
  fresh: () => Promise<State>;
  act: () => Promise<unknown>;
}): Promise<void> {
  const { held, fresh, act } = proof;
  const before = await fresh();
  await vi.waitFor(() => expect(held()).toEqual(before));
  await act();
  expect(await fresh()).not.toEqual(before);
  // Asked each time: what follows from the act may come after its answer.
  await vi.waitFor(async () => expect(held()).toEqual(await fresh()));
}
