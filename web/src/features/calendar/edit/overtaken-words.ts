import type { OpenEvent } from "@atoll/contract/calendar/schemas";
import { changedIn, type EventFields, fieldsOf } from "./event-form.ts";

const list = new Intl.ListFormat("en", { type: "conjunction" });
const names: Readonly<Record<string, string>> = {
  title: "the title",
  times: "the time",
  location: "the place",
  link: "the link",
  description: "the description",
  rule: "how it repeats",
};

/**
 * Says who changed an event while the viewer was editing it, and which parts.
 * @param before as editing began
 * @param now as the server last sent it
 */
export function overtakenWords(before: EventFields, now: OpenEvent, viewerId: string): string {
  const parts = Object.keys(changedIn(before, fieldsOf(now))).map((name) => names[name] ?? "its settings");
  const changed = parts.length > 0 ? list.format(new Set(parts)) : "this event";
  const { changedBy } = now;
  const who =
    changedBy === null
      ? "Someone else has"
      : changedBy.id === viewerId
        ? "On another page you have"
        : `${changedBy.name} has`;
  return `${who} changed ${changed}. What you typed is still here.`;
}
