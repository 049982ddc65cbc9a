import {
  channelDescriptionSchema,
  channelNameSchema,
  channelTopicSchema,
} from "@atoll/contract/chat/schemas";
import { nameSchema } from "@atoll/contract/text/names";
import { sql } from "kysely";
import { transact } from "../../../platform/database/transact.ts";
import type { FileStorage } from "../../../platform/files/file-storage.ts";
import type { Database } from "../../../tables.ts";
import { type Archive, UnreadableArchive } from "../archive/open-archive.ts";
import type { FoundLine, FoundPerson, FoundPlace, Survey } from "../archive/records.ts";
import { sameEverywhere } from "./ground.ts";
import type { ImportRow } from "./import-row.ts";
import { addLines } from "./lines.ts";
import { openImport } from "./open-import.ts";
import { readers } from "./targets.ts";

const rowsAtOnce = 2_000;

/**
 * Reads an uploaded file once, and makes the plan: its people and channels, and what becomes of them unless an
 * administrator chooses otherwise. A file that cannot be read fails the import with its reason.
 */
export async function surveyImport(
  { db, files }: { db: Database; files: FileStorage },
  row: ImportRow,
  signal: AbortSignal,
): Promise<void> {
  let survey: Survey;
  let archive: Archive | undefined;
  try {
    archive = await openImport({ db, files }, row);
    survey = await readers[row.source].survey(archive, signal);
    survey.lines.push(...archive.leftOut);
  } catch (error) {
    if (!(error instanceof UnreadableArchive)) throw error;
    await db
      .updateTable("imports")
      .set({ state: "failed", failure: error.message })
      .where("id", "=", row.id)
      .where("state", "=", "reading")
      .execute();
    return;
  } finally {
    await archive?.close?.();
  }
  await transact(db, (tx) => storePlan(tx, row.id, survey));
}

async function storePlan(
  tx: Database,
  importId: string,
  { people, places, units, lines, counts }: Survey,
): Promise<void> {
  const row = await tx
    .selectFrom("imports")
    .select(["id", "source"])
    .where("id", "=", importId)
    .where("state", "=", "reading")
    .forUpdate()
    .executeTakeFirst();
  if (!row) return;
  // An earlier attempt may have been cut off.
  for (const table of ["import_people", "import_places", "import_units", "import_lines"] as const)
    await tx.deleteFrom(table).where("import_id", "=", importId).execute();
  const named = people.map((person) => ({ ...person, name: personName(person) }));
  await insertChunks(
    tx,
    "import_people",
    named.map((person) => personRow(importId, person)),
  );
  const added: FoundLine[] = [];
  const rows = namePlaces(importId, places, await takenNames(tx, places), added);
  await insertChunks(tx, "import_places", rows);
  await insertChunks(
    tx,
    "import_units",
    units.map(({ placeKeys, paths }, position) => ({
      import_id: importId,
      position,
      place_keys: placeKeys,
      paths,
    })),
  );
  const proposed = await matchPeople(tx, importId, row.source);
  const madeAgain = await placesMadeAgain(tx, importId, row.source);
  await addLines(tx, importId, "reading", [...lines, ...added, ...proposed, ...madeAgain]);
  await tx
    .updateTable("imports")
    .set({
      state: "planned",
      found: JSON.stringify(counts),
      unit_count: units.length,
      next_unit: 0,
      next_record: 0,
      failures: 0,
      failure: null,
    })
    .where("id", "=", importId)
    .execute();
}

function personRow(importId: string, { key, name, email, isBot, recordCount }: FoundPerson) {
  return {
    ...{ import_id: importId, key, name, email: clean(email).slice(0, 320), is_bot: isBot },
    ...{ record_count: recordCount, matched_by: "none" as const, person_id: null },
  };
}

const personNames = nameSchema(100);

/** Names of people must be visible. Bots are marked, because they choose any name. */
function personName({ name, key, isBot }: FoundPerson): string {
  const whole = isBot ? `${name.slice(0, 90)} (bot)` : name.slice(0, 100);
  for (const tried of [whole, visible(whole), key]) {
    const parsed = personNames.safeParse(tried);
    if (parsed.success) return parsed.data;
  }
  return "Unknown person";
}

const clean = (text: string) => text.replaceAll("\0", "").toWellFormed();
const visible = (text: string) => clean(text).replace(/[^\p{L}\p{N}\p{P}\p{S}\p{Zs}]/gu, "");

/** Gives each channel a name that is free, or merges it into the existing public channel of its name. */
function namePlaces(
  importId: string,
  places: readonly FoundPlace[],
  existing: ReadonlyMap<string, string>,
  lines: FoundLine[],
) {
  const used = new Set<string>();
  return places.map((place, position) => {
    const name = placeName(place, position);
    const isChannel = place.kind !== "board" && place.kind !== "list" && place.kind !== "space";
    const folded = name.toLowerCase();
    const isPublic = place.kind === "public";
    const mergeId = isPublic && !used.has(folded) ? (existing.get(folded) ?? null) : null;
    let newName = name;
    for (
      let number = 2;
      isPublic && (used.has(newName.toLowerCase()) || existing.has(newName.toLowerCase()));
      number += 1
    )
      newName = `${name.slice(0, 74)}-${number}`;
    if (isPublic) used.add(mergeId === null ? newName.toLowerCase() : folded).add(newName.toLowerCase());
    if (newName !== place.name && mergeId === null && place.kind !== "direct" && isChannel)
      lines.push({ kind: "place_renamed", placeKey: place.key, detail: `${place.name} → ${newName}` });
    const memberKeys = place.memberKeys.map((key) => clean(key).slice(0, 200));
    return {
      ...{
        import_id: importId,
        key: place.key,
        position,
        kind: place.kind,
        name: clean(place.name).slice(0, 200) || name,
      },
      topic: shortened(place.topic, channelTopicSchema, 250),
      description: shortened(place.description, channelDescriptionSchema, 1000),
      ...{ is_archived: place.isArchived, creator_key: place.creatorKey, created_at: place.createdAt },
      ...{ member_keys: memberKeys, record_count: place.recordCount, new_name: newName, counts: {} },
      outcome: place.isOut ? ("skip" as const) : mergeId === null ? ("new" as const) : ("merge" as const),
      ...{ merge_id: mergeId, numbered_from: null, department_id: null, is_open: false, article_id: null },
      ...{ parent_key: place.parentKey ?? null, status: place.status ?? null },
    };
  });
}

function placeName({ name, kind }: FoundPlace, position: number): string {
  if (kind === "direct") return "Direct chat";
  if (kind === "board" || kind === "list" || kind === "space")
    return visible(name).trim().slice(0, 80) || "Untitled";
  for (const tried of [name.slice(0, 80), visible(name).slice(0, 80)]) {
    const parsed = channelNameSchema.safeParse(tried);
    if (parsed.success) return parsed.data;
  }
  return `channel-${position + 1}`;
}

function shortened(text: string, schema: typeof channelTopicSchema, length: number): string {
  return schema.catch("").parse(clean(text).slice(0, length));
}

/** Public channels by their names in lower case, of those that places of the source have. */
async function takenNames(tx: Database, places: readonly FoundPlace[]): Promise<Map<string, string>> {
  const names = places
    .filter(({ kind }) => kind === "public")
    .map(({ name }, at) => placeName({ name, kind: "public" } as FoundPlace, at).toLowerCase());
  const { rows } = await sql<{ id: string; name: string }>`SELECT id, lower(name) AS name FROM channels
    WHERE type = 'PUBLIC' AND lower(name) = ANY(${names}::text[])`.execute(tx);
  return new Map(rows.map(({ id, name }) => [name, id]));
}

/**
 * Matches people by mail, else with the person that an earlier import made of them. The exact name of a single colleague
 * is a proposal, which counts once the person who uploaded the file has confirmed it.
 * @returns a line for each proposal.
 */
async function matchPeople(tx: Database, importId: string, source: string): Promise<FoundLine[]> {
  await sql`UPDATE import_people p SET person_id = i.target_id, matched_by = 'earlier'
    FROM import_items i JOIN profiles f ON f.id = i.target_id
    WHERE p.import_id = ${importId} AND i.source = ${source} AND i.key = 'person/' || p.key
      || CASE WHEN ${source} = 'jira' AND p.key !~ ${sameEverywhere} THEN '/' || p.name ELSE '' END`.execute(
    tx,
  );
  await sql`UPDATE import_people p SET person_id = a.id, matched_by = 'name'
    FROM (SELECT f.name_key, (array_agg(f.id))[1] AS id FROM profiles f JOIN accounts a ON a.id = f.id
      WHERE NOT a.is_bot AND a.guest_until IS NULL GROUP BY f.name_key HAVING count(*) = 1) a
    WHERE p.import_id = ${importId} AND NOT p.is_bot AND a.name_key = lower(p.name)
      -- If two people of the source have the same name, neither is known to be the colleague.
      AND NOT EXISTS (SELECT FROM import_people o
        WHERE o.import_id = p.import_id AND o.key <> p.key AND lower(o.name) = lower(p.name) AND NOT o.is_bot)`.execute(
    tx,
  );
  await sql`UPDATE import_people p SET person_id = a.id, matched_by = 'mail' FROM accounts a
    WHERE p.import_id = ${importId} AND NOT p.is_bot AND p.email <> '' AND a.email = p.email
      -- A guest would read what was written before they came.
      AND a.guest_until IS NULL`.execute(tx);
  const rows = await tx
    .selectFrom("import_people")
    .select(["key", "name"])
    .where("import_id", "=", importId)
    .where("matched_by", "=", "name")
    .orderBy("key")
    .limit(1_000)
    .execute();
  return rows.map(({ key, name }) => ({ kind: "person_proposed", detail: `${name} (${key})` }));
}

/** Returns a line for each channel of an earlier import that has other readers than its place has now. */
async function placesMadeAgain(tx: Database, importId: string, source: string): Promise<FoundLine[]> {
  const { rows } = await sql<{ key: string }>`SELECT p.key FROM import_places p
      JOIN import_items i ON i.source = ${source} AND i.key = 'place/' || p.key AND i.kind = 'channel'
      JOIN channels c ON c.id = i.target_id
    WHERE p.import_id = ${importId} AND p.kind IN ('public', 'private') AND c.type <> upper(p.kind)
    ORDER BY p.position`.execute(tx);
  return rows.map(({ key }) => ({ kind: "place_made_again", placeKey: key }));
}

/** One text that PostgreSQL cannot store must not fail the whole plan. */
const storable = (rows: readonly object[]): string =>
  JSON.stringify(rows, (_name, value: unknown) => (typeof value === "string" ? clean(value) : value));

async function insertChunks(
  tx: Database,
  table: "import_people" | "import_places" | "import_units",
  rows: readonly object[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    await sql`INSERT INTO ${sql.table(table)} SELECT * FROM
      jsonb_populate_recordset(NULL::${sql.table(table)}, ${storable(rows.slice(at, at + rowsAtOnce))}::jsonb)`.execute(
      tx,
    );
}
