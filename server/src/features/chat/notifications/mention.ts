import { messageLink } from "@atoll/contract/chat/message-link";
import { canUseChat } from "@atoll/contract/chat/policy";
import type { ChannelType } from "@atoll/contract/chat/schemas";
import { sql } from "kysely";
import type { NotificationDefinition } from "../../../platform/kinds/notification-kinds.ts";
import { callsAmongAll } from "../here/find-here.ts";
import { hasReadChannel, hasReadThread } from "./seen.ts";
import { authorInWords, excerptLength, excerptOf, inChannel, rowsById } from "./words.ts";

interface MentionRow {
  entry_id: string;
  id: string;
  parent_id: string | null;
  channel_id: string;
  author: string;
  is_program: boolean;
  content: string;
  name: string;
  type: ChannelType;
}

/** SQL: the message `x` calls the member `m` among all. */
const callsReader = callsAmongAll(
  { mentionsAll: sql`x.mentions_all`, hereIds: sql`x.here_ids` },
  sql`m.user_id`,
);

/**
 * Notification: somebody was mentioned, by name or with everyone in a channel. Its subject is the message; its place is
 * the channel, and for a reply the thread. A mention by name is sent unless the person has turned off the channel; a
 * mention of everyone is not sent if they have muted it. The rule is `channel`, or `here` for those who were online and
 * not away. An edit that removes the mention removes the entry.
 */
export const mentionKind: NotificationDefinition = {
  kind: "chat.mention",
  isForGuests: true,
  isOpenTo: canUseChat,
  audience: ({ subjectId, people, rule }) => sql`
    SELECT m.user_id AS id, CASE WHEN m.user_id = ANY(${[...people]}::uuid[]) THEN 'named' ELSE ${rule} END AS reason
    FROM messages x JOIN channel_members m ON m.channel_id = x.channel_id
    WHERE x.id = ${subjectId} AND x.deleted_at IS NULL AND m.notify <> 'none'
      AND ${rule === null ? sql`m.user_id = ANY(${[...people]}::uuid[])` : sql`((NOT m.is_muted AND ${callsReader}) OR m.user_id = ANY(${[...people]}::uuid[]))`}`,
  isReadable: ({ userId, subjectId }) => sql<boolean>`coalesce((
    SELECT true FROM messages x JOIN channel_members m ON m.channel_id = x.channel_id
    WHERE x.id = ${subjectId} AND x.deleted_at IS NULL AND m.user_id = ${userId} AND (${callsReader}
      OR EXISTS (SELECT FROM message_mentions n WHERE n.message_id = x.id AND n.user_id = m.user_id)) LIMIT 1), false)`,
  // Replies have numbers of the channel's stream, but are read separately.
  hasSeen: (entry) => sql<boolean>`(${hasReadThread(entry)} OR ${hasReadChannel(entry)})`,
  async inWords({ db }, entries) {
    const rows = await rowsById(
      db,
      sql<MentionRow>`SELECT e.id AS entry_id, x.id, x.parent_id, x.channel_id, p.name AS author, p.is_program,
          left(x.content, ${sql.lit(excerptLength)}) AS content, c.name, c.type
        FROM unnest(${entries.map(({ id }) => id)}::uuid[], ${entries.map(({ subjectId }) => subjectId)}::uuid[])
          AS e (id, subject_id)
        JOIN messages x ON x.id = e.subject_id AND x.deleted_at IS NULL
        JOIN channels c ON c.id = x.channel_id JOIN profiles p ON p.id = x.author_id`,
    );
    return new Map(
      entries.flatMap(({ id, reason }) => {
        const row = rows.get(id);
        if (!row) return [];
        const mentioned = reason === "named" ? "you" : "everyone";
        const author = authorInWords({ name: row.author, ...(row.is_program && { isProgram: true }) });
        const title = `${author} mentioned ${mentioned}${inChannel(row)}`;
        const link = messageLink(row.channel_id, { id: row.id, parentId: row.parent_id });
        return [[id, { title, excerpt: excerptOf(row.content), link }]];
      }),
    );
  },
};
