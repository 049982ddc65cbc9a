import { idSchema, instantSchema } from "@atoll/contract/identifiers";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { AppError } from "./app-error.ts";
import { assertStorable } from "./storable.ts";

/** As `pageQuery` of the contract parses it. */
interface PageQuery {
  cursor?: string | undefined;
  limit: number;
}

/** The values in a cursor. */
type Values = [unknown, ...unknown[]];

/** Reads at most `count` rows behind a place, in order; without one, from the first row on. */
export type SelectPart<Row, Place> = (after: Place | undefined, count: number) => Promise<readonly Row[]>;

/**
 * Fetches a page of a list by the values of its order, never by an offset. A page costs the same wherever it starts,
 * and rows that are added or deleted do not shift it. One row more than the page size shows whether there are more.
 * @param place the values that the list is ordered by; the last one makes rows unique. They must be JSON values.
 * @param placeOf returns these values for a row.
 * @throws {AppError} `invalid_request` for an invalid cursor.
 */
export async function takePage<Row, Place extends Values>(
  { cursor, limit }: PageQuery,
  place: z.ZodType<Place>,
  select: SelectPart<Row, Place>,
  placeOf: (row: Row) => Place,
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  return cutPage(await select(readCursor(place, cursor), limit + 1), limit, placeOf);
}

/**
 * Returns the rows of the page and the start of the next page, from the rows that were found. The last step of
 * `takePage`.
 */
export function cutPage<Row>(
  found: readonly Row[],
  limit: number,
  placeOf: (row: Row) => Values,
): { rows: Row[]; nextCursor: string | null } {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, nextCursor: last !== undefined && found.length > limit ? writeCursor(placeOf(last)) : null };
}

/**
 * Encodes a cursor. It is opaque to clients, so that the order of a list can change, and contains nothing that its
 * reader was not shown.
 */
function writeCursor(place: Values): string {
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

/**
 * Where a page begins: the beginning of `takePage`. Undefined for the first one.
 * @throws {AppError} `invalid_request`
 */
export function readCursor<Place extends Values>(
  place: z.ZodType<Place>,
  cursor: string | undefined,
): Place | undefined {
  if (cursor === undefined) return undefined;
  const result = place.safeParse(decode(cursor));
  if (!result.success) {
    throw new AppError("invalid_request", {
      fields: [{ path: "cursor", message: "This is not a cursor of this list" }],
    });
  }
  // Text that comes in a cursor has been seen by no other check.
  assertStorable(result.data);
  return result.data;
}

function decode(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString());
  } catch {
    return undefined;
  }
}

/** An instant to the microsecond, as `exactInstant` writes it. */
export const exactInstantSchema = instantSchema.regex(/\.\d{6}Z$/);

/** A place in a list that goes by time, with the id where times are equal. */
export const placeInTime = z.tuple([exactInstantSchema, idSchema]);
export type PlaceInTime = z.output<typeof placeInTime>;

/** A place in a list that goes by name, with the id where names are equal. */
export const placeByName = z.tuple([z.string(), idSchema]);
export type PlaceByName = z.output<typeof placeByName>;

/** SQL for an instant as a cursor holds it: a `Date` would cut it to the millisecond, and rows would be passed over. */
export function exactInstant(column: string): RawBuilder<string> {
  return sql<string>`to_char(${sql.ref(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/** SQL for what lies behind a place in a list that goes from the newest on; all of it without one. */
export function isBehind(
  atColumn: string,
  idColumn: string,
  after: PlaceInTime | undefined,
): RawBuilder<boolean> {
  if (!after) return sql<boolean>`true`;
  const [at, id] = after;
  return sql<boolean>`(${sql.ref(atColumn)}, ${sql.ref(idColumn)}) < (${at}::timestamptz, ${id}::uuid)`;
}
