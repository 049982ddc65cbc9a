import { z } from "zod";

/**
 * How every list that may grow is asked for and answered: a page at a time, each page saying where the next one begins.
 * A list never counts what it does not show: a route whose reader needs a number adds it (`.extend({ total })`).
 * What is no such list: the numbered stream of a channel, which is asked for around, before and after a number
 * (`chat/message-lists.ts`), and suggestions, which are the first few and never more.
 */

/** A page's items, and where the next page begins: null after the last one. */
export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

/** A cursor holds a place in an order: a name and an id at the longest. */
const maxCursorLength = 2048;

// A page's schemas are made where routes are declared, and the browser's first load leaves schemas out (decision 036):
// it can only where calling these is known to do nothing else.

/** The part of a query that asks for a page; of `size` items unless the query says so, `max` at most. */
/* @__NO_SIDE_EFFECTS__ */ export function pageQuery({ size, max }: { size: number; max: number }) {
  return {
    /** The `nextCursor` of the page before; without it the first page. */
    cursor: z.string().max(maxCursorLength).optional(),
    limit: z.coerce.number().int().min(1).max(max).default(size),
  };
}

/** The part of a query that asks for a page of a list that can be searched by a part of a text, in any case. */
/* @__NO_SIDE_EFFECTS__ */ export function searchQuery(page: { size: number; max: number }) {
  return { search: z.string().trim().max(100).default(""), ...pageQuery(page) };
}

/** The response with a page of a list. */
/* @__NO_SIDE_EFFECTS__ */ export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() });
}

/** The response with a part of a CSV file: its rows, how many they are, and where the next part begins. */
/* @__NO_SIDE_EFFECTS__ */ export function csvPart() {
  return z.object({ csv: z.string(), count: z.int(), nextCursor: z.string().nullable() });
}

/**
 * For a table whose reader is shown where they are ("Page 3 of 12") and goes back and forth: by number, from 1; beyond
 * the last page answers the last one. Counting costs a look at all that matches, so nothing else is asked for so.
 */
export function tablePageQuery({ size, max }: { size: number; max: number }) {
  return {
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    pageSize: z.coerce.number().int().min(1).max(max).default(size),
  };
}
