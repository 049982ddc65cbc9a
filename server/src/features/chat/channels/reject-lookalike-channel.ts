import { sql } from "kysely";
import { rejectLookalikeName } from "../../../platform/lookalikes.ts";
import type { Database } from "../../../tables.ts";

/** Names of public channels are unique, ignoring case. */
export const uniqueChannels = { channels_public_name: "channel_name_taken" } as const;

/**
 * Asserts that a channel's name does not look like another one's: of all public channels, including archived ones,
 * which can be restored, and of the viewer's private channels. Names of other private channels are not revealed.
 * @param channelId the channel that gets the name.
 * @throws {AppError} `name_looks_taken`.
 */
export async function rejectLookalikeChannel(
  tx: Database,
  viewerId: string,
  channelId: string,
  name: string,
): Promise<void> {
  // The lock makes the second of two concurrent requests for similar names see the first one's channel.
  await sql`SELECT pg_advisory_xact_lock(hashtext('atoll channel ' || name_look(${name})))`.execute(tx);
  await rejectLookalikeName(
    tx,
    name,
    sql`SELECT c.name FROM channels c WHERE c.type <> 'DIRECT' AND c.id <> ${channelId}
      AND (c.type = 'PUBLIC' OR EXISTS (
        SELECT FROM channel_members m WHERE m.channel_id = c.id AND m.user_id = ${viewerId}))`,
  );
}
