import { createHash } from "node:crypto";

export type Random = {
  /** Evenly spread in [0, 1). */
  next: () => number;
  /** A whole number from `min` to `max`, both included. */
  between: (min: number, max: number) => number;
  chance: (probability: number) => boolean;
  pick: <T>(from: readonly T[]) => T;
  /** Like `pick`, but for the same `topic` it hands out every option once before any comes again. */
  deal: <T>(topic: string, from: readonly T[]) => T;
};

/** A small generator (mulberry32) that gives the same row of numbers for the same name and seed. */
export function createRandom(name: string, seed: number): Random {
  let state = createHash("sha256").update(`${seed}/${name}`).digest().readUInt32LE(0);
  const decks = new Map<string, number[]>();

  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));

  function pick<T>(from: readonly T[]): T {
    return at(from, between(0, from.length - 1));
  }

  function deal<T>(topic: string, from: readonly T[]): T {
    let deck = decks.get(topic) ?? [];
    if (deck.length === 0) deck = from.map((_, position) => position);
    const drawn = between(0, deck.length - 1);
    const position = at(deck, drawn);
    decks.set(
      topic,
      deck.filter((_, place) => place !== drawn),
    );
    return at(from, position);
  }

  return { next, between, chance: (probability) => next() < probability, pick, deal };
}

function at<T>(from: readonly T[], position: number): T {
  const item = from[position];
  if (item === undefined) throw new Error("demo: nothing to choose from");
  return item;
}
