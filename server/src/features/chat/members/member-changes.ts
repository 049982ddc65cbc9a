import { sql } from "kysely";
import { notifyTopics } from "../../../notify-topics.ts";
import { createOrder } from "../../../platform/turns/in-order.ts";
import type { LivePart, SliceContext } from "../../../slice.ts";
import { hasGuests } from "../channel-queries.ts";
import { findListedChannel } from "../get-channel.ts";
import { channelRoom, chatterRoom } from "../rooms.ts";

/** A department that joins a channel is counted once, not once for each of its people. */
const countPauseMs = 200;

/**
 * Applies committed changes of channels and members on this node, whichever node made them. Sockets enter and leave
 * rooms before the change is broadcast.
 */
export function connectMembers({ db, realtime, viewers, log }: SliceContext): LivePart {
  const inTurn = createOrder((error) => log.warn({ err: error }, "a change to a channel was not told"));
  const counting = new Set<string>();

  function heard(payload: string): void {
    const [channelId = "", userId = "", kind] = payload.split(" ");
    const person = chatterRoom(userId);
    if (kind === "+") realtime.join(person, channelRoom(channelId));
    if (kind === "-") realtime.leave(person, channelRoom(channelId));
    if (kind !== "=") countSoon(channelId);
    inTurn(payload.slice(0, -1), async () => {
      if (kind === "-") {
        realtime.sendHere(person, "channel.removed", { channelId });
        await reconnectGuests(channelId, userId);
      } else await sendOwn(userId, channelId, kind === "+" ? "channel.added" : "channel.updated");
    });
  }

  /**
   * Guests watch the presence of people in their channels. When one of them leaves, the sockets of the guests come back and
   * choose again.
   */
  async function reconnectGuests(channelId: string, leaverId: string): Promise<void> {
    if (!realtime.isHeard(channelRoom(channelId)) && !realtime.isHeard(chatterRoom(leaverId))) return;
    const { rows } = await sql<{ id: string }>`SELECT a.id FROM accounts a WHERE a.guest_until IS NOT NULL
      AND (a.id = ${leaverId} OR EXISTS (
        SELECT FROM channel_members m WHERE m.channel_id = ${channelId} AND m.user_id = a.id))`.execute(db);
    const guests = new Set(rows.map(({ id }) => id));
    if (guests.size > 0) realtime.reconnect((identity) => guests.has(identity.userId));
  }

  async function sendOwn(
    userId: string,
    channelId: string,
    event: "channel.added" | "channel.updated",
  ): Promise<void> {
    if (!realtime.isHeard(chatterRoom(userId))) return;
    const viewer = await viewers.ofUser(userId);
    const channel = viewer && (await findListedChannel(db, viewer, channelId));
    if (channel) realtime.sendHere(chatterRoom(userId), event, { channel });
  }

  async function sendShared(channelId: string): Promise<void> {
    if (!realtime.isHeard(channelRoom(channelId))) return;
    const row = await db
      .selectFrom("channels")
      .select(["name", "topic", "description", "is_owners_only", "archived_at"])
      .where("id", "=", channelId)
      .executeTakeFirst();
    if (!row) return;
    realtime.sendHere(channelRoom(channelId), "channel.changed", {
      channelId,
      name: row.name,
      topic: row.topic,
      description: row.description,
      isOwnersOnly: row.is_owners_only,
      archivedAt: row.archived_at?.toISOString() ?? null,
    });
  }

  function countSoon(channelId: string): void {
    if (counting.has(channelId)) return;
    counting.add(channelId);
    setTimeout(() => {
      counting.delete(channelId);
      inTurn(channelId, () => sendCount(channelId));
    }, countPauseMs).unref();
  }

  async function sendCount(channelId: string): Promise<void> {
    if (!realtime.isHeard(channelRoom(channelId))) return;
    const row = await db
      .selectFrom("channels as c")
      .select(["c.member_count", hasGuests.as("has_guests")])
      .where("c.id", "=", channelId)
      .executeTakeFirst();
    if (row) {
      realtime.sendHere(channelRoom(channelId), "channel.counted", {
        channelId,
        memberCount: row.member_count,
        hasGuests: row.has_guests,
      });
    }
  }

  return {
    topics: {
      [notifyTopics.channelMemberChanged]: heard,
      [notifyTopics.channelChanged]: (channelId) => inTurn(channelId, () => sendShared(channelId)),
      [notifyTopics.channelGuestsChanged]: countSoon,
    },
    // Changes may have been missed: every socket's rooms are determined again.
    onGap: realtime.recheckRooms,
  };
}
