import { canUseChat } from "@atoll/contract/chat/policy";
import { canOpenAdmin } from "@atoll/contract/permissions";
import { escapeHtml } from "@atoll/contract/text/escape-html";
import { type RawBuilder, type Selectable, sql } from "kysely";
import {
  type ArchivedPage,
  type ExportSize,
  type FileOfThing,
  noSize,
  renderPageList,
  type ThingArchive,
} from "../../platform/portable/thing-archive.ts";
import type { SliceExportKind } from "../../slice.ts";
import type { Tables } from "../../tables.ts";
import type { People } from "../people/public.ts";
import { recordChannelAct } from "./members/record-channel-act.ts";
import { messageFiles } from "./message-files.ts";
import { presentPoll } from "./present.ts";

/**
 * Channels, for their owners, and for administrators who are members: `canManageChannel` in SQL. Nobody exports a direct
 * chat, which belongs to both sides; each person has their own messages in the export of their data.
 */
export const channelExport: SliceExportKind = {
  kind: "channel",
  isAllowed: (viewer, id) => sql<boolean>`(${canUseChat(viewer) && !viewer.isGuest}::boolean AND EXISTS (
    SELECT FROM channels c JOIN channel_members m ON m.channel_id = c.id
    WHERE c.id = ${id} AND c.type <> 'DIRECT' AND m.user_id = ${viewer.id}
      AND (m.is_owner OR ${canOpenAdmin(viewer)}::boolean)))`,
  nameOf: (id) => sql<string>`(SELECT c.name FROM channels c WHERE c.id = ${id})`,
  async size(tx, _viewer, id) {
    const { rows } = await sql<ExportSize>`SELECT
        (SELECT count(*) FROM messages x WHERE ${isIn(id)})::integer
          + (SELECT count(*) FROM channel_members m WHERE m.channel_id = ${id})::integer AS rows,
        count(*)::integer AS files, coalesce(sum(f.size_bytes), 0)::bigint AS bytes,
        coalesce(max(f.size_bytes), 0)::bigint AS largest
      FROM ${filesIn(id)}`.execute(tx);
    return rows[0] ?? noSize;
  },
  record: (tx, { actor, address }, { id }) =>
    actor ? recordChannelAct(tx, { ...actor, address }, id, "channel.exported") : Promise.resolve(),
  async write({ people }, archive, _viewer, { id, name }) {
    const files = sql`SELECT f.id, f.original_name, f.bucket, f.key, f.sha256, f.subject_id
      FROM ${filesIn(id)} ORDER BY x.seq, f.position`;
    await archive.addFiles(archive.read<FileOfThing>(files));
    const members = await archive.addLines("members.jsonl", presentMembers(people, archive, id));
    const messages = await archive.addLines("messages.jsonl", presentMessages(people, archive, id));
    const pages = await addPages(people, archive, { id, name });
    const { rows } = await sql<ChannelRow>`SELECT type, topic, description, created_at, archived_at,
      follows_department FROM channels WHERE id = ${id}`.execute(archive.snapshot);
    const [channel] = rows;
    const about = {
      ...{ type: channel?.type, topic: channel?.topic, description: channel?.description },
      createdAt: channel?.created_at.toISOString(),
      archivedAt: channel?.archived_at?.toISOString() ?? null,
      ...{ members, messages },
    };
    return { about, html: renderIndex(about, pages) };
  },
};

type ChannelRow = Pick<
  Selectable<Tables["channels"]>,
  "type" | "topic" | "description" | "created_at" | "archived_at"
>;

/** SQL: a message that the channel still has. */
const isIn = (channelId: string): RawBuilder<boolean> =>
  sql<boolean>`x.channel_id = ${channelId} AND x.deleted_at IS NULL`;

/** SQL: the messages of a channel with files, and these. */
const filesIn = (channelId: string) => sql`messages x JOIN files f ON f.subject_id = x.id
  AND f.subject_kind = ${messageFiles.kind} AND f.discarded_at IS NULL WHERE ${isIn(channelId)} AND x.has_attachment`;

interface ExportedRow
  extends Pick<
    Selectable<Tables["messages"]>,
    | ("id" | "parent_id" | "author_id" | "content" | "created_at" | "edited_at" | "pinned_at" | "pinned_by")
    | ("mentions" | "mentions_all" | "reactions" | "poll")
  > {
  files: { id: string; original_name: string; size_bytes: number }[] | null;
  /** When the first message of its thread was written. */
  root_at: Date;
  /** A reply to a message that was deleted. */
  is_orphan: boolean;
}

/** SQL: the messages of a channel, in the order of their writing, or thread by thread. */
const messagesIn = (
  channelId: string,
  order: RawBuilder<unknown>,
) => sql`SELECT x.id, x.parent_id, x.author_id,
    x.content, x.created_at, x.edited_at, x.pinned_at, x.pinned_by, x.mentions, x.mentions_all, x.reactions, x.poll,
    coalesce(p.created_at, x.created_at) AS root_at, p.deleted_at IS NOT NULL AS is_orphan,
    CASE WHEN x.has_attachment THEN (SELECT json_agg(json_build_object('id', f.id, 'original_name', f.original_name,
        'size_bytes', f.size_bytes) ORDER BY f.position, f.id)
      FROM files f WHERE f.subject_id = x.id AND f.subject_kind = ${messageFiles.kind} AND f.discarded_at IS NULL)
      END AS files
  FROM messages x LEFT JOIN messages p ON p.id = x.parent_id WHERE ${isIn(channelId)} ORDER BY ${order}`;

async function* presentMembers(people: People, archive: ThingArchive, channelId: string) {
  const query = sql`SELECT m.user_id, m.is_owner, m.joined_at FROM channel_members m
    WHERE m.channel_id = ${channelId} ORDER BY m.joined_at, m.user_id`;
  for await (const rows of archive.read<{ user_id: string; is_owner: boolean; joined_at: Date }>(query)) {
    const shown = await people.of(rows.map(({ user_id }) => user_id));
    yield rows.map(({ user_id: id, is_owner: isOwner, joined_at }) => ({
      ...{ id, name: shown.get(id)?.name ?? "", isOwner, joinedAt: joined_at.toISOString() },
    }));
  }
}

async function* presentMessages(people: People, archive: ThingArchive, channelId: string) {
  for await (const rows of archive.read<ExportedRow>(messagesIn(channelId, sql`x.seq`))) {
    const nameOf = await namesIn(people, rows);
    yield rows.map((row) => ({
      ...{ id: row.id, createdAt: row.created_at.toISOString(), replyTo: row.parent_id },
      author: { id: row.author_id, name: nameOf(row.author_id) },
      ...{ content: row.content, editedAt: row.edited_at?.toISOString() ?? null },
      mentions: row.mentions.map(({ id, name }) => ({ id, name })),
      mentionsAll: row.mentions_all,
      pinnedAt: row.pinned_at?.toISOString() ?? null,
      pinnedBy: row.pinned_by && nameOf(row.pinned_by),
      reactions: row.reactions.map(({ emoji, count, userIds }) => ({
        emoji,
        count,
        people: userIds.map(nameOf),
      })),
      poll: row.poll && namedPoll(row.poll, nameOf),
      files: (row.files ?? []).map((file) => ({
        id: file.id,
        name: file.original_name,
        sizeBytes: file.size_bytes,
      })),
    }));
  }
}

type NameOf = (id: string) => string;

async function namesIn(people: People, rows: readonly ExportedRow[]): Promise<NameOf> {
  const shown = await people.of(
    rows.flatMap(({ author_id, pinned_by, reactions, poll }) => [
      ...[author_id, ...(pinned_by ? [pinned_by] : []), ...reactions.flatMap(({ userIds }) => userIds)],
      ...(poll?.options.flatMap(({ userIds }) => userIds) ?? []),
    ]),
  );
  return (id) => shown.get(id)?.name ?? "";
}

/** A poll as every member sees it, with names. */
function namedPoll(poll: NonNullable<ExportedRow["poll"]>, nameOf: NameOf) {
  const { options, ...rest } = presentPoll(poll);
  return {
    ...rest,
    options: options.map(({ text, count, userIds }) => ({ text, count, people: userIds.map(nameOf) })),
  };
}

/** Adds a page to read for each month, or several if it has many messages. A thread is where it began. */
function addPages(
  people: People,
  archive: ThingArchive,
  channel: { id: string; name: string },
): Promise<ArchivedPage[]> {
  const order = sql`coalesce(p.seq, x.seq), x.parent_id IS NOT NULL, x.seq`;
  async function* batches() {
    for await (const rows of archive.read<ExportedRow>(messagesIn(channel.id, order))) {
      const nameOf = await namesIn(people, rows);
      yield rows.map((row) => ({ row, nameOf }));
    }
  }
  return archive.addPages({
    title: channel.name,
    batches: batches(),
    groupOf: ({ row }) => monthOf(row),
    render: ({ row, nameOf }) => [renderMessage(row, nameOf, archive)],
  });
}

const monthOf = ({ root_at }: Pick<ExportedRow, "root_at">): string => root_at.toISOString().slice(0, 7);
const timeOf = (at: Date): string => at.toISOString().slice(0, 16).replace("T", " ");

function renderMessage(row: ExportedRow, nameOf: NameOf, archive: ThingArchive): string {
  const notes = [
    timeOf(row.created_at),
    ...(row.edited_at ? [`edited ${timeOf(row.edited_at)}`] : []),
    ...(row.pinned_at ? ["pinned"] : []),
    ...(row.is_orphan ? ["reply to a deleted message"] : []),
  ];
  const poll = row.poll && namedPoll(row.poll, nameOf);
  const reactions = row.reactions.map(({ emoji, count, userIds }) => {
    const names = userIds.map(nameOf).join(", ");
    return `${emoji} ${names}${count > userIds.length ? ` and ${count - userIds.length} more` : ""}`;
  });
  return [
    `<article id="${row.id}"${row.parent_id ? ' class="reply"' : ""}>\n`,
    `<p><strong>${escapeHtml(nameOf(row.author_id))}</strong> <span class="small">${escapeHtml(notes.join(", "))}</span></p>\n`,
    row.content === "" ? "" : `<div class="text">${escapeHtml(row.content)}</div>\n`,
    poll ? `<ul>${poll.options.map(renderOption).join("")}</ul>\n` : "",
    row.files
      ? `<ul>${row.files.map((file) => `<li>${archive.linkTo(file, "../")}</li>`).join("")}</ul>\n`
      : "",
    reactions.length > 0 ? `<p class="small">${escapeHtml(reactions.join("; "))}</p>\n` : "",
    "</article>\n",
  ].join("");
}

function renderOption({ text, count, people }: ReturnType<typeof namedPoll>["options"][number]): string {
  const names = people.length > 0 ? ` (${people.join(", ")})` : "";
  return `<li>${escapeHtml(`${text}${count === null ? "" : `: ${count}`}${names}`)}</li>`;
}

function renderIndex(
  {
    topic,
    description,
    members,
    messages,
  }: { topic?: string; description?: string; members: number; messages: number },
  pages: readonly ArchivedPage[],
): string[] {
  return [
    topic ? `<p>Topic: ${escapeHtml(topic)}</p>\n` : "",
    description ? `<p class="text">${escapeHtml(description)}</p>\n` : "",
    `<p>Messages: ${messages}. Members: ${members}. Times are in UTC. Deleted messages are not part of this export.</p>\n`,
    '<p>For programs: <a href="messages.jsonl">messages.jsonl</a>, <a href="members.jsonl">members.jsonl</a>, <a href="files.jsonl">files.jsonl</a>, <a href="manifest.json">manifest.json</a>.</p>\n',
    renderPageList(pages),
  ];
}
