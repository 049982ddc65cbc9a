import { sql } from "kysely";
import { finishImportedChannel } from "../../chat/public.ts";
import { count, ensureChannel, ensurePeople, type Ground, isKnown, type PlaceRow } from "./ground.ts";

/** Counts that are no records of the source. */
const notRecords = new Set([
  ..."replies reactions files pins message_split root_missing broadcast_in_thread reaction_unknown".split(
    " ",
  ),
  ..."reaction_too_many pin_too_many mention_too_many file_missing file_unkept text_cleaned members_former".split(
    " ",
  ),
  ..."place_without_readers members difference deleted_kept".split(" "),
]);

/** Opens the channel of places whose messages are all written, and compares their number with the source. */
export async function finishPlaces(ground: Ground, group: readonly PlaceRow[]): Promise<void> {
  const { tx } = ground;
  const [place] = group;
  if (!place) return;
  for (const one of group) await prove(ground, one);
  if (place.outcome === "skip") return;
  const channel = await ensureChannel(ground, group, undefined);
  // Its owners may have removed people since an earlier import, and a direct chat is of the people it began with.
  if (place.kind !== "public" && !channel.isNew) return;
  const memberKeys = new Set(group.flatMap(({ member_keys }) => member_keys));
  const people = await ensureMembers(ground, place, memberKeys);
  const creator = place.creator_key === null ? undefined : people.get(place.creator_key);
  const memberIds = [...new Set(people.values())];
  const hasReaders = await finishImportedChannel(tx, {
    ...{ id: channel.id, isNew: channel.isNew, memberIds, ownerId: creator ?? null },
    isArchived: group.every(({ is_archived }) => is_archived),
  });
  count(ground, place.key, "members", memberIds.length);
  if (place.kind === "direct") return;
  const former = memberKeys.size - people.size;
  if (former > 0) note(ground, place, "members_former", former);
  if (place.kind === "private" && channel.isNew && !hasReaders)
    note(ground, place, "place_without_readers", 1);
}

function note(ground: Ground, place: PlaceRow, kind: string, number: number): void {
  count(ground, place.key, kind, number);
  ground.lines.push({ kind, placeKey: place.key, count: number });
}

/** Members of channels have accounts. Former colleagues stay in direct chats, which have no name without them. */
async function ensureMembers(
  ground: Ground,
  place: PlaceRow,
  keys: ReadonlySet<string>,
): Promise<Map<string, string>> {
  if (place.kind === "direct") {
    const people = await ensurePeople(ground, keys);
    return new Map([...people].map(([key, { id }]) => [key, id]));
  }
  const { rows } = await sql<{ key: string; id: string }>`SELECT p.key, a.id FROM import_people p
    JOIN accounts a ON a.id = p.person_id AND ${isKnown}
    WHERE p.import_id = ${ground.row.id} AND p.key = ANY(${[...keys]}::text[])
    ORDER BY a.id FOR KEY SHARE OF a`.execute(ground.tx);
  return new Map(rows.map(({ key, id }) => [key, id]));
}

/** Compares what was found in a place with what was made of it and left out. */
async function prove(ground: Ground, { key, record_count }: PlaceRow): Promise<void> {
  const { tx, row, isTrial } = ground;
  const current = await tx
    .selectFrom("import_places")
    .select("counts")
    .where("import_id", "=", row.id)
    .where("key", "=", key)
    .executeTakeFirst();
  const counts = current?.counts ?? {};
  const explained = Object.entries(counts)
    .filter(([kind]) => !notRecords.has(kind) && kind !== "messages")
    .reduce((sum, [, number]) => sum + number, 0);
  const made = isTrial ? (counts.messages ?? 0) : await countMade(ground, key);
  const difference = record_count - made - explained;
  if (difference === 0 && made === (counts.messages ?? 0)) return;
  ground.lines.push({
    ...{ kind: "difference", placeKey: key },
    detail: `${record_count} in the source, ${made} made, ${explained} explained`,
  });
  count(ground, key, "difference");
}

async function countMade({ tx, row }: Ground, placeKey: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM import_items i
    JOIN messages m ON m.id = i.target_id
    WHERE i.import_id = ${row.id} AND i.kind = 'message' AND i.place_key = ${placeKey}`.execute(tx);
  return rows[0]?.count ?? 0;
}
