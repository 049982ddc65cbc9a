import { canInviteGuests, type PermissionHolder } from "@atoll/contract/permissions";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import type { Database } from "../../../tables.ts";
import { changeAs } from "../../identity/public.ts";
import { notify } from "../../notifications/public.ts";
import { accessChannel } from "../public.ts";
import { lockMembers } from "./lock-members.ts";
import { type ActingViewer, recordChannelAct } from "./record-channel-act.ts";

/**
 * Adds somebody to a channel on behalf of a member.
 * @throws {AppError} as `accessChannel`, `assertMayAddGuests` and `addMembers`; `channel_archived`, `direct_channel`, `department_channel`.
 */
export async function addMember(
  db: Database,
  viewer: ActingViewer,
  channelId: string,
  personId: string,
): Promise<void> {
  await changeAs(db, viewer, async (tx, adder) => {
    await lockMembers(tx, channelId, [adder.id]);
    const channel = await accessChannel(tx, adder, channelId);
    if (channel.archived_at) throw new AppError("channel_archived");
    assertMembersChange(channel);
    await assertMayAddGuests(tx, adder, [personId]);
    const personIds = await addMembers(tx, channel.id, [personId], adder.id);
    await notify(tx, { kind: "channel.added", subjectId: channelId, actorId: adder.id, people: personIds });
    if (personIds.length > 0) await recordChannelAct(tx, viewer, channelId, "channel.joined", { personIds });
  });
}

/**
 * Asserts that a viewer may add these people to a channel of theirs: guests only with the permission to invite guests.
 * @throws {AppError} `forbidden`.
 */
export async function assertMayAddGuests(
  tx: Database,
  adder: PermissionHolder,
  personIds: readonly string[],
): Promise<void> {
  if (personIds.length === 0 || canInviteGuests(adder)) return;
  const guest = await tx
    .selectFrom("accounts")
    .select("id")
    .where(sql<boolean>`id = ANY(${[...personIds]}::uuid[])`)
    .where("guest_until", "is not", null)
    .limit(1)
    .executeTakeFirst();
  if (guest) throw new AppError("forbidden", { detail: "no guests/invite" });
}

/**
 * Makes people members of a channel, all of them or none. Existing members stay. Earlier messages count as read for new
 * ones. The caller checks whether they may be added.
 * @param adderId the person who adds them, which they see until they open the channel; not shown for oneself.
 * @returns the IDs of the people who were not members before.
 * @throws {AppError} `person_not_found` if one of them has no active account.
 */
export async function addMembers(
  db: Database,
  channelId: string,
  personIds: readonly string[],
  adderId: string | null = null,
): Promise<string[]> {
  const wanted = [...new Set(personIds)];
  if (wanted.length === 0) return [];
  // Locks the accounts until the commit, so that an account deleted at the same time does not stay a member.
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
 * Asserts that a channel's members can change: those of a direct chat and of a department's channel are fixed.
 * @throws {AppError} `direct_channel`, `department_channel`.
 */
export function assertMembersChange(channel: { type: string; follows_department: boolean }): void {
  if (channel.type === "DIRECT") throw new AppError("direct_channel");
  if (channel.follows_department) throw new AppError("department_channel");
}
