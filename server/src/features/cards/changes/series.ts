import { maxCardsAtOnce, maxSeriesPoints, maxSeriesRows } from "@atoll/contract/cards/limits";
import { sectionOptionsSchema } from "@atoll/contract/cards/section-schemas";
import { daySchema } from "@atoll/contract/identifiers";
import { readNumber } from "@atoll/contract/text/numbers";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { applyChange } from "../../../platform/changes/apply-change.ts";
import { withoutApostrophe } from "../../../platform/csv.ts";
import { readRecords } from "../../../platform/read-records.ts";
import type { ChangeSources } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { accessType, type TypeRow } from "../public.ts";
import { lockSection } from "../ranks.ts";
import { cardChanges } from "./card-changes.ts";

interface Point {
  name: string;
  day: string;
  value: number;
}

/**
 * Imports numbers by day. Each line names a card of the section; its field is then the number of the last day.
 * @returns how many numbers were stored, and the names that no card has.
 * @throws {AppError} `section_not_found`, `csv_unreadable`, `series_wrong` with the first line that cannot be read, `change_id_taken`.
 */
export async function importSeries(
  sources: ChangeSources,
  viewer: RequestViewer,
  typeId: string,
  { changeId, csv }: { changeId: string; csv: string },
): Promise<{ points: number; unknown: string[] }> {
  const type = await accessType(sources.db, viewer, typeId);
  const field = sectionOptionsSchema.parse(type.options).layout.series;
  if (field === undefined) throw new AppError("series_wrong");
  const points = await readLines(csv);
  const cards = await findCards(sources.db, type, [...new Set(points.map(({ name }) => name))]);
  const unknown = [...new Set(points.map(({ name }) => name))].filter((name) => !cards.has(name));
  const known = points.flatMap(({ name, ...point }) => {
    const cardId = cards.get(name);
    return cardId === undefined ? [] : [{ ...point, cardId }];
  });
  const ids = [...new Set(known.map(({ cardId }) => cardId))];
  if (ids.length > maxCardsAtOnce) throw wrong(`Import at most ${maxCardsAtOnce} names at once`);
  if (ids.length > 0)
    await applyChange(
      cardChanges,
      sources,
      viewer,
      { changeId, ids, sent: { typeId, csv } },
      async (changing, rows) => {
        await accessType(changing.tx, viewer, typeId);
        await sql`INSERT INTO card_points (card_id, day, value)
        SELECT DISTINCT ON (card_id, day) card_id, day, value
        FROM unnest(${known.map(({ cardId }) => cardId)}::uuid[], ${known.map(({ day }) => day)}::date[],
          ${known.map(({ value }) => value)}::numeric[]) WITH ORDINALITY AS p (card_id, day, value, line)
        ORDER BY card_id, day, line DESC
        ON CONFLICT (card_id, day) DO UPDATE SET value = excluded.value`.execute(changing.tx);
        for (const row of rows) {
          const last = await changing.tx
            .selectFrom("card_points")
            .select(sql<number>`value::float`.as("value"))
            .where("card_id", "=", row.id)
            .orderBy("day", "desc")
            .executeTakeFirst();
          if (last) await changing.set(row, { data: { ...row.data, [field]: last.value } });
        }
      },
      (tx) => lockSection(tx, typeId),
    );
  return { points: known.length, unknown: unknown.slice(0, 20) };
}

/** "name, day, number" in each line, with any delimiter of spreadsheets. The first line may be a head. */
async function readLines(csv: string): Promise<Point[]> {
  const { delimiter, records } = await readRecords(csv, maxSeriesRows);
  if (records.length > maxSeriesRows + 1) throw wrong(`Import at most ${maxSeriesRows} lines at once`);
  const points = records.flatMap(({ place, cells }, index) => {
    const point = readLine(cells, delimiter);
    if (!point && index > 0) throw wrong(`Line ${place} cannot be read`);
    return point ?? [];
  });
  if (points.length === 0) throw wrong("There is no line to import");
  return points;
}

/** A name without quotation marks may contain the delimiter. */
function readLine(cells: readonly string[], delimiter: string): Point | undefined {
  const [day, number = ""] = cells.slice(-2).map((cell) => cell.trim());
  const name = withoutApostrophe(cells.slice(0, -2).join(delimiter).trim()).toLowerCase();
  const date = daySchema.safeParse(day);
  // A number of thousands has no delimiter here: "1.500" is one and a half.
  const value = readNumber(number, ".");
  if (name === "" || !date.success || value === undefined || Math.abs(value) > 1e9) return undefined;
  return { name, day: date.data, value };
}

async function findCards(db: Database, type: TypeRow, names: readonly string[]) {
  const { rows } = await sql<{
    id: string;
    name: string;
  }>`SELECT DISTINCT ON (lower(title)) id, lower(title) AS name
    FROM cards WHERE type_id = ${type.id} AND lower(title) = ANY(${names}) AND deleted_at IS NULL
      AND merged_into_id IS NULL ORDER BY lower(title), created_at`.execute(db);
  return new Map(rows.map(({ id, name }) => [name, id]));
}

function wrong(message: string): AppError {
  return new AppError("series_wrong", { fields: [{ path: "csv", message }] });
}

/** The history of a card's number, the oldest first; of a long one the end. */
export async function readSeries(db: Database, cardId: string): Promise<{ day: string; value: number }[]> {
  const { rows } = await sql<{ day: string; value: number }>`SELECT day, value FROM (
      SELECT day::text AS day, value::float AS value FROM card_points WHERE card_id = ${cardId}
      ORDER BY card_points.day DESC LIMIT ${maxSeriesPoints}) p ORDER BY day`.execute(db);
  return rows;
}
