import type { ImportLine } from "@atoll/contract/imports/schemas";
import { sql } from "kysely";
import type { Database } from "../../../tables.ts";
import type { FoundLine } from "../archive/records.ts";

/** Beyond so many lines of a kind, further ones are only counted. */
const maxLinesOfKind = 1_000;

/** Adds lines to the report of an import. Equal ones are counted. */
export async function addLines(
  tx: Database,
  importId: string,
  phase: ImportLine["phase"],
  lines: readonly FoundLine[],
): Promise<void> {
  const merged = new Map<string, { place_key: string; kind: string; detail: string; count: number }>();
  const lengths = new Map<string, number>();
  for (const { kind, placeKey = "", detail = "", count = 1 } of lines) {
    const cleaned = detail.replaceAll("\0", "").toWellFormed().slice(0, 300);
    const number = lengths.get(kind) ?? 0;
    const shown = number < maxLinesOfKind ? cleaned : "";
    const key = JSON.stringify([placeKey, kind, shown]);
    const known = merged.get(key);
    if (known) known.count += count;
    else {
      merged.set(key, { place_key: placeKey, kind, detail: shown, count });
      lengths.set(kind, number + 1);
    }
  }
  if (merged.size === 0) return;
  const rows = [...merged.values()];
  const kinds = [...lengths.keys()];
  await sql`WITH full_kind AS (
      SELECT kind FROM import_lines WHERE import_id = ${importId} AND phase = ${phase} AND kind = ANY(${kinds}::text[])
      GROUP BY kind HAVING count(*) >= ${sql.lit(maxLinesOfKind)}
    )
    INSERT INTO import_lines AS l (import_id, phase, place_key, kind, detail, count)
    SELECT ${importId}, ${phase}, x.place_key, x.kind,
      CASE WHEN x.kind IN (SELECT kind FROM full_kind) THEN '' ELSE x.detail END, sum(x.count)
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS x (place_key text, kind text, detail text, count int)
    GROUP BY 3, 4, 5
    ON CONFLICT (import_id, phase, place_key, kind, detail) DO UPDATE SET count = l.count + excluded.count`.execute(
    tx,
  );
}

/** Adds to the counts of a thing. */
export function addCounts(
  counts: Readonly<Record<string, number>>,
  added: Readonly<Record<string, number>>,
): Record<string, number> {
  const sum: Record<string, number> = { ...counts };
  for (const [name, count] of Object.entries(added)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}
