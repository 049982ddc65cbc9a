import { setTimeout as sleep } from "node:timers/promises";
import { notifyTopics } from "../../notify-topics.ts";
import { shareLoop } from "../../platform/turns/share-loop.ts";
import type { LivePart, SliceContext } from "../../slice.ts";
import { ownRoom } from "../people/public.ts";
import { type OpenKinds, openKinds } from "./open-kinds.ts";
import { presentEntries } from "./present.ts";
import { countEntries, findEntries } from "./queries.ts";

/** Maximum people per set of statements. */
const maxTogether = 200;
const provePauseMs = 250;

/** A change of a person's inbox: one entry, by its ID, or several. */
type News = { userId: string; entryId: string | undefined };

/**
 * Broadcasts changed entries to their person's devices: the database announces each committed change, and each node
 * notifies its own sockets. For many people at the same moment, the data is read together.
 */
export function connectInbox(context: SliceContext): LivePart {
  const { realtime, log, isHearing, provesCaughtUp } = context;
  let news = new Map<string, News>();
  let telling: Promise<void> | undefined;
  let isStopping = false;

  function heard(payload: string): void {
    const [userId = "", entryId] = payload.split(" ");
    if (!realtime.isHeard(ownRoom(userId))) return;
    const before = news.get(userId);
    news.set(userId, { userId, entryId: !before || before.entryId === entryId ? entryId : undefined });
    telling ??= tellAll().finally(() => {
      telling = undefined;
    });
  }

  async function tellAll(): Promise<void> {
    // Announcements in the same moment are handled together.
    await new Promise(setImmediate);
    while (news.size > 0) {
      // An entry must not overtake the end of a session or the loss of a right that another node has committed.
      while (isHearing() && !isStopping && !(await provesCaughtUp())) await sleep(provePauseMs);
      // Sockets are closed then, and every inbox is told of when this node hears again.
      if (isStopping || !isHearing()) return news.clear();
      const batch = [...news.values()].slice(0, maxTogether);
      news = new Map([...news].slice(maxTogether));
      await notifyTogether(context, batch, (userId) => news.has(userId)).catch((error: unknown) =>
        log.warn({ err: error }, "news of inboxes were not told"),
      );
    }
  }

  return {
    topics: {
      [notifyTopics.inboxChanged]: heard,
    },
    // The missed changes are unknown, so every inbox may have changed.
    onGap() {
      for (const userId of new Set(realtime.identities().map((identity) => identity.userId))) heard(userId);
    },
    async stop() {
      isStopping = true;
      await telling;
    },
  };
}

/** Returns whether a person has further news that is not sent yet. */
type HasMore = (userId: string) => boolean;

async function notifyTogether(
  context: SliceContext,
  batch: readonly News[],
  hasMore: HasMore,
): Promise<void> {
  const { viewers, notificationKinds } = context;
  const openTo = openKinds(notificationKinds, await viewers.holders(batch.map(({ userId }) => userId)));
  for (const [open, group] of Map.groupBy(batch, ({ userId }) => openTo(userId))) {
    if (open.length > 0) await tellGroup(context, open, group, hasMore);
  }
}

async function tellGroup(
  context: SliceContext,
  open: OpenKinds,
  group: readonly News[],
  hasMore: HasMore,
): Promise<void> {
  const { db, realtime, notificationKinds } = context;
  const reading = { db, notificationKinds, open };
  const userIds = group.map(({ userId }) => userId);
  const entryIds = group.flatMap(({ entryId }) => entryId ?? []);
  // Read the entries before the counts: a change in between is sent next, with its own counts.
  const rows = entryIds.length > 0 ? await findEntries(reading, userIds, entryIds) : [];
  const entries = new Map((await presentEntries(context, rows)).map((entry) => [entry.id, entry]));
  const counts = await countEntries(reading, userIds);
  const share = shareLoop();
  for (const { userId, entryId } of group) {
    await share();
    const own = counts.get(userId);
    if (!own) continue;
    // Something came between: they may have been taken out of the place that the entry was read of.
    if (entryId === undefined || hasMore(userId))
      realtime.sendHere(ownRoom(userId), "notifications.changed", { counts: own });
    else {
      const entry = entries.get(entryId) ?? null;
      realtime.sendHere(ownRoom(userId), "notification.changed", { id: entryId, entry, counts: own });
    }
  }
}
