import { maxAttachments } from "@atoll/contract/files/limits";
import { callReader } from "@atoll/contract/mentions";
import { type Selectable, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Tables } from "../../../tables.ts";
import {
  type ImportedMessage,
  type ReadyMessage,
  replaceRoot,
  writeImportedMessages,
} from "../../chat/public.ts";
import { keyWithPrint, messagePrint } from "../archive/prints.ts";
import type { SourceRecord } from "../archive/records.ts";
import { ensureChannel, keepPlace } from "./ensure-channel.ts";
import { count, ensurePeople, findItems, type Ground, type PlaceRow, skip } from "./ground.ts";
import { reactionsOf, render, type StoredFiles, splitText, type Writing } from "./render-message.ts";

const maxPins = 100;
/**
 * Writes records of places that share a channel. What the source lacks and Atoll cannot have is counted, line by line.
 * @param stored the files that were stored before, because storage is never awaited inside a transaction.
 */
export async function writeMessages(
  ground: Ground,
  group: readonly PlaceRow[],
  records: readonly SourceRecord[],
  outside: { placeNames: ReadonlyMap<string, string>; stored: StoredFiles },
): Promise<void> {
  const [place] = group;
  if (!place) return;
  const messages: Fresh[] = [];
  for (const record of records) {
    if ("message" in record) messages.push(record);
    else if ("skipped" in record) skip(ground, record.placeKey, record.skipped, record.detail);
  }
  if (place.outcome === "skip") {
    for (const { placeKey } of messages) count(ground, placeKey, "place_left_out");
    return;
  }
  const ordered = messages.toSorted((one, other) => one.message.at.getTime() - other.message.at.getTime());
  const fresh = await withoutRepeated(ground, ordered);
  if (fresh.length === 0) return;
  const channel = await ensureChannel(ground, group, fresh[0]?.message.at);
  const writing: Writing = {
    ground,
    people: await ensurePeople(ground, peopleIn(fresh.map(({ message }) => message))),
    placeNames: outside.placeNames,
    stored: outside.stored,
    ready: [],
    ids: new Map(),
    pinsLeft: maxPins - (await countPins(ground, channel.id)),
  };
  await findRoots(writing, fresh, channel.id);
  for (const { placeKey, message } of fresh) addMessage(writing, placeKey, message);
  const next = await writeImportedMessages(ground.tx, channel.id, writing.ready, channel.before);
  for (const { message, replaces } of fresh)
    if (replaces) await replaceRoot(ground.tx, replaces, writing.ids.get(message.key) ?? "");
  await keepPlace(ground, place, channel, next);
}

interface Fresh {
  placeKey: string;
  message: ImportedMessage;
  /** The ID of the placeholder that it replaces. */
  replaces?: string;
}

type Known = Pick<Selectable<Tables["import_items"]>, "kind" | "target_id" | "fingerprint" | "import_id">;

interface Printed {
  message: ImportedMessage;
  print: string;
}

/** Returns the keys that a message can have. */
export const keysOf = ({ message: { key }, print }: Printed): string[] => [key, keyWithPrint(key, print)];

/** Returns whether this or an earlier import added a message. One that only has the same key is another one. */
export function isWritten(
  known: ReadonlyMap<string, Known>,
  importId: string,
  { message: { key }, print }: Printed,
): boolean {
  const first = known.get(key);
  if (!first || first.kind === "placeholder") return false;
  return first.import_id !== importId || first.fingerprint === print || known.has(keyWithPrint(key, print));
}

/**
 * Leaves out messages that this or an earlier import added. Another message with the same ID, which Slack's own exports
 * have at times, or of the same millisecond, where the source has no IDs, gets a key of its own, which its replies name.
 * The real first message of a thread replaces its placeholder.
 */
async function withoutRepeated(ground: Ground, messages: readonly Fresh[]): Promise<Fresh[]> {
  const printed = messages.map((one) => ({ ...one, print: messagePrint(one.message) }));
  const roots = printed.flatMap(({ message: { threadKey: key, threadPrint: print } }) =>
    key === null || print === undefined ? [] : [keyWithPrint(key, print)],
  );
  const items = await findItems(ground, [...printed.flatMap(keysOf), ...roots]);
  const known = new Map<string, Known>(items);
  const fresh: Fresh[] = [];
  for (const { placeKey, message, print } of printed) {
    const own = { ...message };
    const first = known.get(message.key);
    const replaces = first?.kind === "placeholder" ? first.target_id : undefined;
    if (isWritten(known, ground.row.id, { message, print })) {
      skip(ground, placeKey, first?.import_id === ground.row.id ? "message_repeated" : "message_earlier");
      continue;
    }
    if (first && !replaces) own.key = keyWithPrint(message.key, print);
    known.set(own.key, { kind: "message", target_id: "", fingerprint: print, import_id: ground.row.id });
    fresh.push({ placeKey, message: own, ...(replaces && { replaces }) });
  }
  for (const { message } of fresh) {
    const { threadKey, threadPrint } = message;
    if (threadKey === null || threadPrint === undefined) continue;
    const key = keyWithPrint(threadKey, threadPrint);
    if (known.has(key)) message.threadKey = key;
  }
  return fresh;
}

/** Finds the first messages of threads, and makes an empty one where the source does not have it. */
async function findRoots(writing: Writing, fresh: readonly Fresh[], channelId: string): Promise<void> {
  const { ground, ids, people, ready } = writing;
  for (const { message } of fresh) ids.set(message.key, uuidv7());
  const keys = [...new Set(fresh.flatMap(({ message }) => message.threadKey ?? []))].filter(
    (key) => !ids.has(key),
  );
  const items = await findItems(ground, keys);
  const there = await findMessages(
    ground,
    [...items.values()].map(({ target_id }) => target_id),
  );
  for (const { placeKey, message } of fresh) {
    const { threadKey: key, threadAuthor, author, at } = message;
    if (key === null || ids.has(key)) continue;
    const item = items.get(key);
    const known = item && there.get(item.target_id);
    // The first message of a thread can be a reply here, if an earlier export had one before it.
    const id = known?.parent_id ?? item?.target_id ?? uuidv7();
    ids.set(key, id);
    if (known) continue;
    // An earlier batch of a dry run made it, which was rolled back, or the source does not have it.
    ready.push(emptyRoot(id, people.get(threadAuthor ?? author)?.id ?? "", at));
    if (item) continue;
    skip(ground, placeKey, "root_missing");
    keep(ground, placeKey, { key, kind: "placeholder", target_id: id, fingerprint: null });
  }
  // A reply to something in another channel would be shown in neither.
  const elsewhere = [...there.values()]
    .filter(({ channel_id }) => channel_id !== channelId)
    .map(({ id, parent_id }) => parent_id ?? id);
  for (const [key, id] of ids) if (elsewhere.includes(id)) ids.delete(key);
}

function emptyRoot(id: string, authorId: string, at: Date): ReadyMessage {
  return {
    ...{ id, parentId: null, authorId, content: "", mentions: [], at, editedAt: null },
    ...{ isDeleted: true, isPinned: false, reactions: [], fileIds: [] },
  };
}

type Found = Pick<Selectable<Tables["messages"]>, "id" | "channel_id" | "parent_id">;

async function findMessages({ tx }: Ground, ids: readonly string[]): Promise<Map<string, Found>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom("messages")
    .select(["id", "channel_id", "parent_id"])
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

async function countPins({ tx }: Ground, channelId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM messages
    WHERE channel_id = ${channelId} AND pinned_at IS NOT NULL`.execute(tx);
  return rows[0]?.count ?? 0;
}

function keep(
  ground: Ground,
  placeKey: string,
  item: { key: string; kind: string; target_id: string; fingerprint: string | null },
): void {
  ground.items.push({ ...item, place_key: placeKey });
}

/** Adds a message, in several parts if it is too long or has too many files. */
function addMessage(writing: Writing, placeKey: string, message: ImportedMessage): void {
  const { ground, people, ids, ready } = writing;
  const authorId = people.get(message.author)?.id;
  const id = ids.get(message.key);
  if (!authorId || !id) throw new Error("a message without its author");
  for (const kind of message.notes) skip(ground, placeKey, kind);
  const { text, mentions } = render(writing, placeKey, message);
  const fileIds = message.files.flatMap((file) => {
    const stored = writing.stored.get(file);
    return stored && "id" in stored ? [stored.id] : [];
  });
  const texts = splitText(text);
  const parts = Math.max(texts.length, Math.ceil(fileIds.length / maxAttachments));
  const parentId = (message.threadKey && ids.get(message.threadKey)) || null;
  const isPinned = message.isPinned && writing.pinsLeft > 0;
  if (message.isPinned && !isPinned) skip(ground, placeKey, "pin_too_many");
  if (isPinned) writing.pinsLeft -= 1;
  const reactions = reactionsOf(writing, placeKey, message);
  for (let part = 0; part < parts; part += 1) {
    const isFirst = part === 0;
    const content = texts[part] ?? "";
    const calls = callReader(content);
    const partId = isFirst ? id : uuidv7();
    ready.push({
      ...{ id: partId, parentId, authorId, content, at: message.at, editedAt: message.editedAt },
      mentions: mentions.filter(({ name }) => calls(name)),
      isDeleted: message.isDeleted,
      isPinned: isFirst && isPinned,
      reactions: isFirst ? reactions : [],
      // A dry run stores no files.
      fileIds: ground.isTrial ? [] : fileIds.slice(part * maxAttachments, (part + 1) * maxAttachments),
    });
    const key = isFirst ? message.key : `${message.key}#${part + 1}`;
    const kind = isFirst ? "message" : "part";
    keep(ground, placeKey, {
      key,
      kind,
      target_id: partId,
      fingerprint: isFirst ? messagePrint(message) : null,
    });
  }
  count(ground, placeKey, "messages");
  if (parentId) count(ground, placeKey, "replies");
  if (parts > 1) skip(ground, placeKey, "message_split");
  if (isPinned) count(ground, placeKey, "pins");
  const reactionCount = reactions.reduce((sum, { userIds }) => sum + userIds.length, 0);
  if (reactionCount > 0) count(ground, placeKey, "reactions", reactionCount);
  if (fileIds.length > 0) count(ground, placeKey, "files", fileIds.length);
}
/** The keys of all people that messages name. */
function peopleIn(messages: readonly ImportedMessage[]): Set<string> {
  const keys = new Set<string>();
  for (const { author, threadKey, threadAuthor, text, reactions } of messages) {
    keys.add(author);
    if (threadKey !== null && threadAuthor !== null) keys.add(threadAuthor);
    for (const part of text) if (typeof part === "object" && "person" in part) keys.add(part.person);
    for (const { people } of reactions) for (const key of people) keys.add(key);
  }
  return keys;
}
