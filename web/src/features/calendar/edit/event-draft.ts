import { eventKinds } from "@atoll/contract/calendar/limits";
import { remindersSchema } from "@atoll/contract/calendar/schemas";
import { draftMaxLength } from "@atoll/contract/drafts/limits";
import { personSchema } from "@atoll/contract/people/schemas";
import { z } from "zod";
import { parseJson } from "../../../lib/shape.ts";
import type { EventFields } from "./event-form.ts";

/** As it was left, which need not make sense yet. */
const draftSchema = z.object({
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
/** The fields that "More options" shows. */
const ofMore = [
  "rule",
  "location",
  "link",
  "description",
  "kind",
  "isPrivate",
  "isBusy",
  "guestsSeeGuests",
  "reminders",
] as const;
const others = ["title", "place", "people", "departmentIds", "channelIds", ...ofMore] as const;

function isDifferent(names: readonly (keyof EventFields)[], one: EventFields, other: EventFields): boolean {
  return names.some((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]));
}

/** Returns the draft of a new event as text, or an empty text if only its time was chosen. */
export function writeDraft(fields: EventFields, first: EventFields): string {
  if (!isDifferent(others, fields, first)) return "";
  const text = JSON.stringify(fields);
  // If the text is too long, the people are left out, so that the rest is kept.
  return text.length <= draftMaxLength ? text : JSON.stringify({ ...fields, people: [] });
}

/**
 * Returns the fields of a draft, with the initial values for missing ones.
 * @param keepsTime keeps the initial time, because the person has just chosen it.
 */
export function readDraft(text: string, first: EventFields, keepsTime: boolean): EventFields {
  const held = parseJson(text);
  if (typeof held !== "object" || held === null) return first;
  const kept: Record<string, unknown> = { ...first, ...held };
  if (keepsTime) for (const name of ofTime) kept[name] = first[name];
  return draftSchema.safeParse(kept).data ?? first;
}

/** Returns whether a field that "More options" shows has been changed. */
export function hasMore(fields: EventFields, first: EventFields): boolean {
  return isDifferent(ofMore, fields, first);
}
