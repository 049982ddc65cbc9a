import type { Notifications } from "../../platform/database/notifications.ts";
import type { Log } from "../../platform/log.ts";
import type { Realtime } from "../../platform/realtime/realtime.ts";
import type { Database } from "../../tables.ts";
import { findListedChannel } from "./get-channel.ts";
import { statusTopic } from "./presence/chosen-statuses.ts";
import { channelRoom, chatterRoom } from "./rooms.ts";

const memberTopic = "atoll_channel_member";
const channelTopic = "atoll_channel_changed";

/** What this slice listens to. */
export const chatTopics = [memberTopic, channelTopic, statusTopic];

/** A department that joins a channel is counted once, not once for each of its people. */
const countPauseMs = 200;

/**
 * Makes who joined, left, or changed something about a channel felt on this node, whichever node it was done on:
 * the database tells of each committed row. Sockets enter and leave rooms at once, before anybody is told of it.
 */
export function connectMembers(deps: {
  db: Database;
  notifications: Notifications;
  realtime: Realtime;
  /** The person as the policies want them; undefined when they may not be here. */
  findViewer: (userId: string) => Promise<Parameters<typeof findListedChannel>[1] | undefined>;
  log: Log;
}): void {
  const { db, notifications, realtime, log } = deps;
  const inTurn = createTurns((error) => log.warn({ err: error }, "a change to a channel was not told"));
  const counting = new Set<string>();

  notifications.on(memberTopic, (payload) => {
    const [channelId = "", userId = "", kind] = payload.split(" ");
    const person = chatterRoom(userId);
    if (kind === "+") realtime.join(person, channelRoom(channelId));
    if (kind === "-") realtime.leave(person, channelRoom(channelId));
    if (kind !== "=") countSoon(channelId);
    inTurn(payload.slice(0, -1), async () => {
      if (kind === "-") realtime.send(person, "channel.removed", { channelId });
      else await sendOwn(userId, channelId, kind === "+" ? "channel.added" : "channel.updated");
    });
  });
  notifications.on(channelTopic, (channelId) => inTurn(channelId, () => sendShared(channelId)));
  // Who joined and left meanwhile is not known: every socket's rooms are read again.
  notifications.onGap(realtime.recheckRooms);

  async function sendOwn(
    userId: string,
    channelId: string,
    event: "channel.added" | "channel.updated",
  ): Promise<void> {
    if (!realtime.isHeard(chatterRoom(userId))) return;
    const viewer = await deps.findViewer(userId);
    const channel = viewer && (await findListedChannel(db, viewer, channelId));
    if (channel) realtime.send(chatterRoom(userId), event, { channel });
  }

  async function sendShared(channelId: string): Promise<void> {
    if (!realtime.isHeard(channelRoom(channelId))) return;
    const row = await db
      .selectFrom("channels")
      .select(["name", "topic", "description", "is_owners_only", "archived_at"])
      .where("id", "=", channelId)
      .executeTakeFirst();
    if (!row) return;
    realtime.send(channelRoom(channelId), "channel.changed", {
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
      realtime.send(channelRoom(channelId), "channel.counted", { channelId, memberCount: row.member_count });
    }
  }
}

/**
 * Does what concerns the same thing one after the other, so that what was read first is told first: else somebody
 * who came and went would be told in the other order, and an old name would stay on the screen.
 */
function createTurns(onFailure: (error: unknown) => void) {
  const last = new Map<string, Promise<void>>();
  return (key: string, work: () => Promise<void>): void => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work).catch(onFailure);
    last.set(key, turn);
    void turn.then(() => {
      if (last.get(key) === turn) last.delete(key);
    });
  };
}
