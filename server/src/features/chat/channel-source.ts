import { messageLink } from "@atoll/contract/chat/message-link";
import { canUseChat } from "@atoll/contract/chat/policy";
import { sql } from "kysely";
import type { FoundThing } from "../../platform/search/search-sources.ts";
import type { SliceSearchSource } from "../../slice.ts";

/** SQL: the viewer finds the channel `h`. */
const isFound = (viewerId: string) => sql<boolean>`h.type <> 'DIRECT' AND (
  EXISTS (SELECT FROM channel_members hm WHERE hm.channel_id = h.id AND hm.user_id = ${viewerId})
  OR (h.type = 'PUBLIC' AND h.archived_at IS NULL AND NOT h.follows_department))`;

/** Makes channels searchable: the viewer's own and the public ones. Direct chats are found by their people. */
export const channelSource: SliceSearchSource = {
  kind: "channel",
  isOpenTo: canUseChat,
  isReadable: (_context, viewer, { id }) =>
    sql<boolean>`EXISTS (SELECT FROM channels h WHERE h.id = ${id} AND ${isFound(viewer.id)})`,
  async present(_context, tx, viewer, ids) {
    const rows = await tx
      .selectFrom("channels as h")
      .select(["h.id", "h.name", "h.type", "h.topic", "h.description", "h.department_id", "h.member_count"])
      .select(["h.created_at", "h.archived_at"])
      .select(
        sql<boolean>`EXISTS (SELECT FROM channel_members m WHERE m.channel_id = h.id AND m.user_id = ${viewer.id})`.as(
          "is_member",
        ),
      )
      .where(sql<boolean>`h.id = ANY(${ids}::uuid[])`)
      .where(isFound(viewer.id))
      .execute();
    return new Map(
      rows.map((row): [string, FoundThing] => [
        row.id,
        {
          title: row.name,
          text: [row.topic, row.description].filter((text) => text !== "").join("\n"),
          at: row.created_at.toISOString(),
          personId: null,
          departmentIds: row.department_id === null ? [] : [row.department_id],
          link: messageLink(row.id),
          detail: {
            kind: "channel",
            channel: { id: row.id, name: row.name, type: row.type },
            memberCount: row.member_count,
            isMember: row.is_member,
            isArchived: row.archived_at !== null,
          },
        },
      ]),
    );
  },
};
