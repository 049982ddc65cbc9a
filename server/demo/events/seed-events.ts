import type { Rsvp } from "@atoll/contract/calendar/limits";
import { addDays, dayIn, weekdayOf } from "@atoll/contract/zones";
import { keepTimes } from "../../src/features/calendar/write/keep-times.ts";
import type { Database } from "../../src/tables.ts";
import { demoId } from "../ids.ts";
import { createRandom } from "../random.ts";
import type { DemoCompany } from "../types.ts";
import { type WrittenEvent, writtenEvents } from "./written-events.ts";

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
