import type { ChannelType } from "@atoll/contract/chat/schemas";
import { maxGroupSize } from "@atoll/contract/chat/schemas";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Database } from "../../../tables.ts";
import { directName } from "../channels/direct-name.ts";

export interface ChannelToImport {
  type: Exclude<ChannelType, "DIRECT"> | { between: readonly string[] };
  name: string;
  topic: string;
  description: string;
  createdBy: string | null;
  createdAt: Date;
}

/**
 * Creates a channel for imported messages. It is archived and has no members until `finishImportedChannel`, so that
 * nobody sees half of it. A direct chat is the existing one of the same people, if there is one; of one person, or of
 * more than fit, it is a private channel.
 */
export async function openImportedChannel(
  tx: Database,
  { type, name, topic, description, createdBy, createdAt }: ChannelToImport,
): Promise<{ id: string; isNew: boolean; name: string }> {
  const people = typeof type === "object" ? [...new Set(type.between)] : [];
  const isDirect = people.length >= 2 && people.length <= maxGroupSize;
  const row = {
    id: uuidv7(),
    type: isDirect ? ("DIRECT" as const) : typeof type === "object" ? ("PRIVATE" as const) : type,
    topic,
    description,
    department_id: null,
    created_by: createdBy,
    created_at: createdAt,
    last_activity: createdAt,
    archived_at: sql<Date>`now()`,
  };
  for (let tries = 1; ; tries += 1) {
    const suffix = tries === 1 ? "" : `-${tries}`;
    const tried = isDirect ? directName(people) : `${name.slice(0, 80 - suffix.length)}${suffix}`;
    const created = await tx
      .insertInto("channels")
      .values({ ...row, name: tried })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (created) return { id: created.id, isNew: true, name: tried };
    if (!isDirect) continue;
    const { id } = await tx
      .selectFrom("channels")
      .select("id")
      .where("name", "=", tried)
      .where("type", "=", "DIRECT")
      .executeTakeFirstOrThrow();
    return { id, isNew: false, name: tried };
  }
}

/**
 * Adds the members of an imported channel, with everything read, and opens it. Members of a direct chat can
 * be former colleagues; those of other channels have accounts. Nobody has added a guest, so none is among them.
 * @returns whether anybody with an account can read it.
 */
export async function finishImportedChannel(
  tx: Database,
  channel: {
    id: string;
    isNew: boolean;
    memberIds: readonly string[];
    ownerId: string | null;
    isArchived: boolean;
  },
): Promise<boolean> {
  const { id, isNew, memberIds, ownerId, isArchived } = channel;
  const { rows } = await sql<{ user_id: string; has_account: boolean }>`
    INSERT INTO channel_members (channel_id, user_id, joined_at, last_read_seq, last_read, is_owner)
    SELECT c.id, p.id, c.created_at, c.head, now(),
      c.type <> 'DIRECT' AND ${isNew} AND p.id IS NOT DISTINCT FROM ${ownerId}::uuid
    FROM channels c, profiles p
    WHERE c.id = ${id} AND p.id = ANY(${[...memberIds]}::uuid[]) AND NOT c.follows_department
      AND (c.type = 'DIRECT' OR EXISTS (SELECT FROM accounts a WHERE a.id = p.id))
      AND NOT EXISTS (SELECT FROM accounts g WHERE g.id = p.id AND g.guest_until IS NOT NULL)
    ORDER BY p.id
    ON CONFLICT DO NOTHING
    RETURNING user_id, EXISTS (SELECT FROM accounts a WHERE a.id = user_id) AS has_account`.execute(tx);
  const hasReaders = rows.some(({ has_account }) => has_account);
  if (!isNew) return hasReaders;
  await sql`UPDATE channel_members SET is_owner = true WHERE (channel_id, user_id) IN (
      SELECT m.channel_id, m.user_id FROM channel_members m
        JOIN channels c ON c.id = m.channel_id JOIN accounts a ON a.id = m.user_id AND a.guest_until IS NULL
      WHERE m.channel_id = ${id} AND c.type <> 'DIRECT'
        AND NOT EXISTS (SELECT FROM channel_members o WHERE o.channel_id = m.channel_id AND o.is_owner)
      ORDER BY a.disabled_at IS NOT NULL, m.user_id LIMIT 1)`.execute(tx);
  await sql`UPDATE channels SET archived_at = CASE
      WHEN ${isArchived} OR (type = 'PRIVATE' AND ${!hasReaders}) THEN coalesce(archived_at, now()) END
    WHERE id = ${id}`.execute(tx);
  return hasReaders;
}

/**
 * Returns the number before the first of so many messages that are older than those of an existing channel. Null if the
 * channel has no newer ones: they get its next numbers.
 */
export async function findPlaceBefore(
  tx: Database,
  channelId: string,
  firstAt: Date,
  count: number,
): Promise<number | null> {
  const { rows } = await sql<{ lowest: number; is_newer: boolean }>`
    SELECT least(1, (SELECT min(changed_seq) FROM messages WHERE channel_id = ${channelId}),
        (SELECT min(seq) FROM messages WHERE channel_id = ${channelId} AND parent_id IS NULL)) AS lowest,
      coalesce((SELECT created_at > ${firstAt} FROM messages WHERE channel_id = ${channelId} AND parent_id IS NULL
        ORDER BY seq DESC LIMIT 1), false) AS is_newer`.execute(tx);
  const [row] = rows;
  return row?.is_newer ? row.lowest - count - 1 : null;
}
