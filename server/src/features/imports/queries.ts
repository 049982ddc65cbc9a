import { importLineText } from "@atoll/contract/imports/line-texts";
import { sql } from "kysely";
import { csvBeginning, toCsv } from "../../platform/csv.ts";
import type { Database } from "../../tables.ts";
import {
  presentImportLine,
  presentImportPlace,
  type ShownImport,
  type ShownLine,
  type ShownPlace,
} from "./present.ts";

/** Selects the people of an import with the names of their matches. */
export function selectPeople(db: Database, importId: string) {
  return db
    .selectFrom("import_people as p")
    .leftJoin("profiles as f", "f.id", "p.person_id")
    .selectAll("p")
    .select("f.name as person_name")
    .where("p.import_id", "=", importId);
}

/** Selects the places of an import. */
export function selectPlaces(db: Database, importId: string) {
  return db
    .selectFrom("import_places as p")
    .leftJoin("departments as d", "d.id", "p.department_id")
    .leftJoin("import_places as b", (join) =>
      join.onRef("b.import_id", "=", "p.import_id").onRef("b.key", "=", "p.parent_key"),
    )
    .leftJoin("articles as a", "a.id", "p.article_id")
    .selectAll("p")
    .select(["d.name as department_name", "b.name as board_name", "a.title as article_title"])
    .select(
      sql<boolean>`(p.kind = 'public' AND EXISTS (SELECT FROM channels c WHERE c.type = 'PUBLIC' AND lower(c.name) = lower(p.name)))`.as(
        "can_merge",
      ),
    )
    .where("p.import_id", "=", importId);
}

/** Selects lines of the report of an import, in their order. */
export function selectLines(db: Database, importId: string, after: number | undefined, limit: number) {
  return db
    .selectFrom("import_lines as l")
    .leftJoin("import_places as p", (join) =>
      join.onRef("p.import_id", "=", "l.import_id").onRef("p.key", "=", "l.place_key"),
    )
    .select([
      "l.id",
      "l.phase",
      "l.kind",
      "l.detail",
      "l.count",
      "p.name as place_name",
      "p.kind as place_kind",
    ])
    .where("l.import_id", "=", importId)
    .where("l.id", ">", after ?? 0)
    .orderBy("l.id")
    .limit(limit);
}

const rowsAtOnce = 1_000;
const maxReportRows = 50_000;

/** The counts of each place against the source, and every line of the report. */
export async function writeReport(db: Database, row: ShownImport, isOwn: boolean): Promise<string> {
  const parts = [csvBeginning + toCsv([["place", "kind", "what", "detail", "in the source", "count"]])];
  for (let after = -1, size = rowsAtOnce; size === rowsAtOnce && after < maxReportRows; ) {
    const places: ShownPlace[] = await selectPlaces(db, row.id)
      .where("p.position", ">", after)
      .orderBy("p.position")
      .limit(rowsAtOnce)
      .execute();
    const shown = places.map((place) => presentImportPlace(place, isOwn));
    const none = [["records", 0]] as const;
    parts.push(
      toCsv(
        shown.flatMap(({ name, kind, recordCount, counts }) =>
          (Object.keys(counts).length > 0 ? Object.entries(counts) : none).map(([what, number]) => [
            name,
            kind,
            importLineText(what),
            "",
            recordCount,
            number,
          ]),
        ),
      ),
    );
    size = places.length;
    after = places.at(-1)?.position ?? after;
  }
  for (
    let after = 0, size = rowsAtOnce, total = 0;
    size === rowsAtOnce && total < maxReportRows;
    total += size
  ) {
    const lines: ShownLine[] = await selectLines(db, row.id, after, rowsAtOnce).execute();
    const shown = lines.map((line) => presentImportLine(line, isOwn));
    parts.push(
      toCsv(
        shown.map(({ place, phase, kind, detail, count }) => [
          place,
          phase,
          importLineText(kind),
          detail,
          "",
          count,
        ]),
      ),
    );
    size = lines.length;
    after = lines.at(-1)?.id ?? after;
  }
  return parts.join("");
}
