import { sql } from "kysely";
import { notifyTopics } from "../../notify-topics.ts";
import type { Job } from "../../platform/jobs/jobs.ts";
import { createAlarm } from "../../platform/turns/one-at-a-time.ts";
import type { LivePart, SliceContext } from "../../slice.ts";
import type { Database, Tables } from "../../tables.ts";
import { expandNotifications } from "./expand.ts";
import { isHere } from "./is-here.ts";

/**
 * Creates entries as soon as a notification is committed, and returns snoozed ones at their time, on whichever node is
 * first. The job does what a dead node left.
 */
export function connectNotifications(context: SliceContext): LivePart {
  const { db, log } = context;
  const expand = createAlarm({
    ring: (signal) => expandNotifications(expandDependencies(context), signal),
    untilNextMs: () => untilTellingMs(db),
    onFailure: (error) => log.warn({ err: error }, "people are told later"),
  });
  const wake = createAlarm({
    ring: () => wakeEntries(db),
    untilNextMs: () => untilNextMs(db),
    onFailure: (error) => log.warn({ err: error }, "what was put off comes back later"),
  });

  return {
    topics: {
      [notifyTopics.notificationQueued]: expand.now,
      [notifyTopics.entrySnoozed]: wake.now,
    },
    async onGap() {
      expand.now();
      wake.now();
    },
    async stop() {
      await Promise.all([expand.stop(), wake.stop()]);
    },
  };
}

/** Does, once a minute, what no node did in time. */
export function notificationJob(context: SliceContext): Job<Tables> {
  return {
    name: "notifications.tell",
    cron: "* * * * *",
    async run({ signal }) {
      await expandNotifications(expandDependencies(context), signal);
      await wakeEntries(context.db);
    },
  };
}

function expandDependencies({ db, log, notificationKinds, realtime, hereElsewhere, mail }: SliceContext) {
  return {
    ...{ db, log, notificationKinds, isHere: isHere({ realtime, hereElsewhere }) },
    isMailOn: mail !== undefined,
  };
}

/** Returns snoozed entries to the inbox as if they were new. */
async function wakeEntries(db: Database): Promise<void> {
  await sql`UPDATE notifications SET at = snoozed_until, snoozed_until = NULL, read_at = NULL
    WHERE id IN (
      SELECT id FROM notifications WHERE snoozed_until <= now() ORDER BY id FOR UPDATE SKIP LOCKED
    )`.execute(db);
}

async function untilTellingMs(db: Database): Promise<number | undefined> {
  const { rows } = await sql<{ ms: number | null }>`
    SELECT (extract(epoch FROM min(due_at) - clock_timestamp()) * 1000)::float8 AS ms FROM tellings`.execute(
    db,
  );
  return rows[0]?.ms ?? undefined;
}

async function untilNextMs(db: Database): Promise<number | undefined> {
  const { rows } = await sql<{ ms: number | null }>`
    SELECT (extract(epoch FROM min(snoozed_until) - clock_timestamp()) * 1000)::float8 AS ms
    FROM notifications WHERE snoozed_until IS NOT NULL`.execute(db);
  return rows[0]?.ms ?? undefined;
}
