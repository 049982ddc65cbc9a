import { messageLink } from "@atoll/contract/chat/message-link";
import { canUseChat } from "@atoll/contract/chat/policy";
import type { ChannelType } from "@atoll/contract/chat/schemas";
import { type RawBuilder, sql } from "kysely";
import {
  type EntryColumns,
  type NotificationDefinition,
  namesInWords,
  type StoredNotification,
} from "../../../platform/kinds/notification-kinds.ts";
import { hasReadChannel, hasReadThread, isMember } from "./seen.ts";
import { authorInWords, excerptLength, excerptOf, inChannel, rowsById } from "./words.ts";

interface TalkRow {
  entry_id: string;
  channel_id: string;
  name: string;
  type: ChannelType;
  /** Number of messages since the last read, with their authors and the first text. */
  count: number;
  author_ids: string[];
  id: string;
  content: string;
}

/**
 * Notification: replies in a thread that somebody follows, in one entry. Its subject and place are the thread's
 * message; the rule is `followers`. It is not sent to people who have muted the channel.
 */
export const replyKind: NotificationDefinition = {
  kind: "chat.reply",
  isForGuests: true,
  isOpenTo: canUseChat,
  isOnlyOfUnseen: true,
  audience: ({ subjectId }) => sql`
    SELECT f.user_id AS id, 'following' AS reason
    FROM thread_followers f JOIN messages x ON x.id = f.message_id
    JOIN channel_members m ON m.channel_id = x.channel_id AND m.user_id = f.user_id
    WHERE f.message_id = ${subjectId} AND f.is_following AND m.notify <> 'none' AND NOT m.is_muted`,
  hasSeen: hasReadThread,
  isReadable: (entry) => sql<boolean>`(
    coalesce((SELECT ${isMember(entry, sql<string>`x.channel_id`)} FROM messages x WHERE x.id = ${entry.subjectId} LIMIT 1), false)
    AND ${isAnythingLeft(entry, sql`r.parent_id = ${entry.subjectId}`)})`,
  inWords: ({ db, people }, entries) =>
    talkInWords({ db, people }, entries, {
      said: sql`r.parent_id = e.subject_id`,
      channelId: sql`(SELECT x.channel_id FROM messages x WHERE x.id = e.subject_id)`,
      title: (names, row) => `${names} replied in a thread${inChannel(row)}`,
      link: (row, entry) => messageLink(row.channel_id, { id: row.id, parentId: entry.subjectId }),
    }),
};

/**
 * Notification: direct messages to somebody who is away, in one entry per chat, which is its subject and place. The
 * rule is `members`.
 */
export const directKind: NotificationDefinition = {
  kind: "chat.direct",
  isForGuests: true,
  isOpenTo: canUseChat,
  isOnlyOfUnseen: true,
  isOnlyForAway: true,
  audience: ({ subjectId }) => sql`
    SELECT user_id AS id, 'addressed' AS reason FROM channel_members
    WHERE channel_id = ${subjectId} AND notify = 'all' AND NOT is_muted`,
  hasSeen: hasReadChannel,
  isReadable: (entry) => sql<boolean>`(${isMember(entry, entry.subjectId)}
    AND ${isAnythingLeft(entry, sql`r.channel_id = ${entry.subjectId} AND r.parent_id IS NULL`)})`,
  inWords: ({ db, people }, entries) =>
    talkInWords({ db, people }, entries, {
      said: sql`r.channel_id = e.subject_id AND r.parent_id IS NULL`,
      channelId: sql`e.subject_id`,
      title: (names) => `${names} wrote to you`,
      link: (row) => messageLink(row.channel_id, { id: row.id, parentId: null }),
    }),
};

/** SQL: of the messages by others since the last read, one is not deleted. */
function isAnythingLeft({ userId, firstSeq, lastSeq }: EntryColumns, said: RawBuilder<unknown>) {
  return sql<boolean>`coalesce((SELECT true FROM messages r
    WHERE ${said} AND r.seq BETWEEN ${firstSeq} AND ${lastSeq} AND r.deleted_at IS NULL AND r.author_id <> ${userId}
    LIMIT 1), false)`;
}

/** Entries stop counting here. */
const maxCounted = 100;

async function talkInWords(
  { db, people }: Parameters<NotificationDefinition["inWords"]>[0],
  entries: readonly StoredNotification[],
  how: {
    said: RawBuilder<unknown>;
    channelId: RawBuilder<unknown>;
    title: (names: string, row: TalkRow) => string;
    link: (row: TalkRow, entry: StoredNotification) => string;
  },
) {
  const rows = await rowsById(
    db,
    sql<TalkRow>`SELECT e.id AS entry_id, c.id AS channel_id, c.name, c.type, s.*
      FROM unnest(
        ${entries.map(({ id }) => id)}::uuid[], ${entries.map(({ userId }) => userId)}::uuid[],
        ${entries.map(({ subjectId }) => subjectId)}::uuid[], ${entries.map(({ firstSeq }) => firstSeq)}::bigint[],
        ${entries.map(({ lastSeq }) => lastSeq)}::bigint[]
      ) AS e (id, user_id, subject_id, first_seq, last_seq)
      JOIN channels c ON c.id = ${how.channelId}
      CROSS JOIN LATERAL (
        SELECT count(*) AS count, array_agg(l.author_id ORDER BY l.seq DESC) AS author_ids,
          (array_agg(l.id ORDER BY l.seq))[1] AS id, (array_agg(l.content ORDER BY l.seq))[1] AS content
        FROM (
          SELECT r.id, r.seq, r.author_id, left(r.content, ${sql.lit(excerptLength)}) AS content FROM messages r
          WHERE ${how.said} AND r.seq BETWEEN e.first_seq AND e.last_seq AND r.deleted_at IS NULL
            AND r.author_id <> e.user_id
          ORDER BY r.seq LIMIT ${sql.lit(maxCounted)}
        ) l
      ) s WHERE s.count > 0`,
  );
  const authors = await people.of([...rows.values()].flatMap((row) => row.author_ids));
  return new Map(
    entries.flatMap((entry) => {
      const row = rows.get(entry.id);
      if (!row) return [];
      const all = [...new Set(row.author_ids)];
      const actorIds = all.slice(0, 3);
      const names = namesInWords(
        actorIds.slice(0, 2).map((id) => authorInWords(authors.get(id))),
        all.length,
      );
      const words = {
        title: how.title(names, row),
        excerpt: excerptOf(row.content),
        link: how.link(row, entry),
      };
      return [[entry.id, { ...words, count: row.count, actorIds }] as const];
    }),
  );
}
