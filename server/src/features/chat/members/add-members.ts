import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import type { Database } from "../../../tables.ts";
import { changeAs } from "../../identity/access.ts";
import { tell } from "../../notifications/access.ts";
import { accessChannel } from "../access.ts";
import { holdMembers } from "./hold-members.ts";
import { type ActingViewer, recordChannelAct } from "./record-channel-act.ts";

/**
 * Lets a member bring somebody else into a channel.
 * @throws {AppError} as `accessChannel` and `addMembers`; `channel_archived`, `direct_channel`, `department_channel`.
 */
export async function addMember(
  db: Database,
  viewer: ActingViewer,
  channelId: string,
  personId: string,
): Promise<void> {
  await changeAs(db, viewer, async (tx, adder) => {
    await holdMembers(tx, channelId, [adder.id]);
    const channel = await accessChannel(tx, adder, channelId);
    if (channel.archived_at) throw new AppError("channel_archived");
    assertMembersChange(channel);
    const personIds = await addMembers(tx, channel.id, [personId], adder.id);
    await tell(tx, { kind: "channel.added", subjectId: channelId, actorId: adder.id, people: personIds });
    if (personIds.length > 0) await recordChannelAct(tx, viewer, channelId, "channel.joined", { personIds });
  });
}

/**
 * Makes people members of a channel, all of them or none; who is one already stays one. They have read what was there
 * before them. Whether they may be is asked before.
 * @param adderId who brings them in, which they see until they have opened the channel; nobody brings in themselves.
 * @returns the ids of those who were no members before.
 * @throws {AppError} `person_not_found` when one of them has no account that may be here.
 */
export async function addMembers(
  db: Database,
  channelId: string,
  personIds: readonly string[],
  adderId: string | null = null,
): Promise<string[]> {
  const wanted = [...new Set(personIds)];
  if (wanted.length === 0) return [];
  // Held until the commit, so that nobody whose account is deleted meanwhile is left behind as a member.
  const { rows } = await sql<{ count: number; joined: string[] }>`
    WITH person AS (
      SELECT id FROM accounts WHERE id = ANY(${wanted}::uuid[]) AND disabled_at IS NULL ORDER BY id FOR KEY SHARE
    ), joined AS (
      INSERT INTO channel_members (channel_id, user_id, last_read_seq, last_read, added_by)
      SELECT c.id, person.id, c.head, now(), nullif(${adderId}::uuid, person.id) FROM channels c, person
      WHERE c.id = ${channelId} AND (SELECT count(*) FROM person) = ${wanted.length}
      ON CONFLICT DO NOTHING
      RETURNING user_id
    )
    SELECT (SELECT count(*) FROM person) AS count, ARRAY(SELECT user_id FROM joined) AS joined`.execute(db);
  if (rows[0]?.count !== wanted.length) throw new AppError("person_not_found");
  return rows[0].joined;
}

/**
 * The members of a direct chat are those it was opened with; a department's channel has its department's.
 * @throws {AppError} `direct_channel`, `department_channel`.
 */
export function assertMembersChange(channel: { type: string; follows_department: boolean }): void {
  if (channel.type === "DIRECT") throw new AppError("direct_channel");
  if (channel.follows_department) throw new AppError("department_channel");
}
