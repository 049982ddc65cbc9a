import { eventKinds } from "@atoll/contract/calendar/limits";
import { remindersSchema } from "@atoll/contract/calendar/schemas";
import { draftMaxLength } from "@atoll/contract/drafts/limits";
import { personSchema } from "@atoll/contract/people/schemas";
import { z } from "zod";
import { parseJson } from "../../../lib/shape.ts";
import type { EventFields } from "./event-form.ts";

/** As it was left, which need not make sense yet. */
const begunSchema = z.object({
  title: z.string(),
  isAllDay: z.boolean(),
  startDay: z.string(),
  startTime: z.string(),
  endDay: z.string(),
  endTime: z.string(),
  zone: z.string(),
  rule: z.string(),
  location: z.string(),
  link: z.string(),
  description: z.string(),
  kind: z.enum(eventKinds),
  place: z.string(),
  isPrivate: z.boolean(),
  isBusy: z.boolean(),
  guestsSeeGuests: z.boolean(),
  people: z.array(personSchema),
  departmentIds: z.array(z.string()),
  channelIds: z.array(z.string()),
  reminders: remindersSchema.nullable(),
});

const ofTime = ["isAllDay", "startDay", "startTime", "endDay", "endTime", "zone"] as const;
/** What "More options" shows. */
const ofMore = [
  "rule",
  "location",
  "link",
  "description",
  "kind",
  "isPrivate",
  "isBusy",
  "guestsSeeGuests",
  "departmentIds",
  "channelIds",
  "reminders",
] as const;
const others = ["title", "place", "people", ...ofMore] as const;

function isDifferent(names: readonly (keyof EventFields)[], one: EventFields, other: EventFields): boolean {
  return names.some((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]));
}

/** What was begun of a new event and not sent, as its draft holds it; empty where nothing but its time was chosen. */
export function writeBegun(fields: EventFields, first: EventFields): string {
  if (!isDifferent(others, fields, first)) return "";
  const text = JSON.stringify(fields);
  // Very many people are chosen anew rather than nothing of it kept.
  return text.length <= draftMaxLength ? text : JSON.stringify({ ...fields, people: [] });
}

/**
 * What was begun, with what a new one begins with where the draft does not say it.
 * @param keepsTime the time was chosen anew.
 */
export function readBegun(text: string, first: EventFields, keepsTime: boolean): EventFields {
  const held = parseJson(text);
  if (typeof held !== "object" || held === null) return first;
  const begun: Record<string, unknown> = { ...first, ...held };
  if (keepsTime) for (const name of ofTime) begun[name] = first[name];
  return begunSchema.safeParse(begun).data ?? first;
}

/** Something of it stands among what is shown by "More options". */
export function hasMore(fields: EventFields, first: EventFields): boolean {
  return isDifferent(ofMore, fields, first);
}
