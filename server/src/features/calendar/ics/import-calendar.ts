import { shownImportEvents, shownImportSkips } from "@atoll/contract/calendar/ics-limits";
import type { IcsImport } from "@atoll/contract/calendar/ics-schemas";
import { maxReminders, type Reminder } from "@atoll/contract/calendar/limits";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { hashSent } from "../../../platform/create-once.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/access.ts";
import { noteLeads } from "../remind/leads.ts";
import { type EventSources, tellOfChange } from "../tell-of-change.ts";
import { assertPlace } from "../write/create-event.ts";
import { keepTimes } from "../write/keep-times.ts";
import { columnsOf } from "../write/series-of.ts";
import type { IcsCalendar, IcsEvent } from "./read.ts";
import { readApart } from "./read-apart.ts";

interface ImportInput {
  /** Base64. */
  file: string;
  calendarId: string | null;
  zone: string;
  zones: Record<string, string>;
  asHolidays: boolean;
}

type Outcome = "created" | "changed" | "unchanged";

interface Planned {
  event: IcsEvent;
  hash: Buffer;
  outcome: Outcome;
  /** Of the event that is there already. */
  id: string | null;
}

/** What an import would do, without doing it. @throws {AppError} as `importCalendar`. */
export async function previewImport(
  db: Database,
  viewer: RequestViewer,
  input: ImportInput,
): Promise<IcsImport> {
  const calendar = await read(input);
  await assertPlace(db, viewer, input);
  return present(calendar, await plan(db, viewer.id, calendar, input));
}

/**
 * Brings the events of a file into a calendar of the viewer's own, all or none. What came from an earlier edition of the
 * file, by its UID, is brought up to date where the file says something else than it did then; nobody is invited.
 * @throws {AppError} `ics_unreadable`, `ics_too_much`, `calendar_not_found`.
 */
export async function importCalendar(
  sources: EventSources,
  viewer: RequestViewer,
  input: ImportInput,
): Promise<IcsImport> {
  const calendar = await read(input);
  const { planned, touched } = await transact(sources.db, async (tx) => {
    await assertPlace(tx, viewer, input);
    // One import of a person after the other, so that none makes what the other does.
    await sql`SELECT FROM accounts WHERE id = ${viewer.id} FOR NO KEY UPDATE`.execute(tx);
    const planned = await plan(tx, viewer.id, calendar, input);
    const touched: string[] = [];
    for (const one of planned)
      if (one.outcome !== "unchanged") touched.push(await keep(tx, viewer.id, one, input));
    return { planned, touched };
  });
  for (let at = 0; at < touched.length; at += 100)
    await tellOfChange(sources, { eventIds: touched.slice(at, at + 100), before: [] });
  return present(calendar, planned);
}

function read({ file, zone, zones }: ImportInput): Promise<IcsCalendar> {
  return readApart(Buffer.from(file, "base64"), { home: zone, zones, now: new Date() });
}

async function plan(
  db: Database,
  userId: string,
  { events }: IcsCalendar,
  { calendarId, asHolidays }: ImportInput,
): Promise<Planned[]> {
  const there = await db
    .selectFrom("events")
    .select(["id", "ics_uid", "sent_hash"])
    .where("organiser_id", "=", userId)
    .where("deleted_at", "is", null)
    .where(sql<boolean>`ics_uid = ANY(${events.map(({ uid }) => uid)}::text[])`)
    .execute();
  const byUid = new Map(there.map((row) => [row.ics_uid, row]));
  return events.map((event) => {
    const hash = hashSent(event, calendarId, asHolidays);
    const row = byUid.get(event.uid);
    const outcome = row ? (row.sent_hash.equals(hash) ? "unchanged" : "changed") : "created";
    return { event, hash, outcome, id: row?.id ?? null };
  });
}

async function keep(tx: Database, userId: string, planned: Planned, input: ImportInput): Promise<string> {
  const { event, hash } = planned;
  const isHoliday = input.asHolidays && event.series.allDay;
  const values = {
    ...columnsOf(event.series),
    calendar_id: input.calendarId,
    title: event.title,
    description: event.description,
    location: event.location,
    link: event.link,
    kind: isHoliday ? ("holiday" as const) : ("meeting" as const),
    visibility: event.isPrivate ? ("private" as const) : ("normal" as const),
    shows_as: isHoliday || event.isFree ? ("free" as const) : ("busy" as const),
    sent_hash: hash,
  };
  const id = planned.id ?? uuidv7();
  if (planned.id === null) {
    const reminders = remindersOf(event, isHoliday);
    await tx
      .insertInto("events")
      .values({
        ...values,
        id,
        ics_uid: event.uid,
        organiser_id: userId,
        guests_see_guests: true,
        department_id: null,
        task_id: null,
      })
      .execute();
    await tx
      .insertInto("event_attendees")
      .values({
        event_id: id,
        user_id: userId,
        rsvp: "accepted",
        added_by: userId,
        reminders: reminders === null ? null : JSON.stringify(reminders),
      })
      .execute();
    if (reminders) await noteLeads(tx, reminders);
  } else {
    await tx
      .updateTable("events")
      .set((eb) => ({
        ...values,
        version: eb("version", "+", 1),
        sequence: eb("sequence", "+", 1),
        updated_at: sql<Date>`now()`,
      }))
      .where("id", "=", id)
      .execute();
    await tx.deleteFrom("event_exceptions").where("event_id", "=", id).execute();
  }
  await keepExceptions(tx, id, event);
  await keepTimes(tx, id);
  return id;
}

async function keepExceptions(tx: Database, id: string, { exceptions }: IcsEvent): Promise<void> {
  if (exceptions.length === 0) return;
  const rows = exceptions.map((exception) => {
    const { occurrence, kind, ...override } = exception;
    return { event_id: id, occurrence, kind, override: JSON.stringify(override) };
  });
  await tx.insertInto("event_exceptions").values(rows).execute();
}

/** In the inbox and on devices, as far as there is room. */
function remindersOf({ reminders }: IcsEvent, isHoliday: boolean): Reminder[] | null {
  if (isHoliday) return [];
  if (reminders === null) return null;
  return reminders
    .flatMap((minutesBefore): Reminder[] => [
      { method: "inbox", minutesBefore },
      { method: "push", minutesBefore },
    ])
    .slice(0, maxReminders);
}

function present({ name, skips, unknownZones }: IcsCalendar, planned: readonly Planned[]): IcsImport {
  const count = (outcome: Outcome) => planned.filter((one) => one.outcome === outcome).length;
  return {
    name,
    created: count("created"),
    changed: count("changed"),
    unchanged: count("unchanged"),
    skipped: skips.length,
    events: planned.slice(0, shownImportEvents).map(({ event, outcome }) => {
      const { start, end, allDay, zone, rule } = event.series;
      return { title: event.title, start, end, allDay, zone, rule, outcome };
    }),
    skips: skips.slice(0, shownImportSkips),
    unknownZones,
  };
}
