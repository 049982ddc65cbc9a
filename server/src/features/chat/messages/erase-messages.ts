import { sql } from "kysely";
import type { TextColumn } from "../../../platform/kinds/erasure.ts";
import type { SliceEraser } from "../../../slice.ts";
import { queueWords } from "../../search/public.ts";
import { type MessageRow, selectMessages } from "../message-queries.ts";
import { peopleIn, presentChange } from "../present.ts";
import { sendChange } from "../stream/stream.ts";
import { broadcastExpired, deleteMessagesOf } from "./expire-messages.ts";

/** Messages of one transaction, which has their channel for itself. */
const messagesAtOnce = 100;

/** Deletes the messages of a person as the person would, if the company does not keep them. */
export const messageEraser: SliceEraser = {
  phase: "texts",
  async erase(context, { personId, keepsTexts }, work) {
    if (keepsTexts) return 0;
    const { rows } = await work.read((tx) =>
      sql<{ id: string }>`SELECT DISTINCT channel_id AS id FROM messages
        WHERE author_id = ${personId} AND deleted_at IS NULL`.execute(tx),
    );
    let count = 0;
    for (const { id: channelId } of rows)
      for (let done = messagesAtOnce; done >= messagesAtOnce; count += done) {
        work.signal.throwIfAborted();
        const part = { channelId, authorId: personId, limit: messagesAtOnce };
        const deleted = await work.part(async (tx) => {
          const gone = await deleteMessagesOf(tx, part);
          await queueWords(tx, gone.words);
          return gone;
        });
        await broadcastExpired(context, deleted);
        done = deleted.messageCount;
      }
    return count;
  },
};

const columns: readonly TextColumn[] = [
  { name: "content", type: "text", isWithMentions: true },
  ...(["mentions", "poll", "buttons"] as const).map((name) => ({ name, type: "json" as const })),
];

/** Removes the name of a person from the messages of everyone, under the next numbers of their channels. */
export const mentionEraser: SliceEraser = {
  phase: "names",
  async erase(context, { inTexts }, work) {
    const { rows } = await work.read((tx) =>
      sql<{ id: string }>`SELECT DISTINCT t.channel_id AS id FROM messages t
        WHERE t.deleted_at IS NULL AND ${inTexts.areIn(columns)}`.execute(tx),
    );
    let count = 0;
    for (const { id: channelId } of rows) {
      let last = Number.MIN_SAFE_INTEGER;
      for (let done = messagesAtOnce; done >= messagesAtOnce; count += done) {
        work.signal.throwIfAborted();
        const changed = await work.part(async (tx): Promise<MessageRow[]> => {
          const locked = await sql<{ head: number }>`SELECT head FROM channels WHERE id = ${channelId}
            FOR NO KEY UPDATE`.execute(tx);
          const head = locked.rows[0]?.head;
          if (head === undefined) return [];
          const found = await sql<{ id: string; seq: number }>`SELECT t.id, t.seq FROM messages t
            WHERE t.channel_id = ${channelId} AND t.seq > ${last} AND t.deleted_at IS NULL AND ${inTexts.areIn(columns)} ORDER BY t.seq
            LIMIT ${sql.lit(messagesAtOnce)}`.execute(tx);
          const ids = found.rows.map(({ id }) => id);
          if (ids.length === 0) return [];
          last = Number(found.rows.at(-1)?.seq);
          await sql`UPDATE channels SET head = head + ${ids.length} WHERE id = ${channelId}`.execute(tx);
          const values = columns.map((column) => sql`${sql.id(column.name)} = ${inTexts.withoutIn(column)}`);
          await sql`UPDATE messages t SET changed_seq = ${head}::bigint + n.place, ${sql.join(values)}
            FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS n (id, place) WHERE t.id = n.id`.execute(tx);
          return selectMessages(tx).where("x.id", "in", ids).orderBy("x.changed_seq").execute();
        });
        const shown = await peopleIn(context.people, changed);
        for (const row of changed)
          sendChange(context.realtime, presentChange(row, shown, row.author_id), row.here_ids);
        done = changed.length;
      }
    }
    return count;
  },
};
