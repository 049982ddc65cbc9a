import type { EventKind, Rsvp } from "@atoll/contract/calendar/limits";
import { addDays, dayIn, weekdayOf } from "@atoll/contract/zones";
import { keepTimes } from "../../src/features/calendar/write/keep-times.ts";
import type { Database } from "../../src/tables.ts";
import { demoId } from "../ids.ts";
import { createRandom } from "../random.ts";
import { cell, parseTable } from "../table.ts";
import type { DemoCompany } from "../types.ts";

/** An event as written down by hand. `day` counts from the Monday of this week, `who` are keys of people. */
interface WrittenEvent {
  title: string;
  organiser: string;
  department: string;
  kind: EventKind;
  day: number;
  /** Empty: all day; then `length` counts days, else minutes. */
  time: string;
  length: number;
  zone: string;
  rule: string | null;
  location: string;
  isPrivate: boolean;
  /** Keys of people, `#` and a department's key for all of its members, `*` for everybody. */
  who: string[];
}

/** The company's weeks: stand-ups, one-to-ones, reviews, an all-hands, holidays, some in other zones. */
const writtenEvents: WrittenEvent[] = parseTable(`
  title                  | by      | department           | kind    | day | time  | length | zone              | rule                                | location          | private | who
  Pipeline stand-up      | marisol | business-development | meeting | -28 | 10:00 | 15     | Europe/Lisbon     | FREQ=WEEKLY;BYDAY=MO,WE,FR          | Heron             |         | #business-development
  Backend stand-up       | kofi    | backend              | meeting | -28 | 09:15 | 15     | Europe/Lisbon     | FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR    | Huddle            |         | #backend
  Frontend stand-up      | aiko    | frontend             | meeting | -28 | 09:45 | 15     | Europe/Lisbon     | FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR    | Huddle            |         | #frontend
  On-call handover       | dev     | devops               | meeting | -28 | 15:00 | 30     | Europe/Lisbon     | FREQ=WEEKLY;BYDAY=MO                | Curlew            |         | #devops
  Brand sync             | hanne   | marketing            | meeting | -27 | 15:30 | 45     | Europe/Lisbon     | FREQ=WEEKLY;INTERVAL=2;BYDAY=TU     | Curlew            |         | #marketing
  All-hands              | greta   |                      | meeting | -25 | 16:00 | 60     | Europe/Lisbon     | FREQ=MONTHLY;BYDAY=-1TH             | Main hall         |         | *
  1:1 Greta              | greta   |                      | meeting | -24 | 15:00 | 30     | Europe/Lisbon     | FREQ=WEEKLY;INTERVAL=2;BYDAY=FR     |                   | yes     | marisol
  1:1 Aiko and Jonah     | aiko    |                      | meeting | -26 | 11:00 | 30     | Europe/Lisbon     | FREQ=WEEKLY;BYDAY=WE                |                   | yes     | jonah
  API review             | kofi    | backend              | meeting | -26 | 14:00 | 60     | Europe/Lisbon     | FREQ=WEEKLY;BYDAY=WE                | Heron             |         | aiko, dev, lucas, xiaowen
  Demo Friday            | aiko    |                      | meeting | -24 | 16:00 | 45     | Europe/Lisbon     | FREQ=WEEKLY;BYDAY=FR                | Main hall         |         | #frontend, #backend, marisol, greta
  Kestrel Rail site visit | marisol | business-development | meeting | -18 | 10:00 | 150    | Europe/Lisbon     | FREQ=WEEKLY;INTERVAL=4;BYDAY=TH;COUNT=9 | Dock 4, Kestrel yard |   | ruth, ines, kofi
  Partner call           | marisol | business-development | meeting | 3   | 11:30 | 60     | Europe/Berlin     |                                     |                   |         | ruth, farid, wanjiru
  Harbour Freight kick-off | ruth  | business-development | meeting | -4  | 11:00 | 60     | America/New_York  |                                     |                   |         | marisol, rafael, sunil
  Singapore hand-off     | yara    |                      | meeting | 1   | 17:00 | 30     | Asia/Singapore    | FREQ=WEEKLY;BYDAY=TU                |                   |         | elin, siobhan, marisol
  Focus                  | marisol |                      | focus   | 1   | 09:30 | 90     | Europe/Lisbon     | FREQ=WEEKLY;BYDAY=TU,TH             |                   |         |
  Focus                  | kofi    |                      | focus   | 0   | 13:00 | 120    | Europe/Lisbon     | FREQ=WEEKLY;BYDAY=MO,WE             |                   |         |
  Tender call            | marisol | business-development | meeting | 0   | 13:30 | 60     | Europe/Lisbon     |                                     |                   |         | ines, daniel
  Proposal dry run       | marisol | business-development | meeting | 2   | 15:45 | 60     | Europe/Lisbon     |                                     | Heron             |         | ruth, daniel, ines
  Vendor demo            | sunil   |                      | meeting | 3   | 16:00 | 60     | Europe/Lisbon     |                                     |                   |         | marisol, rafael
  Case study review      | hanne   | marketing            | meeting | 4   | 11:00 | 45     | Europe/Lisbon     |                                     | Curlew            |         | marisol, camille
  Partner pricing call   | marisol | business-development | meeting | 4   | 13:00 | 30     | Europe/Lisbon     |                                     |                   |         | sunil, wanjiru
  Budget hold            | marisol |                      | meeting | 10  | 17:00 | 60     | Europe/Lisbon     |                                     |                   |         | greta
  Sprint 25              | aiko    | frontend             | meeting | 1   |       | 1      | Europe/Lisbon     |                                     |                   |         |
  Payments freeze        | dev     | devops               | meeting | 9   |       | 6      | Europe/Lisbon     |                                     |                   |         | #backend
  Brand photography day  | hanne   | marketing            | meeting | 8   |       | 1      | Europe/Lisbon     |                                     | Old harbour       |         | #marketing
  Away: Lisbon to Oslo   | henrik  |                      | out     | 2   |       | 3      | Europe/Oslo       |                                     |                   |         |
  Restoration Day        | greta   |                      | holiday | 14  |       | 1      | Europe/Lisbon     |                                     |                   |         | *
  Winter break           | greta   |                      | holiday | 35  |       | 5      | Europe/Lisbon     |                                     |                   |         | *
`).map((row) => ({
  title: cell(row, "title"),
  organiser: cell(row, "by"),
  department: cell(row, "department"),
  kind: kindOf(cell(row, "kind")),
  day: Number(cell(row, "day")),
  time: cell(row, "time"),
  length: Number(cell(row, "length")),
  zone: cell(row, "zone"),
  rule: cell(row, "rule") || null,
  location: cell(row, "location"),
  isPrivate: cell(row, "private") !== "",
  who: cell(row, "who")
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== ""),
}));

function kindOf(name: string): EventKind {
  return name === "focus" || name === "out" || name === "holiday" ? name : "meeting";
}

/** Writes the company's weeks around now. People and departments have to be there. */
export async function seedEvents(tx: Database, company: DemoCompany, now: Date): Promise<void> {
  const departments = await tx.selectFrom("departments").select(["id", "name"]).execute();
  const today = dayIn("Europe/Lisbon", now);
  const monday = addDays(today, 1 - weekdayOf(today));
  const createdAt = new Date(now.getTime() - 40 * 24 * 3600_000);
  for (const [index, event] of writtenEvents.entries()) {
    const id = demoId(createdAt, `event ${index} ${event.title}`);
    const organiser = idOf(company, event.organiser);
    const name = company.departments.find(({ key }) => key === event.department)?.name;
    const seen = { created_at: createdAt, updated_at: createdAt };
    await tx
      .insertInto("events")
      .values({
        id,
        organiser_id: organiser,
        calendar_id: null,
        department_id: departments.find((one) => one.name === name)?.id ?? null,
        title: event.title,
        description: "",
        location: event.location,
        link: "",
        kind: event.kind,
        visibility: event.isPrivate ? "private" : "normal",
        shows_as: event.time === "" && event.kind === "meeting" ? "free" : "busy",
        guests_see_guests: true,
        all_day: event.time === "",
        ...timesOf(event, monday),
        zone: event.zone,
        rule: event.rule,
        task_id: null,
        sent_hash: Buffer.alloc(0),
        ...seen,
      })
      .execute();
    const random = createRandom(`answers to ${event.title}`, index);
    const guests = guestsOf(company, event).filter((userId) => userId !== organiser);
    const attendees = [
      { userId: organiser, rsvp: "accepted" as const },
      ...guests.map((userId) => ({ userId, rsvp: answerOf(random.next()) })),
    ];
    await tx
      .insertInto("event_attendees")
      .values(
        attendees.map(({ userId, rsvp }) => ({
          event_id: id,
          user_id: userId,
          rsvp,
          added_by: organiser,
          response_at: rsvp === "pending" ? null : createdAt,
        })),
      )
      .execute();
    await keepTimes(tx, "demo", id, now);
  }
}

function timesOf({ day, time, length }: WrittenEvent, monday: string): { starts: string; ends: string } {
  const date = addDays(monday, day);
  if (time === "") return { starts: date, ends: addDays(date, length) };
  const end = new Date(Date.parse(`${date}T${time}Z`) + length * 60_000);
  return { starts: `${date}T${time}`, ends: end.toISOString().slice(0, 16) };
}

function guestsOf(company: DemoCompany, { who }: WrittenEvent): string[] {
  const people = company.people.filter(({ roles }) => !roles.includes("pending"));
  const chosen = people.filter(
    ({ key, departments }) =>
      who.includes("*") || who.includes(key) || departments.some((one) => who.includes(`#${one}`)),
  );
  return chosen.map(({ id }) => id);
}

/** Most come, some may, few do not, and some have not said. */
function answerOf(chance: number): Rsvp {
  if (chance < 0.7) return "accepted";
  if (chance < 0.8) return "tentative";
  return chance < 0.86 ? "declined" : "pending";
}

function idOf({ people }: DemoCompany, key: string): string {
  const person = people.find((one) => one.key === key);
  if (!person) throw new Error(`nobody called ${key} holds an event`);
  return person.id;
}
