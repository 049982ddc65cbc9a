import { shareLoop } from "../../../platform/turns/share-loop.ts";
import { type Archive, UnreadableArchive } from "../archive/open-archive.ts";
import { readJsonMembers } from "../archive/read-json-items.ts";
import { untilDamaged } from "../archive/read-lines.ts";
import type { FoundLine } from "../archive/records.ts";
import { countTexts, type KeepTexts, type Note, noteIn, timeOf } from "../messages/message-survey.ts";
import { createSortedRecords, type SortedRecords } from "../messages/sorted-records.ts";
import { type Conversation, conversationOf, type Tables } from "./conversations.ts";
import {
  attachmentSchema,
  codesMark,
  messageSchema,
  reactionSchema,
  realmSchema,
  recipientSchema,
  streamSchema,
  subscriptionSchema,
  userSchema,
  type WaitingMessage,
  type ZulipStream,
  type ZulipUser,
} from "./shapes.ts";
import { maxTextLength } from "./to-message.ts";

/** The people and conversations of an export. Its messages wait on the disk. */
export interface ReadExport {
  /**
   * Nobody guesses it: when the organization was made, to the microsecond, and its ID, which is another one once it moves
   * to another server. It is the same in each export of a server.
   */
  secret: string;
  users: Map<number, ZulipUser>;
  streams: Map<number, ZulipStream>;
  conversations: Map<string, Conversation>;
  /** How many messages each person wrote. */
  authors: Map<number, number>;
  lines: FoundLine[];
  records: SortedRecords;
  keep: KeepTexts;
}

/** The most that is kept in memory. */
const [maxRows, maxPeople] = [10_000_000, 200_000];
const maxReactionsOfMessage = 20_000;
const userTables = ["zerver_userprofile", "zerver_userprofile_mirrordummy", "zerver_userprofile_crossrealm"];
const tableNames = new Set([
  ...userTables,
  ...["zerver_realm", "zerver_stream", "zerver_recipient", "zerver_subscription", "zerver_reaction"],
]);

/** The folder of an export within its archive. */
export function rootOf(archive: Archive): string {
  const [path] = archive.paths
    .filter((one) => one === "realm.json" || one.endsWith("/realm.json"))
    .sort((one, other) => one.length - other.length);
  if (path === undefined)
    throw new UnreadableArchive("This is not an export of Zulip: it has no realm.json.");
  return path.slice(0, -"realm.json".length);
}

/** Posts of Zulip's own bots about streams and topics. */
export const isNoticeOf = (user: ZulipUser | undefined): boolean =>
  user?.is_bot === true && /^(?:notification|welcome)-bot@/.test(user.email);

/**
 * Reads everything once.
 * @throws {UnreadableArchive} for a file of another product, or one that is too large.
 */
export async function readExport(archive: Archive, signal?: AbortSignal): Promise<ReadExport> {
  const root = rootOf(archive);
  const found: ReadExport = {
    ...{ secret: "", users: new Map(), streams: new Map(), conversations: new Map(), authors: new Map() },
    ...{ lines: [], records: await createSortedRecords(), keep: countTexts() },
  };
  const tables: Tables = {
    ...{ recipients: new Map(), subscribers: new Map(), reactions: new Map(), emoji: new Map() },
    ...{ files: new Map(), conversations: new Map(), rows: 0 },
  };
  const note = noteIn(found.lines);
  try {
    await eachRow(archive, `${root}realm.json`, tableNames, { tables, note, signal }, (key, value) =>
      addRow(found, { tables, note }, key, value),
    );
    if (found.secret === "")
      throw new UnreadableArchive("This is not an export of Zulip: its realm.json names no organization.");
    for (const { id, type } of tables.recipients.values())
      if (type === 2) conversationOf(found, tables, { recipient: id, sender: 0 });
    const attachments = new Set(["zerver_attachment"]);
    await eachRow(archive, `${root}attachment.json`, attachments, { tables, note, signal }, (_key, value) =>
      addAttachment(found, tables, value),
    );
    const messages = archive.paths
      .filter((path) => path.startsWith(root) && /^messages-\d{1,12}\.json$/.test(path.slice(root.length)))
      .sort();
    const wanted = new Set(["zerver_message"]);
    for (const path of messages)
      await eachRow(archive, path, wanted, { tables, note, signal }, (_key, value) =>
        addMessage(found, tables, value),
      );
    return found;
  } catch (error) {
    await found.records.close();
    throw error;
  }
}

/** Reads the rows of the tables of a file. What cannot be read is a line of the report. */
async function eachRow(
  archive: Archive,
  path: string,
  wanted: ReadonlySet<string>,
  { tables, note, signal }: { tables: Tables; note: Note; signal: AbortSignal | undefined },
  add: (key: string, value: unknown) => boolean | Promise<boolean>,
): Promise<void> {
  const content = await archive.read(path);
  if (!content) return;
  const pause = shareLoop();
  const rows = untilDamaged(archive, content, () => note("file_unreadable", `${path}: it is damaged`));
  for await (const member of readJsonMembers(rows, (key) => wanted.has(key))) {
    signal?.throwIfAborted();
    await pause();
    if (!wanted.has("zerver_message")) countRow(tables);
    if ("problem" in member) note(member.problem, `${path}: ${member.detail}`);
    else if (!(await add(member.key, member.value))) note("record_unreadable", `${path}: ${member.key}`);
  }
}

function countRow(tables: Tables): void {
  tables.rows += 1;
  if (tables.rows > maxRows)
    throw new UnreadableArchive(
      `The export has more than ${maxRows.toLocaleString("en")} people, subscriptions, reactions, files and topics.`,
    );
}

function addRow(
  found: ReadExport,
  { tables, note }: { tables: Tables; note: Note },
  key: string,
  value: unknown,
): boolean {
  if (userTables.includes(key)) {
    const user = userSchema.safeParse(value).data;
    if (found.users.size >= maxPeople)
      throw new UnreadableArchive(`The export has more than ${maxPeople.toLocaleString("en")} people.`);
    if (user && !found.users.has(user.id)) {
      found.keep(user.email, user.delivery_email, user.full_name);
      found.users.set(user.id, { ...user, is_bot: user.is_bot || key.endsWith("_crossrealm") });
    }
    return user !== undefined;
  }
  switch (key) {
    case "zerver_realm": {
      const realm = realmSchema.safeParse(value).data;
      if (realm) found.secret ||= `${realm.id} ${realm.date_created}`;
      return realm !== undefined;
    }
    case "zerver_stream": {
      const stream = streamSchema.safeParse(value).data;
      if (!stream) return false;
      found.keep(stream.name, stream.description);
      found.streams.set(stream.id, stream);
      return true;
    }
    case "zerver_recipient": {
      const recipient = recipientSchema.safeParse(value).data;
      if (recipient) tables.recipients.set(recipient.id, recipient);
      return recipient !== undefined;
    }
    case "zerver_subscription": {
      const row = subscriptionSchema.safeParse(value).data;
      if (row?.active) listIn(tables.subscribers, row.recipient).push(row.user_profile);
      return row !== undefined;
    }
    default: {
      const row = reactionSchema.safeParse(value).data;
      if (!row) return false;
      const hasCodes = row.reaction_type === "unicode_emoji" && row.emoji_code !== "";
      const emoji = hasCodes ? `${codesMark}${row.emoji_code}` : row.emoji_name;
      const known = tables.emoji.get(emoji) ?? emoji;
      if (!tables.emoji.has(known)) found.keep(known);
      tables.emoji.set(known, known);
      const list = listIn(tables.reactions, row.message);
      if (list.length < 2 * maxReactionsOfMessage) list.push(row.user_profile, known);
      else note("reaction_too_many");
      return true;
    }
  }
}

function listIn<T>(map: Map<number, T[]>, key: number): T[] {
  const known = map.get(key);
  if (known) return known;
  const list: T[] = [];
  map.set(key, list);
  return list;
}

/** Zulip says in which messages a file may be seen. A link alone does not show that its author could read it. */
function addAttachment({ keep }: ReadExport, tables: Tables, value: unknown): boolean {
  const row = attachmentSchema.safeParse(value).data;
  if (row && row.messages.length > 0) keep(row.file_name, row.path_id);
  for (const id of row?.messages ?? []) {
    countRow(tables);
    if (row && typeof id === "number")
      listIn(tables.files, id).push({ name: row.file_name, path: row.path_id });
  }
  return row !== undefined;
}

async function addMessage(found: ReadExport, tables: Tables, value: unknown): Promise<boolean> {
  const row = messageSchema.safeParse(value).data;
  const at = row && timeOf(row.date_sent * 1_000);
  if (!row || !at) return false;
  const conversation = conversationOf(found, tables, row);
  conversation.recordCount += 1;
  conversation.firstAt = Math.min(conversation.firstAt, at.getTime());
  if (conversation.members.length === 0) conversation.writers.add(row.sender);
  found.authors.set(row.sender, (found.authors.get(row.sender) ?? 0) + 1);
  // Older servers name the topic of messages without one.
  const isNamed = conversation.stream !== undefined && row.subject !== "(no topic)";
  const topic = isNamed ? row.subject.trim() : "";
  const key = topic.toLowerCase();
  const first = conversation.topics.get(key);
  const isEarlier = !first || at.getTime() < first.at || (at.getTime() === first.at && row.id < first.id);
  const files = tables.files.get(row.id) ?? [];
  // One that is left out cannot begin a thread.
  const isLeftOut =
    isNoticeOf(found.users.get(row.sender)) ||
    row.content.length > maxTextLength ||
    (row.content.trim() === "" && files.length === 0);
  // Topics without a name have no threads.
  if (topic !== "" && isEarlier && !isLeftOut) {
    if (!first) {
      countRow(tables);
      found.keep(key);
    }
    conversation.topics.set(key, { id: row.id, at: at.getTime() });
  }
  const waiting: WaitingMessage = {
    ...{ id: row.id, sender: row.sender, content: row.content, topic, at: at.getTime() },
    editedAt: row.last_edit_time ? row.last_edit_time * 1_000 : null,
    ...{ reactions: reactionsIn(tables.reactions.get(row.id) ?? []), files },
  };
  tables.reactions.delete(row.id);
  tables.files.delete(row.id);
  await found.records.add(conversation.id, at, Buffer.from(JSON.stringify(waiting)));
  return true;
}

function reactionsIn(pairs: readonly (number | string)[]): WaitingMessage["reactions"] {
  return Array.from({ length: pairs.length / 2 }, (_, index) => ({
    user: Number(pairs[2 * index]),
    emoji: String(pairs[2 * index + 1]),
  }));
}
