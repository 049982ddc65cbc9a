import { notifyTopics } from "../../../notify-topics.ts";
import { createOrder } from "../../../platform/turns/in-order.ts";
import type { LivePart, SliceContext } from "../../../slice.ts";
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
      if (kind === "-") realtime.sendHere(person, "channel.removed", { channelId });
      else await sendOwn(userId, channelId, kind === "+" ? "channel.added" : "channel.updated");
    });
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
      .selectFrom("channels")
      .select("member_count")
      .where("id", "=", channelId)
      .executeTakeFirst();
    if (row) {
      realtime.sendHere(channelRoom(channelId), "channel.counted", {
        channelId,
        memberCount: row.member_count,
      });
    }
  }

  return {
    topics: {
      [notifyTopics.channelMemberChanged]: heard,
      [notifyTopics.channelChanged]: (channelId) => inTurn(channelId, () => sendShared(channelId)),
    },
    // Changes may have been missed: every socket's rooms are determined again.
    onGap: realtime.recheckRooms,
  };
}
