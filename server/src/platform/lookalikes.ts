import { type RawBuilder, sql } from "kysely";
import { AppError } from "./app-error.ts";

type Querying = Parameters<RawBuilder<unknown>["execute"]>[0];

/** A name with its look, and another name with the same one. */
export interface Look {
  name: string;
  /** Names with one key look alike. */
  key: string;
  /** Undefined: none does. */
  lookalike: string | undefined;
}

/**
 * Finds names that look like existing ones in other characters. The same name in any letter case is not a lookalike;
 * each kind decides whether duplicates are allowed.
 * @param others selects `name` from the rows that the viewer may know of, because matches are shown to them.
 * @returns a lookalike for each of the names, in their order.
 */
export async function findLookalikes(
  db: Querying,
  names: readonly string[],
  others: RawBuilder<unknown>,
): Promise<Look[]> {
  const { rows } = await sql<{ name: string; key: string; lookalike: string | null }>`
    WITH given AS MATERIALIZED (
      SELECT name, place, name_look(name) AS key FROM unnest(${names}::text[]) WITH ORDINALITY AS n (name, place))
    SELECT given.name, given.key, (
      SELECT other.name FROM (${others}) other
      WHERE name_look(other.name) = given.key AND lower(other.name) <> lower(given.name)
      LIMIT 1) AS lookalike
    FROM given ORDER BY place`.execute(db);
  return rows.map(({ lookalike, ...look }) => ({ ...look, lookalike: lookalike ?? undefined }));
}

/**
 * Asserts that a name does not look like another one's. A unique index and `rejectViolation` around the write cover equal
 * names. Call it in the transaction that writes the name, when nobody else can write one of its kind.
 * @param others as in `findLookalikes`, without the row that gets the name.
 * @throws {AppError} `name_looks_taken`.
 */
export async function rejectLookalikeName(
  tx: Querying,
  name: string,
  others: RawBuilder<unknown>,
): Promise<void> {
  const [look] = await findLookalikes(tx, [name], others);
  if (look?.lookalike !== undefined) throw looksTaken(look.lookalike);
}

/** The refusal of a name that looks like this one. */
export function looksTaken(name: string): AppError {
  return new AppError("name_looks_taken", { figures: { name } });
}
