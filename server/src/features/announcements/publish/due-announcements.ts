import { canPublishAnnouncements } from "@atoll/contract/announcements/policy";
import { sql } from "kysely";
import { notifyTopics } from "../../../notify-topics.ts";
import { AppError } from "../../../platform/app-error.ts";
import { touchColumns } from "../../../platform/database/touch-columns.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { Job } from "../../../platform/jobs/jobs.ts";
import { createAlarm } from "../../../platform/turns/one-at-a-time.ts";
import type { ChangeSources, LivePart, SliceContext } from "../../../slice.ts";
import type { Database, Tables } from "../../../tables.ts";
import { notify } from "../../notifications/public.ts";
import { broadcastChange, type ChangeToBroadcast } from "../notifications/broadcast-change.ts";
import { refreshNotificationsOf } from "../notifications/notify-audience.ts";
import { roomsOf, roomsOfAudience } from "../rooms.ts";
import type { LockedAnnouncement } from "./lock-announcement.ts";
import { publishLocked } from "./publish-announcement.ts";

export type DueSources = ChangeSources & Pick<SliceContext, "viewers">;

/** Publishes scheduled announcements on time and hides expired ones, on whichever node is first. */
export function watchDueAnnouncements(context: SliceContext): LivePart {
  const alarm = createAlarm({
    ring: (signal) => processDue(context, signal),
    untilNextMs: () => untilNextMs(context.db),
    onFailure: (error) => context.log.warn({ err: error }, "what is scheduled is published later"),
  });
  return { topics: { [notifyTopics.announcementDue]: alarm.now }, onGap: alarm.now, stop: alarm.stop };
}

/** Does, once a minute, what no node did in time, such as during a downtime. */
export function announcementsDueJob(context: SliceContext): Job<Tables> {
  return {
    name: "announcements.due",
    cron: "* * * * *",
    run: ({ signal }) => processDue(context, signal),
  };
}

/** Handles each announcement in a transaction of its own. Its row lock decides which node does it. */
async function processDue(sources: DueSources, signal?: AbortSignal): Promise<void> {
  for (const take of [publishNext, expireNext]) {
    for (;;) {
      signal?.throwIfAborted();
      const toTell = await take(sources);
      if (!toTell) break;
      await broadcastChange(sources, toTell);
    }
  }
}

async function publishNext(sources: DueSources): Promise<ChangeToBroadcast | undefined> {
  return transact(sources.db, async (tx) => {
    const row = await tx
      .selectFrom("announcements as a")
      .selectAll("a")
      .where("a.scheduled_for", "<=", sql<Date>`now()`)
      .orderBy("a.scheduled_for")
      .orderBy("a.id")
      .limit(1)
      .forNoKeyUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!row) return undefined;
    const before = roomsOf(row);
    return { announcementId: row.id, before, isNew: await publishOrRevertToDraft(sources, tx, row) };
  });
}

/**
 * Publishes an announcement on behalf of the person who scheduled it, with their current permissions. Without these, it
 * becomes a draft again.
 */
async function publishOrRevertToDraft(
  { viewers }: DueSources,
  tx: Database,
  row: LockedAnnouncement,
): Promise<boolean> {
  const publisher = row.scheduled_by === null ? undefined : await viewers.ofUser(row.scheduled_by);
  if (!publisher || !(await isEnabled(tx, publisher.id)) || !canPublishAnnouncements(publisher)) {
    await giveBack(tx, row, "rights");
    return false;
  }
  try {
    return await publishLocked(tx, publisher, { address: "" }, row);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await giveBack(tx, row, "unfit");
    return false;
  }
}

async function isEnabled(tx: Database, userId: string): Promise<boolean> {
  const account = await tx
    .selectFrom("accounts")
    .select("disabled_at")
    .where("id", "=", userId)
    .executeTakeFirst();
  return account?.disabled_at === null;
}

async function giveBack(tx: Database, row: LockedAnnouncement, why: "rights" | "unfit"): Promise<void> {
  await tx
    .updateTable("announcements")
    .set({ ...touchColumns, scheduled_for: null, scheduled_by: null })
    .where("id", "=", row.id)
    .execute();
  await notify(tx, {
    kind: "announcement.schedule_failed",
    subjectId: row.id,
    people: [row.author_id],
    facts: { why },
  });
}

/** Broadcasts that an announcement has expired. Its readers' queries exclude it from its expiry on. */
async function expireNext({ db }: DueSources): Promise<ChangeToBroadcast | undefined> {
  return transact(db, async (tx) => {
    const row = await tx
      .updateTable("announcements")
      .set({ is_expiry_told: true, version: touchColumns.version })
      .where("id", "=", (due) =>
        due
          .selectFrom("announcements as a")
          .select("a.id")
          .where("a.status", "=", "PUBLISHED")
          .where("a.is_expiry_told", "=", false)
          .where("a.expires_at", "<=", sql<Date>`now()`)
          .orderBy("a.expires_at")
          .limit(1)
          .forNoKeyUpdate()
          .skipLocked(),
      )
      .returningAll()
      .executeTakeFirst();
    if (!row) return undefined;
    await refreshNotificationsOf(tx, [row.id]);
    return { announcementId: row.id, before: [...roomsOf(row), ...roomsOfAudience(row)] };
  });
}

async function untilNextMs(db: Database): Promise<number | undefined> {
  const { rows } = await sql<{ ms: number | null }>`
    SELECT (extract(epoch FROM least(
      (SELECT min(scheduled_for) FROM announcements WHERE scheduled_for IS NOT NULL),
      (SELECT min(expires_at) FROM announcements
        WHERE status = 'PUBLISHED' AND expires_at IS NOT NULL AND NOT is_expiry_told)
    ) - clock_timestamp()) * 1000)::float8 AS ms`.execute(db);
  return rows[0]?.ms ?? undefined;
}
