import { digestTabs, lastDigest, nextDigest } from "@atoll/contract/mail/digest-time";
import type { DigestRhythm } from "@atoll/contract/mail/mail-kinds";
import { quietForMs } from "@atoll/contract/notifications/quiet-hours";
import { quietHoursSchema } from "@atoll/contract/notifications/settings-schemas";
import { openTaskStatuses } from "@atoll/contract/tasks/limits";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Job } from "../../platform/jobs/jobs.ts";
import { serverZone } from "../../platform/server-zone.ts";
import type { SliceContext } from "../../slice.ts";
import type { Database, Tables } from "../../tables.ts";
import { zonesOf } from "../identity/public.ts";
import { isLetIn } from "../people/public.ts";
import { queueMails } from "./public.ts";

/** People per transaction. */
const sliceSize = 200;
/** An account that is disabled now may be enabled again. */
const disabledForMs = 24 * 3600_000;

/** Queues the digests that are due, a slice of people at a time. */
export function queueDigestsJob(context: Pick<SliceContext, "enqueue" | "mail">): Job<Tables> {
  const job: Job<Tables> = {
    name: "digest.queue",
    cron: "*/5 * * * *",
    async run({ tx }) {
      // Nothing is noted while mail is off: each person gets one digest, the newest, when it is set up again.
      if (!context.mail) return;
      const seen = await queueDueDigests(tx, new Date());
      if (seen === sliceSize) await context.enqueue(tx, job, {}, uuidv7());
    },
  };
  return job;
}

interface DuePerson {
  id: string;
  email: string;
  is_active: boolean;
  digest: DigestRhythm;
  digest_hour: number;
  digest_weekday: number;
  digested_on: string | null;
  quiet_hours: unknown;
  has_something: boolean;
}

/**
 * Queues the digests of one slice of people, in a transaction that also notes the day: each has one digest a day or
 * week, no matter how many nodes run this, and which of them die.
 * @returns how many people were looked at.
 */
export async function queueDueDigests(tx: Database, now: Date): Promise<number> {
  const people = await takeDuePeople(tx, now);
  const zones = await zonesOf(
    tx,
    people.map(({ id }) => id),
  );
  const steps = people.map((person) => ({
    person,
    step: judgeDigest(person, zones.get(person.id) ?? serverZone, now),
  }));
  const due = steps.flatMap(({ person, step }) =>
    step.isSent && person.has_something ? [{ ...person, key: `digest ${person.id}` }] : [],
  );
  // One that still waits, since the mail server is down, is the newest when it is sent. It is not given up for its age.
  await sql`UPDATE mails SET trying_since = now()
    WHERE key = ANY(${due.map(({ key }) => key)}::text[]) AND state = 'waiting'`.execute(tx);
  await queueMails(
    tx,
    due.map(({ id, email, key }) => ({ kind: "digest", userId: id, address: email, key })),
  );
  await sql`UPDATE mail_preferences p SET digested_on = g.day, digest_due_at = g.due_at
    FROM unnest(${steps.map(({ person }) => person.id)}::uuid[], ${steps.map(({ step }) => step.day)}::date[],
      ${steps.map(({ step }) => step.dueAt)}::timestamptz[]) AS g (id, day, due_at)
    WHERE p.user_id = g.id`.execute(tx);
  return people.length;
}

async function takeDuePeople(tx: Database, now: Date): Promise<DuePerson[]> {
  const { rows } = await sql<DuePerson>`
    WITH due AS MATERIALIZED (
      SELECT user_id FROM mail_preferences WHERE digest <> 'off' AND digest_due_at <= ${now}
      ORDER BY digest_due_at LIMIT ${sql.lit(sliceSize)} FOR UPDATE SKIP LOCKED
    )
    SELECT a.id, a.email, ${isLetIn("a")} AND a.email_confirmed_at IS NOT NULL AS is_active,
      p.digest, p.digest_hour, p.digest_weekday, to_char(p.digested_on, 'YYYY-MM-DD') AS digested_on,
      s.settings -> 'quietHours' AS quiet_hours,
      EXISTS (SELECT FROM unnest(${[...digestTabs]}::text[]) AS t (tab) CROSS JOIN LATERAL (
          SELECT FROM notifications n WHERE n.user_id = a.id AND n.tab = t.tab
            AND n.done_at IS NULL AND n.read_at IS NULL ORDER BY n.at DESC LIMIT 1) unread)
        OR EXISTS (SELECT FROM tasks k WHERE k.assignee_id = a.id AND k.deleted_at IS NULL AND k.status = ANY(${[...openTaskStatuses]})
          AND k.due_date <= (${now}::timestamptz + interval '2 days')::date LIMIT 1)
        OR EXISTS (SELECT FROM tasks k WHERE k.created_by = a.id AND k.assignee_id IS NULL AND k.deleted_at IS NULL AND k.status = ANY(${[...openTaskStatuses]})
          AND k.due_date <= (${now}::timestamptz + interval '2 days')::date LIMIT 1) AS has_something
    FROM due JOIN mail_preferences p ON p.user_id = due.user_id JOIN accounts a ON a.id = p.user_id
    LEFT JOIN notification_settings s ON s.user_id = a.id`.execute(tx);
  return rows;
}

/** Returns what happens with a person's digest now, the day it then counts for, and when to look again. */
function judgeDigest(
  person: DuePerson,
  zone: string,
  now: Date,
): { isSent: boolean; day: string | null; dueAt: Date } {
  const { is_active, digest, digest_hour: digestHour, digest_weekday: digestWeekday } = person;
  const time = { digest, digestHour, digestWeekday };
  const { day } = lastDigest(time, zone, now);
  const before = person.digested_on;
  if (!is_active) return { isSent: false, day: before, dueAt: new Date(now.getTime() + disabledForMs) };
  const dueAt = nextDigest(time, zone, now);
  // A new person has no digest of the time before.
  if (before === null) return { isSent: false, day, dueAt };
  if (before >= day) return { isSent: false, day: before, dueAt };
  const quietHours = quietHoursSchema.nullish().safeParse(person.quiet_hours);
  const quietMs = quietHours.data ? quietForMs(quietHours.data, now) : 0;
  if (quietMs > 0) return { isSent: false, day: before, dueAt: new Date(now.getTime() + quietMs) };
  return { isSent: true, day, dueAt };
}
