import type { HistoryEntry } from "@atoll/contract/tasks/changes";
import type { DueDay } from "@atoll/contract/tasks/due";
import { writeDuration } from "@atoll/contract/tasks/duration";
import { recurrenceUnits, taskPriorities, taskStatuses } from "@atoll/contract/tasks/limits";
import type { RecurrenceRule } from "@atoll/contract/tasks/recurrence";
import { isUuid } from "@atoll/contract/uuid";
import { asText } from "../../../../capabilities/fields/field-words.ts";
import { formatWallDate } from "../../../../lib/time/format-wall.ts";
import { describeDue } from "../../data/due.ts";
import { recurrenceInSentence } from "../../data/recurrence-words.ts";
import { priorityNames, statusNames } from "../../data/task-words.ts";

type Names = Readonly<Record<string, string>>;
type Json = HistoryEntry["before"];

/**
 * Returns the change as it follows the actor's name: "changed the due date from 20 Nov to 24 Nov".
 * @param status the change of status that a change of state is: it names the side on which there is no state.
 */
export function historyWords(entry: HistoryEntry, names: Names, now: Date, status?: HistoryEntry): string {
  const { field, before, after } = entry;
  switch (field) {
    case "created":
      return typeof partOf(after, "from") === "string" ? "let it come again" : "created this task";
    case "deleted":
      return "deleted this task";
    case "title":
      return `changed the title from “${text(before)}” to “${text(after)}”`;
    case "description":
      return describeText(before, after);
    case "status":
      return `moved it from ${statusOf(before)} to ${statusOf(after)}`;
    case "state":
      return describeState(
        nameOf(before, names, "another state") ?? (status ? statusOf(status.before) : null),
        nameOf(after, names, "another state") ?? (status ? statusOf(status.after) : null),
      );
    case "position":
      return "moved it on the board";
    case "priority":
      return `changed the priority from ${priorityOf(before)} to ${priorityOf(after)}`;
    case "start":
      return fromTo("start date", dayIn(before), dayIn(after));
    case "due":
      return fromTo("due date", dueOf(before, now), dueOf(after, now));
    case "recurrence":
      return describeRepeating(before, after);
    case "successor":
      return `let the next one follow${nextDayOf(after, now)}`;
    case "assignee":
      return describeAssignee(nameOf(before, names, "someone"), nameOf(after, names, "someone"));
    case "department":
      return describeDepartment(
        nameOf(before, names, "another department"),
        nameOf(after, names, "another department"),
      );
    case "isUrgent":
      return describeUrgency(after);
    case "fields":
      return describeFields(before, after, names);
    case "estimate":
      return fromTo("estimate", minutesOf(before), minutesOf(after));
    case "cycle":
      return describeState(nameOf(before, names, "a cycle"), nameOf(after, names, "a cycle"));
    case "time": {
      const [was, is] = [before, after].map((value) => minutesOf(partOf(value, "minutes")));
      return is ? `logged ${is}` : `removed ${was ?? "time"}`;
    }
    case "tags":
      return describeSets(before, after, (tag) => tag, {
        added: (tags) => `added the ${many("tag", tags)}`,
        removed: (tags) => `removed the ${many("tag", tags)}`,
        nothing: "arranged the tags",
      });
    case "watchers":
      return describeSets(before, after, (id) => names[id] ?? "someone", {
        added: (people) => `let ${list(people)} watch it`,
        removed: (people) => `let ${list(people)} watch it no longer`,
        nothing: "changed who watches it",
      });
    case "blockedBy":
      return describeSets(before, after, (id) => (names[id] ? `“${names[id]}”` : "another task"), {
        added: (tasks) => `let it wait for ${list(tasks)}`,
        removed: (tasks) => `let it wait no longer for ${list(tasks)}`,
        nothing: "changed what it waits for",
      });
    case "requirement":
      return describePart("requirement", before, after);
    case "link":
      return describePart("attachment", before, after);
    case "file":
      return describePart("file", before, after);
  }
}

function describeText(before: Json, after: Json): string {
  if (text(before) === "") return "wrote the description";
  return text(after) === "" ? "removed the description" : "changed the description";
}

function fromTo(what: string, before: string | null, after: string | null): string {
  if (before === null) return `set the ${what} to ${after}`;
  return after === null ? `removed the ${what}, ${before}` : `changed the ${what} from ${before} to ${after}`;
}

function describeRepeating(before: Json, after: Json): string {
  const rule = ruleOf(after);
  if (!rule) return "let it repeat no longer";
  const words = recurrenceInSentence(rule);
  return before === null ? `let it repeat ${words}` : `changed how it repeats to ${words}`;
}

/** ", due 24 Nov" */
function nextDayOf(value: Json, now: Date): string {
  const day = partOf(value, "day");
  return typeof day === "string"
    ? `, due ${describeDue({ date: day, clock: null }, now).text.replace("Today", "today")}`
    : "";
}

function describeAssignee(before: string | null, after: string | null): string {
  if (after === null) return `took it from ${before}`;
  return before === null ? `gave it to ${after}` : `gave it from ${before} to ${after}`;
}

function describeDepartment(before: string | null, after: string | null): string {
  if (after === null) return `took it out of ${before}`;
  return before === null ? `moved it to ${after}` : `moved it from ${before} to ${after}`;
}

function describeState(before: string | null, after: string | null): string {
  if (after === null) return `took it out of ${before}`;
  return before === null ? `moved it to ${after}` : `moved it from ${before} to ${after}`;
}

/** Each field under its name, as far as it is still known. */
function describeFields(before: Json, after: Json, names: Names): string {
  const [was, is] = [before, after].map((value) =>
    typeof value === "object" && value !== null && !Array.isArray(value) ? value : {},
  );
  const words = (value: Json | undefined) => fieldWords(value ?? null, names);
  const changes = [...new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])].map((name) =>
    fromTo(names[name] ?? "a field", words(was?.[name]), words(is?.[name])),
  );
  return new Intl.ListFormat("en", { type: "conjunction" }).format(changes) || "changed fields";
}

/** A value of a field by its shape: its field may have another type by now, or be gone. */
function fieldWords(value: Json, names: Names): string | null {
  if (value === null || value === false) return null;
  if (typeof value === "string") {
    if (isUuid(value)) return names[value] ?? "someone";
    return /^\d{4}-\d\d-\d\d$/.test(value) ? formatWallDate(value) : `“${value}”`;
  }
  const amount = partOf(value, "amount");
  if (typeof amount === "number") return asText({ amount, currency: text(partOf(value, "currency")) });
  if (Array.isArray(value)) return list(texts(value));
  return typeof value === "object" ? "a value" : asText(value);
}

const dayIn = (value: Json) => (typeof value === "string" ? formatWallDate(value) : null);
const minutesOf = (value: Json) => (typeof value === "number" ? writeDuration(value) : null);

function describeUrgency(after: Json): string {
  if (after === null) return "let the due date say whether it is urgent";
  return after === true ? "marked it urgent" : "marked it not urgent";
}

interface SetWords {
  added: (items: string[]) => string;
  removed: (items: string[]) => string;
  nothing: string;
}

function describeSets(before: Json, after: Json, label: (item: string) => string, words: SetWords): string {
  const [was, is] = [texts(before), texts(after)];
  const added = is.filter((item) => !was.includes(item)).map(label);
  const removed = was.filter((item) => !is.includes(item)).map(label);
  const parts = [
    ...(added.length > 0 ? [words.added(added)] : []),
    ...(removed.length > 0 ? [words.removed(removed)] : []),
  ];
  return parts.join(" and ") || words.nothing;
}

function describePart(what: string, before: Json, after: Json): string {
  const name = (value: Json) => text(partOf(value, "name"));
  const [was, is] = [name(before), name(after)];
  if (before === null) return is ? `added the ${what} “${is}”` : `added a ${what}`;
  if (after === null) return was ? `removed the ${what} “${was}”` : `removed a ${what}`;
  return `changed the ${what}s`;
}

// Stored values keep the shape of the version that wrote them, so nothing in them is certain.

function partOf(value: Json, name: string): Json {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return (isObject && Object.hasOwn(value, name) && value[name]) || null;
}

function text(value: Json): string {
  return typeof value === "string" ? value : "";
}

function texts(value: Json): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

function ruleOf(value: Json): RecurrenceRule | undefined {
  const isRule =
    recurrenceUnits.some((unit) => unit === partOf(value, "every")) &&
    typeof partOf(value, "interval") === "number" &&
    Array.isArray(partOf(value, "weekdays")) &&
    typeof partOf(value, "anchor") === "string";
  return isRule ? (value as unknown as RecurrenceRule) : undefined;
}

function statusOf(value: Json): string {
  const status = taskStatuses.find((one) => one === value);
  return status ? statusNames[status] : text(value);
}

function priorityOf(value: Json): string {
  const priority = taskPriorities.find((one) => one === value);
  return priority ? priorityNames[priority] : text(value);
}

function dueOf(value: Json, now: Date): string | null {
  const date = partOf(value, "date");
  if (typeof date !== "string") return null;
  const [time, zone] = ["time", "zone"].map((name) => text(partOf(partOf(value, "clock"), name)));
  const due: DueDay = { date, clock: time && zone ? { time, zone } : null };
  return describeDue(due, now).text.replace("Today", "today");
}

/** A thing whose name the viewer may not know is still named as something. */
function nameOf(value: Json, names: Names, unknown: string): string | null {
  return typeof value === "string" ? (names[value] ?? unknown) : null;
}

function many(noun: string, items: string[]): string {
  return `${items.length === 1 ? noun : `${noun}s`} ${list(items)}`;
}

function list(items: string[]): string {
  return new Intl.ListFormat("en", { type: "conjunction" }).format(items);
}
