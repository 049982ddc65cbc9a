import { sql } from "kysely";
import { refuseLookalike } from "../../../platform/lookalikes.ts";
import type { Database } from "../../../tables.ts";

/** Names of public channels are unique in any case. */
export const uniqueChannels = { channels_public_name: "channel_name_taken" } as const;

/**
 * Lets a channel's name pass that nobody takes for another one's: of all public channels, archived ones too, since
 * they may come back, and of the private ones that the viewer is in. What others are called in private is not told.
 * @param channelId of the channel that gets the name.
 * @throws {AppError} `name_looks_taken`.
 */
export async function refuseChannelLike(
  tx: Database,
  viewerId: string,
  channelId: string,
  name: string,
): Promise<void> {
  // Of two at once who want names that look alike, the second sees what the first has made.
  await sql`SELECT pg_advisory_xact_lock(hashtext('atoll channel ' || name_look(${name})))`.execute(tx);
  await refuseLookalike(
    tx,
    name,
    sql`SELECT c.name FROM channels c WHERE c.type <> 'DIRECT' AND c.id <> ${channelId}
      AND (c.type = 'PUBLIC' OR EXISTS (
        SELECT FROM channel_members m WHERE m.channel_id = c.id AND m.user_id = ${viewerId}))`,
  );
}
