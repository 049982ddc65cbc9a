import { type RawBuilder, sql } from "kysely";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";

/**
 * Returns the members of a channel that an @here notifies now: they are active on any node and have not set their
 * status to away.
 */
export async function findHere(
  tx: Database,
  { hereElsewhere }: Pick<SliceContext, "hereElsewhere">,
  channelId: string,
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`SELECT m.user_id FROM channel_members m
    WHERE m.channel_id = ${channelId} AND m.user_id = ANY(${[...hereElsewhere.presentIds()]}::uuid[])
      AND NOT EXISTS (SELECT FROM chosen_statuses s WHERE s.user_id = m.user_id AND s.status = 'away')
    ORDER BY m.user_id`.execute(tx);
  return rows.map(({ user_id }) => user_id);
}

/** SQL: a message calls the whole channel, or those who were there with this person among them. */
export function callsAmongAll(
  message: { mentionsAll: RawBuilder<unknown>; hereIds: RawBuilder<unknown> },
  userId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`(${message.mentionsAll} = 'channel' OR (${message.mentionsAll} = 'here'
    AND (${message.hereIds} IS NULL OR ${userId} = ANY(${message.hereIds}))))`;
}
