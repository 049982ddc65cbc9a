import { sql } from "kysely";
import { hashSent } from "../../../platform/create-once.ts";
import type { Database } from "../../../tables.ts";
import { directName, findPlaceBefore, openImportedChannel } from "../../chat/public.ts";
import { count, ensurePeople, findItems, type Ground, type PlaceRow } from "./ground.ts";

/** A channel of Atoll that messages go into. */
export interface TargetChannel {
  id: string;
  isNew: boolean;
  /** The number before the next message. Null: the channel's next number. */
  before: number | null;
}

/**
 * Returns the channel of a place, and makes it for the first batch. One of an earlier import is used again only if it has
 * the readers that the place has now: a place that became private, or another one with the same key, gets its own.
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
  const readers = await readersOf(ground, group);
  const ownKey = `place/${place.key}/${readers.between ? hashSent(directName(readers.between)).toString("hex") : readers.type}`;
  const keys = [`place/${place.key}`, ownKey];
  const items = await findItems(ground, keys);
  for (const key of keys) {
    const item = items.get(key);
    if (item?.kind !== "channel" || !(await hasReaders(tx, item.target_id, readers))) continue;
    // An earlier batch made it.
    const isNew = item.import_id === row.id && item.source === row.source;
    return withPlace(ground, group, { id: item.target_id, isNew }, firstAt);
  }
  const merged = place.outcome === "merge" ? place.merge_id : null;
  if (merged && (await hasReaders(tx, merged, readers)))
    return withPlace(ground, group, { id: merged, isNew: false }, firstAt);
  const creatorKey = place.creator_key;
  const creator = (await ensurePeople(ground, new Set(creatorKey ? [creatorKey] : []))).get(creatorKey ?? "");
  const opened = await openImportedChannel(tx, {
    type: readers.between ? { between: readers.between } : readers.type,
    name:
      place.kind === "direct"
        ? `Chat from ${place.created_at?.getUTCFullYear() ?? "the import"}`
        : place.new_name,
    topic: place.topic,
    description: place.description,
    createdBy: creator?.id ?? null,
    createdAt: place.created_at ?? firstAt ?? new Date(),
  });
  if (opened.isNew) {
    const first = items.get(`place/${place.key}`);
    const isElse = first !== undefined && (await isThere(tx, first.target_id));
    const key = isElse ? ownKey : `place/${place.key}`;
    // In a dry run, an earlier batch made it, and was rolled back.
    if (items.get(key)?.import_id !== row.id) {
      count(ground, "", place.kind === "direct" ? "chats" : "channels");
      const item = { key, kind: "channel", place_key: place.key, target_id: opened.id, fingerprint: null };
      ground.items.push(item);
      if (isElse) ground.lines.push({ kind: "place_made_again", placeKey: place.key });
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

/** The readers of the messages of a place: everybody, members, or the people of a direct chat. */
interface Readers {
  type: "PUBLIC" | "PRIVATE";
  between?: string[];
}

async function readersOf(ground: Ground, group: readonly PlaceRow[]): Promise<Readers> {
  const [place] = group;
  const keys = new Set(group.flatMap(({ member_keys }) => member_keys));
  if (place?.kind !== "direct" || keys.size === 0)
    return { type: place?.kind === "public" ? "PUBLIC" : "PRIVATE" };
  const people = await ensurePeople(ground, keys);
  return { type: "PRIVATE", between: [...new Set([...people.values()].map(({ id }) => id))] };
}

/** Returns whether a channel is there and has no other readers. Those of a large chat may have left it, but none came. */
async function hasReaders(tx: Database, channelId: string, { type, between }: Readers): Promise<boolean> {
  const { rows } = await sql<{ type: string; name: string; has_others: boolean }>`SELECT c.type, c.name,
      EXISTS (SELECT FROM channel_members m
        WHERE m.channel_id = c.id AND m.user_id <> ALL(${between ?? []}::uuid[])) AS has_others
    FROM channels c WHERE c.id = ${channelId}`.execute(tx);
  const [channel] = rows;
  if (!channel) return false;
  if (!between) return channel.type === type;
  return channel.type === "DIRECT"
    ? channel.name === directName(between)
    : channel.type === type && !channel.has_others;
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
