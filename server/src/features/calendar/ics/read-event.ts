import {
  eventDescriptionMaxLength,
  eventLinkMaxLength,
  eventLocationMaxLength,
  eventTitleMaxLength,
} from "@atoll/contract/calendar/limits";
import { htmlToMarkdown, isHtml } from "../../../platform/html-to-markdown.ts";
import { type ContentLine, readContentLine, readText } from "./lines/content-line.ts";
import type { Line } from "./lines/unfold.ts";
import type { NoteLoss } from "./losses.ts";
import { type FileAlarm, readAlarms } from "./read-alarms.ts";
import { type EventSpan, type ReadingPlace, readSpan } from "./read-span.ts";
import { type FileTime, timesOf } from "./read-times.ts";

/** One event of a file on its own: a series, or one occurrence. Its times are those of `Series` in series.ts. */
export interface ReadEvent extends EventSpan {
  uid: string;
  /** Whether the file says its UID. */
  hasUid: boolean;
  /** The revision of the event. A file may have several. */
  sequence: number;
  /** The line it begins in. */
  line: number;
  /** The occurrence of its series that it changes. Null for the series itself. */
  recurrenceId: FileTime | null;
  /** It changes all later occurrences as well. */
  isForFuture: boolean;
  isCancelled: boolean;
  title: string;
  description: string;
  location: string;
  link: string;
  added: FileTime[];
  removed: FileTime[];
  isFree: boolean;
  isPrivate: boolean;
  reminders: number[] | null;
}

/** The properties of an event by name, each with its line, and its alarms. */
interface Parts {
  properties: Map<string, (ContentLine & { line: number })[]>;
  alarms: FileAlarm[];
}

const mostAlarms = 100;

/**
 * Reads one event. A property that cannot be read is lost alone, and is noted.
 * @returns why it cannot be stored, if it has no start that can be read.
 * @throws {UnknownZone}
 */
export function readEvent(
  lines: readonly Line[],
  place: ReadingPlace,
  lose: NoteLoss,
): ReadEvent | "no_times" | "bad_times" | "out_of_reach" {
  const parts = partsOf(lines, lose);
  const text = (name: string) => readText(parts.properties.get(name)?.[0]?.value ?? "").trim();
  const word = (name: string) => text(name).toUpperCase();
  const starts = timesIn(parts, "DTSTART", place);
  const [start] = starts.times;
  if (!start) return parts.properties.has("DTSTART") ? "bad_times" : "no_times";
  const rules = (parts.properties.get("RRULE") ?? []).map(({ value }) => cleanRule(value));
  const span = readSpan(
    start,
    { ...endIn(parts, place, lose), saysAllDay: word("X-MICROSOFT-CDO-ALLDAYEVENT") === "TRUE", rules },
    place,
    lose,
  );
  if (span === "out_of_reach") return span;
  for (const [name, reason] of [
    ["EXRULE", "exrule"],
    ["ATTACH", "attachments"],
    ["ATTENDEE", "guests"],
  ] as const) {
    const [first] = parts.properties.get(name) ?? [];
    if (first) lose(reason, first.line);
  }
  const title = cut(oneLine(text("SUMMARY"), " "), eventTitleMaxLength, () => lose("text_cut"));
  const recurrence = parts.properties.get("RECURRENCE-ID")?.[0];
  const recurrenceId = recurrence ? timesOf(recurrence, place.names).times[0] : null;
  if (recurrenceId === undefined) return "bad_times";
  return {
    hasUid: text("UID") !== "",
    uid: cut(text("UID"), 500) || `${title} ${span.start}`,
    sequence: Number(/^\d{1,9}$/.exec(text("SEQUENCE"))?.[0] ?? 0),
    line: lines[0]?.number ?? 1,
    recurrenceId,
    isForFuture: recurrence?.parameters.get("RANGE")?.toUpperCase() === "THISANDFUTURE",
    isCancelled: word("STATUS") === "CANCELLED",
    title: title || "Untitled",
    description: cut(descriptionIn(parts, text), eventDescriptionMaxLength, () => lose("text_cut")),
    location: cut(oneLine(text("LOCATION"), ", "), eventLocationMaxLength, () => lose("text_cut")),
    link: linkIn(parts, text, lose),
    ...span,
    added: daysIn(parts, "RDATE", place, lose),
    removed: daysIn(parts, "EXDATE", place, lose),
    isFree: word("TRANSP") === "TRANSPARENT",
    isPrivate: ["PRIVATE", "CONFIDENTIAL"].includes(word("CLASS")),
    reminders: readAlarms(parts.alarms, { ...span, home: place.home }, place.names, lose),
  };
}

function partsOf(lines: readonly Line[], lose: NoteLoss): Parts {
  const parts: Parts = { properties: new Map(), alarms: [] };
  const open: string[] = [];
  for (const { text, number, isJoined } of lines) {
    const read = readContentLine(text);
    if (isJoined) lose("line_joined", number);
    if (!read) {
      lose("line_unreadable", number);
      continue;
    }
    const value = read.value.trim().toUpperCase();
    if (read.name === "BEGIN") {
      open.push(value);
      if (value === "VALARM" && parts.alarms.length < mostAlarms)
        parts.alarms.push({ line: number, properties: new Map() });
    } else if (read.name === "END") open.length = Math.max(open.lastIndexOf(value), 0);
    else if (open.length === 1) {
      const all = parts.properties.get(read.name) ?? [];
      parts.properties.set(read.name, all);
      all.push({ ...read, line: number });
    } else if (open.length === 2 && open[1] === "VALARM") {
      const alarm = parts.alarms.at(-1)?.properties;
      if (alarm && !alarm.has(read.name)) alarm.set(read.name, read);
    }
  }
  return parts;
}

/** Returns all times of a property, and the lines of those that cannot be read. */
function timesIn({ properties }: Parts, name: string, { names }: ReadingPlace) {
  const times: FileTime[] = [];
  const unread: number[] = [];
  for (const property of properties.get(name) ?? []) {
    const found = timesOf(property, names);
    times.push(...found.times);
    if (found.unread > 0) unread.push(property.line);
  }
  return { times, unread };
}

function daysIn(parts: Parts, name: string, place: ReadingPlace, lose: NoteLoss): FileTime[] {
  const { times, unread } = timesIn(parts, name, place);
  for (const line of unread) lose("single_days", line);
  return times;
}

function endIn(parts: Parts, place: ReadingPlace, lose: NoteLoss) {
  const { times, unread } = timesIn(parts, "DTEND", place);
  const [length] = parts.properties.get("DURATION") ?? [];
  for (const line of unread) lose("end", line);
  return { end: times[0], length };
}

/** Returns a rule without empty parts: "RRULE:;FREQ=DAILY" is written by some programs. */
function cleanRule(value: string): string {
  return value
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part !== "" && !part.endsWith("=") && !/^(?:RSCALE=GREGORIAN|SKIP=OMIT|X-)/i.test(part))
    .join(";");
}

/** Returns the description as the text that Atoll shows: programs write HTML into it, or put it next to it. */
function descriptionIn({ properties }: Parts, text: (name: string) => string): string {
  const plain = text("DESCRIPTION");
  if (isHtml(plain)) return htmlToMarkdown(plain);
  if (plain !== "") return plain;
  const [styled] = properties.get("STYLED-DESCRIPTION") ?? properties.get("X-ALT-DESC") ?? [];
  const other = readText(styled?.value ?? "").trim();
  return isHtml(other) ? htmlToMarkdown(other) : other;
}

function linkIn({ properties }: Parts, text: (name: string) => string, lose: NoteLoss): string {
  const names = ["URL", "CONFERENCE", "X-GOOGLE-CONFERENCE"];
  const link = names.map((name) => linkOf(text(name))).find((found) => found !== "");
  const [first] = properties.get("URL") ?? [];
  if (link === undefined && first && first.value.trim() !== "") lose("link", first.line);
  return link ?? "";
}

function linkOf(text: string): string {
  return /^https?:\/\/\S+$/i.test(text) && text.length <= eventLinkMaxLength && URL.canParse(text)
    ? text
    : "";
}

function oneLine(text: string, between: string): string {
  return text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(between);
}

/** Returns a text that can be stored, of at most so many letters. */
function cut(text: string, most: number, tell?: () => void): string {
  const whole = text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/\p{Cc}/gu, (mark) => (mark === "\n" || mark === "\t" ? mark : ""))
    .trim();
  if (whole.length <= most) return whole;
  const letters = [...whole.slice(0, most * 2)];
  if (letters.length <= most && whole.length <= most * 2) return whole;
  tell?.();
  return letters.slice(0, most).join("");
}
