import { Readable } from "node:stream";
import { feedDaysAhead, feedDaysBack } from "@atoll/contract/calendar/ics-limits";
import type { Reminder } from "@atoll/contract/calendar/limits";
import type { CalendarSettings } from "@atoll/contract/calendar/schemas";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { knowsTag, tagOf } from "../../../platform/http/not-modified.ts";
import type { ByteAnswer } from "../../../platform/http/register-route.ts";
import { hashLinkToken, newLinkToken } from "../../../platform/seals/link-tokens.ts";
import { shareLoop } from "../../../platform/turns/share-loop.ts";
import type { Override } from "../../../stored-values.ts";
import type { Database } from "../../../tables.ts";
import { minutesBefore, readCalendarSettings } from "../choose-reminders.ts";
import { entryText, type IcsEntry, icsBeginning, icsEnd } from "./write.ts";

const dayMs = 86_400_000;
const mostEntries = 5000;

/** Returns the viewer's feed, or null. */
export async function readFeedState(
  db: Database,
  userId: string,
): Promise<{ createdAt: string; readAt: string | null } | null> {
  const row = await db
    .selectFrom("calendar_feeds")
    .select(["created_at", "read_at"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row ? { createdAt: row.created_at.toISOString(), readAt: row.read_at?.toISOString() ?? null } : null;
}

/**
 * Creates a new address for the viewer's feed and revokes the previous one. Only its hash is stored, so that nobody who
 * reads the database can follow a calendar, and the address is shown only once.
 */
export async function makeFeed(
  db: Database,
  userId: string,
): Promise<{ feed: { createdAt: string; readAt: string | null }; url: string }> {
  const { token, hash } = newLinkToken();
  const values = { user_id: userId, secret_hash: hash, created_at: new Date(), read_at: null };
  await db
    .insertInto("calendar_feeds")
    .values(values)
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(values))
    .execute();
  const feed = { createdAt: values.created_at.toISOString(), readAt: null };
  return { feed, url: `/api/calendar-feeds/${token}.ics` };
}

export async function endFeed(db: Database, userId: string): Promise<void> {
  await db.deleteFrom("calendar_feeds").where("user_id", "=", userId).execute();
}

/**
 * Returns a person's calendar for another program, from 30 days back to 400 ahead. Each occurrence is an event of its
 * own, so that no program has to expand rules. Declined events are left out, and so are all events of a person who can
 * no longer sign in.
 * @throws {AppError} `feed_not_found`
 */
export async function readFeed(db: Database, secret: string, known: string | undefined): Promise<ByteAnswer> {
  const owner = await ownerOf(db, hashLinkToken(secret));
  if (!owner) throw new AppError("feed_not_found");
  await sql`UPDATE calendar_feeds SET read_at = now()
    WHERE user_id = ${owner.id} AND (read_at IS NULL OR read_at < now() - interval '10 minutes')`.execute(db);
  const turn = shareLoop();
  const settings = await readCalendarSettings(db, owner.id);
  const parts = [icsBeginning(`Atoll: ${owner.name}`)];
  for (const row of await timesOf(db, owner.id, new Date())) {
    parts.push(entryText(entryOf(row, settings)));
    await turn();
  }
  parts.push(icsEnd);
  const content = Buffer.from(parts.join(""));
  const etag = tagOf(content);
  const headers = { etag, "cache-control": "private, max-age=300" };
  if (knowsTag(known, etag)) return { status: 304, headers };
  return {
    status: 200,
    headers: {
      ...headers,
      "content-type": "text/calendar; charset=utf-8",
      "content-length": String(content.length),
      "content-disposition": 'inline; filename="atoll.ics"',
    },
    content: Readable.from([content]),
  };
}

async function ownerOf(db: Database, hash: Buffer): Promise<{ id: string; name: string } | undefined> {
  const { rows } = await sql<{ id: string; name: string }>`SELECT a.id, p.name
    FROM calendar_feeds f JOIN accounts a ON a.id = f.user_id JOIN profiles p ON p.id = a.id
    WHERE f.secret_hash = ${hash} AND a.disabled_at IS NULL AND EXISTS (SELECT FROM user_roles ur
      JOIN roles r ON r.id = ur.role_id WHERE ur.user_id = a.id AND lower(r.name) <> 'pending')`.execute(db);
  return rows[0];
}

interface TimeRow {
  id: string;
  occurrence: string;
  starts: string;
  ends: string;
  starts_at: Date;
  ends_at: Date;
  all_day: boolean;
  title: string;
  description: string;
  location: string;
  link: string;
  visibility: string;
  shows_as: string;
  version: number;
  updated_at: Date;
  override: Override | null;
  reminders: Reminder[] | null;
}

async function timesOf(db: Database, userId: string, now: Date): Promise<TimeRow[]> {
  const from = new Date(now.getTime() - feedDaysBack * dayMs);
  const until = new Date(now.getTime() + feedDaysAhead * dayMs);
  const { rows } =
    await sql<TimeRow>`SELECT e.id, o.occurrence, o.starts, o.ends, o.starts_at, o.ends_at, e.all_day,
      e.title, e.description, e.location, e.link, e.visibility, e.shows_as, e.version, e.updated_at, x.override, a.reminders
    FROM event_attendees a JOIN events e ON e.id = a.event_id JOIN event_occurrences o ON o.event_id = e.id
    LEFT JOIN event_exceptions x ON x.event_id = o.event_id AND x.occurrence = o.occurrence
    LEFT JOIN event_answers y ON y.event_id = o.event_id AND y.occurrence = o.occurrence AND y.user_id = a.user_id
    WHERE a.user_id = ${userId} AND a.end_at >= ${from} AND a.start_at < ${until} AND e.deleted_at IS NULL
      AND o.starts_at < ${until} AND o.ends_at >= ${from} AND coalesce(y.rsvp, a.rsvp) <> 'declined'
    ORDER BY o.starts_at, o.event_id, o.occurrence LIMIT ${sql.lit(mostEntries)}`.execute(db);
  return rows;
}

function entryOf(row: TimeRow, settings: CalendarSettings): IcsEntry {
  const { starts: start, ends: end } = row;
  const day = { start, end, allDay: true, zone: "UTC", rule: null, added: [], removed: [] };
  return {
    uid: `${row.id}-${row.occurrence}@atoll`,
    sequence: row.version,
    changedAt: row.updated_at,
    title: row.override?.title ?? row.title,
    description: row.override?.description ?? row.description,
    location: row.override?.location ?? row.location,
    link: row.override?.link ?? row.link,
    isFree: row.shows_as === "free",
    isPrivate: row.visibility === "private",
    alarms: minutesBefore(row.reminders, row.all_day, settings),
    when: row.all_day ? { series: day } : { startsAt: row.starts_at, endsAt: row.ends_at },
  };
}
