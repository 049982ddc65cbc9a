import { type Selectable, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Database, Tables } from "../../../tables.ts";
import type { FoundLine } from "../archive/records.ts";
import type { ImportRow, Runner } from "./import-row.ts";

/** Everything that a batch finds and makes. */
export interface Ground {
  tx: Database;
  row: ImportRow;
  /** A dry run: all of it is rolled back, except for what the next batch has to know. */
  isTrial: boolean;
  /** The person in whose name a batch is written. */
  runner: Runner | undefined;
  items: NewItem[];
  counts: Map<string, Record<string, number>>;
  lines: FoundLine[];
}

export type NewItem = Pick<
  Selectable<Tables["import_items"]>,
  "key" | "kind" | "place_key" | "target_id" | "fingerprint"
>;

export type PlaceRow = Selectable<Tables["import_places"]>;

export const groundOf = (tx: Database, row: ImportRow, runner?: Runner): Ground => ({
  ...{ tx, row, runner, isTrial: row.state === "trying", items: [], counts: new Map(), lines: [] },
});

/** The source of items that a dry run keeps until its end. */
export const trialSource = (importId: string): string => `trial:${importId}`;

/** Counts something of a place; of none in particular with an empty key. */
export function count({ counts }: Ground, placeKey: string, kind: string, number = 1): void {
  const known = counts.get(placeKey) ?? {};
  known[kind] = (known[kind] ?? 0) + number;
  counts.set(placeKey, known);
}

type ItemRow = Selectable<Tables["import_items"]>;

/** Kinds of skipped records that are only counted. */
const onlyCounted = new Set(["notice_skipped", "message_deleted"]);

/** Counts something that is left out or changed, with a line for the report. */
export function skip(ground: Ground, placeKey: string, kind: string, detail?: string): void {
  count(ground, placeKey, kind);
  ground.lines.push({ kind, placeKey, ...(detail !== undefined && !onlyCounted.has(kind) && { detail }) });
}

/** Finds what this batch, this import or an earlier one made of things of the source, by their keys. */
export async function findItems({ tx, row, isTrial, items }: Ground, keys: readonly string[]) {
  if (keys.length === 0) return new Map<string, ItemRow>();
  const sources = isTrial ? [row.source, trialSource(row.id)] : [row.source];
  const { rows } = await sql<ItemRow>`SELECT * FROM import_items
    WHERE source = ANY(${sources}::text[]) AND key = ANY(${[...keys]}::text[]) ORDER BY source <> ${row.source}`.execute(
    tx,
  );
  const wanted = new Set(keys);
  const made = items.filter(({ key }) => wanted.has(key));
  const own = made.map((item): ItemRow => ({ ...item, source: row.source, import_id: row.id }));
  return new Map([...rows, ...own].map((item) => [item.key, item]));
}

/** SQL: a person is known. A name alone is only a proposal, because it would hand somebody else's chats to a colleague. */
export const isKnown = sql<boolean>`p.matched_by <> 'name'`;

/** Account IDs of Atlassian are the same on all of its sites. Other keys of Jira are names, which two sites have twice. */
export const sameEverywhere = "^([0-9]{1,8}:[^ ]{20,}|[0-9a-f]{24})$";

/** The key under which the former colleague is kept that an import makes of a person. */
function personItem({ source }: Pick<ImportRow, "source">, key: string, name: string): string {
  return source === "jira" && !new RegExp(sameEverywhere).test(key)
    ? `person/${key}/${name}`
    : `person/${key}`;
}

/**
 * Returns people by their keys: those who were matched, and former colleagues, who are made for all others. Keys that
 * the source does not explain are people of that name.
 */
export async function ensurePeople(
  ground: Ground,
  keys: ReadonlySet<string>,
): Promise<Map<string, { id: string; name: string }>> {
  const { tx, row } = ground;
  if (keys.size === 0) return new Map();
  const wanted = [...keys];
  const { rows } = await sql<{ key: string; name: string; id: string | null }>`
    SELECT p.key, coalesce(f.name, p.name) AS name, f.id FROM import_people p
      LEFT JOIN profiles f ON f.id = p.person_id AND ${isKnown}
    WHERE p.import_id = ${row.id} AND p.key = ANY(${wanted}::text[])`.execute(tx);
  const listed = new Map(rows.map((person) => [person.key, person]));
  const found = new Map<string, { id: string; name: string }>();
  const missing = wanted.filter((key) => {
    const person = listed.get(key);
    if (person?.id) found.set(key, { id: person.id, name: person.name });
    return !person?.id;
  });
  const nameOf = (key: string) =>
    listed.get(key)?.name ?? `Unknown person (${key.replace(/[^\p{L}\p{N}.:@_ -]/gu, "").slice(0, 80)})`;
  const itemKey = (key: string) => personItem(row, key, nameOf(key));
  const items = await findItems(ground, missing.map(itemKey));
  const there = await namesOf(
    tx,
    [...items.values()].map(({ target_id }) => target_id),
  );
  const created = missing.flatMap((key) => {
    const item = items.get(itemKey(key));
    const known = item && there.get(item.target_id);
    if (item && known !== undefined) {
      found.set(key, { id: item.target_id, name: known });
      return [];
    }
    const person = {
      id: item?.target_id ?? uuidv7(),
      name: nameOf(key),
    };
    found.set(key, person);
    if (!item) {
      ground.items.push({
        key: itemKey(key),
        kind: "person",
        place_key: null,
        target_id: person.id,
        fingerprint: null,
      });
      count(ground, "", "people");
    }
    return [person];
  });
  if (created.length > 0)
    await sql`INSERT INTO profiles (id, name, former_since)
      SELECT x.id, x.name, now() FROM jsonb_to_recordset(${JSON.stringify(created)}::jsonb) AS x (id uuid, name text)`.execute(
      tx,
    );
  return found;
}

async function namesOf(tx: Database, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.selectFrom("profiles").select(["id", "name"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Keeps what was made, by its keys. */
export async function keepItems(
  tx: Database,
  source: string,
  importId: string,
  { items }: Pick<Ground, "items">,
): Promise<void> {
  if (items.length === 0) return;
  await sql`INSERT INTO import_items AS i (source, import_id, key, kind, place_key, target_id, fingerprint)
    SELECT ${source}, ${importId}, x.* FROM jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
      AS x (key text, kind text, place_key text, target_id uuid, fingerprint text)
    ON CONFLICT (source, key) DO UPDATE SET import_id = excluded.import_id, kind = excluded.kind,
      place_key = excluded.place_key, target_id = excluded.target_id, fingerprint = excluded.fingerprint`.execute(
    tx,
  );
}
