import { idSchema, instantSchema } from "@atoll/contract/identifiers";
import { type RawBuilder, sql } from "kysely";
import pg from "pg";
import { z } from "zod";
import { AppError } from "./app-error.ts";
import { assertStorable } from "./storable.ts";

/** As parsed by the contract's `pageQuery`. */
interface PageQuery {
  cursor?: string | undefined;
  limit: number;
}

/** The values in a cursor. */
type Values = [unknown, ...unknown[]];

/** Reads at most `count` rows after a place, in order. Without a place, from the first row on. */
export type SelectPart<Row, Place> = (after: Place | undefined, count: number) => Promise<readonly Row[]>;

/**
 * Fetches a page of a list by the values of its order, never by an offset. A page costs the same wherever it starts,
 * and rows that are added or deleted do not shift it. One row more than the page size shows whether there are more.
 * @param place the values that the list is ordered by; the last one makes rows unique. They must be JSON values.
 * @param placeOf returns these values for a row.
 * @throws {AppError} `invalid_request` for an invalid cursor.
 */
export async function fetchPage<Row, Place extends Values>(
  { cursor, limit }: PageQuery,
  place: z.ZodType<Place>,
  select: SelectPart<Row, Place>,
  placeOf: (row: Row) => Place,
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const after = readCursor(place, cursor);
  const found = select(after, limit + 1);
  return cutPage(await (after === undefined ? found : rejectForeignPlace(found)), limit, placeOf);
}

/**
 * Waits for the rows after a place. The place may be one of another order of the same list, whose values have another
 * type: a text that is no date.
 */
async function rejectForeignPlace<Rows>(found: Promise<Rows>): Promise<Rows> {
  try {
    return await found;
  } catch (error) {
    throw error instanceof pg.DatabaseError && error.code?.startsWith(dataException)
      ? wrongCursor(error)
      : error;
  }
}

/** The class of these errors in PostgreSQL's table. */
const dataException = "22";

function wrongCursor(cause?: unknown): AppError {
  const fields = [{ path: "cursor", message: "This is not a cursor of this list" }];
  return new AppError("invalid_request", { fields, cause });
}

/**
 * Returns the rows of the page and the start of the next page, from the rows that were found. The last step of
 * `fetchPage`.
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
 * Returns where a page starts: the first step of `fetchPage`. Undefined for the first page.
 * @throws {AppError} `invalid_request`
 */
export function readCursor<Place extends Values>(
  place: z.ZodType<Place>,
  cursor: string | undefined,
): Place | undefined {
  if (cursor === undefined) return undefined;
  const result = place.safeParse(decode(cursor));
  if (!result.success) throw wrongCursor();
  // Text in a cursor has not been checked before.
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

/** An instant in microseconds, as written by `exactInstant`. */
export const exactInstantSchema = instantSchema.regex(/\.\d{6}Z$/);

/** A place in a list ordered by time, with the ID as a tiebreaker. */
export const placeInTime = z.tuple([exactInstantSchema, idSchema]);
export type PlaceInTime = z.output<typeof placeInTime>;

/** A place in a list ordered by name, with the ID as a tiebreaker. */
export const placeByName = z.tuple([z.string(), idSchema]);
export type PlaceByName = z.output<typeof placeByName>;

/**
 * Returns the SQL for an instant in a cursor. A `Date` would truncate it to milliseconds, and rows would be skipped.
 */
export function exactInstant(column: string): RawBuilder<string> {
  return sql<string>`to_char(${sql.ref(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/** Returns the SQL condition for rows after a place in a list, newest first. All rows without a place. */
export function isBehind(
  atColumn: string,
  idColumn: string,
  after: PlaceInTime | undefined,
): RawBuilder<boolean> {
  if (!after) return sql<boolean>`true`;
  const [at, id] = after;
  return sql<boolean>`(${sql.ref(atColumn)}, ${sql.ref(idColumn)}) < (${at}::timestamptz, ${id}::uuid)`;
}
