import { type Selectable, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Database, Tables } from "../../../tables.ts";
import { findPlaceBefore, openImportedChannel } from "../../chat/public.ts";
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
    WHERE source = ANY(${sources}::text[]) AND key = ANY(${[...keys]}::text[])`.execute(tx);
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

/** A channel of Atoll that messages go into. */
export interface TargetChannel {
  id: string;
  isNew: boolean;
  /** The number before the next message. Null: the channel's next number. */
  before: number | null;
}

/**
 * Returns the channel of a place, and makes it for the first batch.
 * @param firstAt the time of the first message, which decides where messages go in an existing channel.
 */
export async function ensureChannel(
  ground: Ground,
  group: readonly PlaceRow[],
  firstAt: Date | undefined,
): Promise<TargetChannel> {
  const { tx, row } = ground;
  const [place] = group;
  if (!place) throw new Error("a batch without a place");
  const key = `place/${place.key}`;
  const item = (await findItems(ground, [key])).get(key);
  const existing = item?.kind === "channel" && (await isThere(tx, item.target_id)) ? item : undefined;
  // An earlier batch made it.
  if (existing && existing.import_id === row.id && existing.source === row.source)
    return withPlace(ground, group, { id: existing.target_id, isNew: true }, firstAt);
  const chosen = existing?.target_id ?? (place.outcome === "merge" ? place.merge_id : null);
  if (chosen && (await isThere(tx, chosen)))
    return withPlace(ground, group, { id: chosen, isNew: false }, firstAt);
  const memberKeys = new Set(group.flatMap(({ member_keys }) => member_keys));
  const isBetween = place.kind === "direct" && memberKeys.size > 0;
  const creatorKey = place.creator_key;
  const people = await ensurePeople(
    ground,
    new Set([...(isBetween ? memberKeys : []), ...(creatorKey ? [creatorKey] : [])]),
  );
  const between = [...memberKeys].flatMap((one) => people.get(one)?.id ?? []);
  const opened = await openImportedChannel(tx, {
    type: isBetween ? { between } : place.kind === "public" ? "PUBLIC" : "PRIVATE",
    name:
      place.kind === "direct"
        ? `Chat from ${place.created_at?.getUTCFullYear() ?? "the import"}`
        : place.new_name,
    topic: place.topic,
    description: place.description,
    createdBy: (creatorKey && people.get(creatorKey)?.id) || null,
    createdAt: place.created_at ?? firstAt ?? new Date(),
  });
  if (opened.isNew) {
    if (!item) {
      count(ground, "", place.kind === "direct" ? "chats" : "channels");
      ground.items.push({
        key,
        kind: "channel",
        place_key: place.key,
        target_id: opened.id,
        fingerprint: null,
      });
    }
    if (place.kind !== "direct" && opened.name !== place.new_name)
      ground.lines.push({
        kind: "place_renamed",
        placeKey: place.key,
        detail: `${place.new_name} → ${opened.name}`,
      });
  }
  return withPlace(ground, group, opened, firstAt);
}

async function isThere(tx: Database, channelId: string): Promise<boolean> {
  const found = await tx.selectFrom("channels").select("id").where("id", "=", channelId).executeTakeFirst();
  return found !== undefined;
}

/** More than any message takes: the longest are split into a few. */
const numbersPerRecord = 12;

/** Decides once where the messages of an import go in a channel: behind the others, or before newer ones. */
async function withPlace(
  { tx, row }: Ground,
  group: readonly PlaceRow[],
  { id, isNew }: { id: string; isNew: boolean },
  firstAt: Date | undefined,
): Promise<TargetChannel> {
  const [place] = group;
  if (isNew || !place || !firstAt) return { id, isNew, before: null };
  if (place.numbered_from !== null)
    return { id, isNew, before: place.numbered_from > 0 ? null : place.numbered_from };
  const records = group.reduce((sum, { record_count }) => sum + record_count, 0);
  const before = await findPlaceBefore(tx, id, firstAt, records * numbersPerRecord + 1_000);
  await tx
    .updateTable("import_places")
    .set({ numbered_from: before ?? 1 })
    .where("import_id", "=", row.id)
    .where("key", "=", place.key)
    .execute();
  return { id, isNew, before };
}

/** Keeps where the next batch goes on in an existing channel. */
export async function keepPlace(
  { tx, row }: Ground,
  place: PlaceRow,
  channel: TargetChannel,
  next: number | null,
): Promise<void> {
  if (channel.before === null || next === null) return;
  await tx
    .updateTable("import_places")
    .set({ numbered_from: next })
    .where("import_id", "=", row.id)
    .where("key", "=", place.key)
    .execute();
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
