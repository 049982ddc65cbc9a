import { messageLink } from "@atoll/contract/chat/message-link";
import { canUseChat } from "@atoll/contract/chat/policy";
import { sql } from "kysely";
import { type NotificationDefinition, namesInWords } from "../../../platform/kinds/notification-kinds.ts";
import { isMember } from "./seen.ts";
import { rowsById } from "./words.ts";

/** Notification: somebody was added to a channel, which is its subject. */
export const addedKind: NotificationDefinition = {
  kind: "channel.added",
  isForGuests: true,
  isOpenTo: canUseChat,
  audience: ({ subjectId, people }) => sql`
    SELECT user_id AS id, 'concerned' AS reason FROM channel_members
    WHERE channel_id = ${subjectId} AND user_id = ANY(${[...people]}::uuid[])`,
  isReadable: (entry) => isMember(entry, entry.subjectId),
  async inWords({ db, people }, entries) {
    const rows = await rowsById(
      db,
      sql<{ entry_id: string; id: string; name: string }>`SELECT e.id AS entry_id, c.id, c.name
        FROM unnest(${entries.map(({ id }) => id)}::uuid[], ${entries.map(({ subjectId }) => subjectId)}::uuid[])
          AS e (id, channel_id) JOIN channels c ON c.id = e.channel_id`,
    );
    const actors = await people.of(entries.flatMap(({ actorIds }) => actorIds));
    return new Map(
      entries.flatMap(({ id, actorIds }) => {
        const row = rows.get(id);
        if (!row) return [];
        const names = actorIds.slice(0, 1).map((actorId) => actors.get(actorId)?.name ?? "Someone");
        return [
          [
            id,
            {
              title: `${namesInWords(names, names.length)} added you to ${row.name}`,
              link: messageLink(row.id),
            },
          ],
        ];
      }),
    );
  },
};
