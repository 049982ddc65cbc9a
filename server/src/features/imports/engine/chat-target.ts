import { sql } from "kysely";
import type { Database } from "../../../tables.ts";
import {
  closeImportedChannels,
  deleteImportedChannel,
  deleteImportedMessages,
  finishImportedChannel,
} from "../../chat/public.ts";
import { ensureChannel } from "./ensure-channel.ts";
import { count, ensurePeople, type Ground, isKnown, type PlaceRow } from "./ground.ts";
import type { ImportRow } from "./import-row.ts";
import { addLines } from "./lines.ts";
import { writeMessages } from "./write-messages.ts";

/** Records that become messages of channels and chats. */
export const chatTarget = {
  madeCounts: ["messages"],
  madeKinds: ["message"],
  writeRecords: writeMessages,
  finishPlaces: finishChannels,
  countBuilt,
  builtOn,
  close: closeChannels,
  // A channel is shown when its messages are all there, by the next list that is loaded.
  broadcast: () => {},
  undoSteps: [undoMessages, undoChannels],
} as const;

const messagesAtOnce = 300;
const messageKinds = sql`('message', 'part', 'placeholder')`;

/** SQL: the messages that an import made. */
const madeMessages = (importId: string) => sql`(SELECT i.target_id FROM import_items i
  WHERE i.import_id = ${importId} AND i.kind IN ${messageKinds})`;

/** SQL: messages that people have written in the channels of an import, or below its messages. */
const addedMessages = (id: string) => {
  const isOther = sql`NOT EXISTS (SELECT FROM import_items o WHERE o.target_id = m.id AND o.import_id = ${id})`;
  return sql`SELECT m.id FROM messages m WHERE m.channel_id IN (
      SELECT i.target_id FROM import_items i WHERE i.import_id = ${id} AND i.kind = 'channel') AND ${isOther}
    UNION SELECT m.id FROM messages m WHERE m.parent_id IN ${madeMessages(id)} AND ${isOther}`;
};

/** SQL: messages of an import that people have reacted to, saved, pinned or edited. */
const markedMessages = ({ id, started_at }: ImportRow) => {
  const made = madeMessages(id);
  return sql`SELECT r.message_id AS id FROM message_reactions r
      WHERE r.created_at > ${started_at} AND r.message_id IN ${made}
    UNION SELECT s.message_id FROM saved_messages s WHERE s.message_id IN ${made}
    UNION SELECT m.id FROM messages m
      WHERE (m.pinned_at > ${started_at} OR m.edited_at > ${started_at}) AND m.id IN ${made}`;
};

/** Counts what people have built: messages in its channels and replies, and messages that they edited, marked or saved. */
async function countBuilt(tx: Database, row: ImportRow) {
  const { rows } = await sql<{ messages: number; marks: number }>`SELECT
    (SELECT count(*) FROM (${addedMessages(row.id)}) m) AS messages,
    (SELECT count(*) FROM (${markedMessages(row)}) m) AS marks`.execute(tx);
  return rows[0] ?? { messages: 0, marks: 0 };
}

/** SQL: the channels of what people have built. */
function builtOn(row: ImportRow) {
  return {
    kind: "channel" as const,
    ids: sql<{ id: string }>`SELECT DISTINCT m.channel_id AS id FROM messages m
      WHERE m.id IN (${addedMessages(row.id)} UNION ${markedMessages(row)})`,
  };
}

/** Archives the channels that the import made, so that nobody writes in them while they go. */
async function closeChannels(tx: Database, importId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`SELECT target_id AS id FROM import_items
    WHERE import_id = ${importId} AND kind = 'channel'`.execute(tx);
  const ids = rows.map(({ id }) => id);
  await closeImportedChannels(tx, ids);
}

async function undoMessages(tx: Database, { id }: ImportRow): Promise<boolean> {
  const { rows } = await sql<{ target_id: string; channel_id: string | null }>`
    SELECT i.target_id, m.channel_id FROM import_items i LEFT JOIN messages m ON m.id = i.target_id
    WHERE i.import_id = ${id} AND i.kind IN ${messageKinds} ORDER BY i.kind, i.target_id LIMIT ${messagesAtOnce}`.execute(
    tx,
  );
  if (rows.length === 0) return false;
  const ids = rows.map(({ target_id }) => target_id);
  const channelIds = rows.flatMap(({ channel_id }) => channel_id ?? []);
  const keptIds = await deleteImportedMessages(tx, id, ids, channelIds);
  await sql`DELETE FROM import_items WHERE import_id = ${id} AND target_id = ANY(${ids}::uuid[])`.execute(tx);
  await addLines(
    tx,
    id,
    "undoing",
    keptIds.map((detail) => ({ kind: "kept", detail })),
  );
  return true;
}

async function undoChannels(tx: Database, { id }: ImportRow): Promise<boolean> {
  const { rows } = await sql<{ target_id: string }>`SELECT target_id FROM import_items
    WHERE import_id = ${id} AND kind = 'channel' ORDER BY target_id LIMIT 20`.execute(tx);
  if (rows.length === 0) return false;
  for (const { target_id: channelId } of rows) {
    if (!(await deleteImportedChannel(tx, channelId)))
      await addLines(tx, id, "undoing", [{ kind: "kept", detail: channelId }]);
    await sql`DELETE FROM import_items WHERE import_id = ${id} AND target_id = ${channelId}`.execute(tx);
  }
  return true;
}

/** Opens the channel of places whose messages are all written. */
async function finishChannels(ground: Ground, group: readonly PlaceRow[]): Promise<void> {
  const { tx } = ground;
  const [place] = group;
  if (!place || place.outcome === "skip") return;
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
