import type { Card } from "@atoll/contract/cards/schemas";
import { daysApart } from "../data/days.ts";

/** A card in its lane: from which day of the span, for how many days, and in which row. */
export interface Bar {
  card: Card;
  from: number;
  length: number;
  row: number;
}

/** Puts cards into the first row where they overlap none. One without a start is a day long. */
export function stackBars(cards: readonly Card[], starts: string, first: string, span: number): Bar[] {
  const rowEnds: number[] = [];
  return cards
    .flatMap((card) => {
      const start = card.data[starts];
      const begins = typeof start === "string" ? start : card.dueOn;
      const ends = card.dueOn ?? begins;
      if (begins === null || ends === null) return [];
      const from = Math.max(0, daysApart(first, begins));
      const until = Math.min(span, Math.max(daysApart(first, ends), daysApart(first, begins)) + 1);
      return until > from ? [{ card, from, length: until - from }] : [];
    })
    .toSorted((a, b) => a.from - b.from || a.card.title.localeCompare(b.card.title))
    .map((bar) => {
      const free = rowEnds.findIndex((end) => end <= bar.from);
      const row = free < 0 ? rowEnds.length : free;
      rowEnds[row] = bar.from + bar.length;
      return { ...bar, row };
    });
}
