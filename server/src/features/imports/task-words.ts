import { createHash } from "node:crypto";
import type { TaskStatus } from "@atoll/contract/tasks/limits";
import type { Due } from "@atoll/contract/tasks/schemas";

/** The key of the person who did what the source does not say who did. */
export const unknownPerson = "unknown";

/** Words in names of lists and states, in the languages that people name them in. The first status that fits counts. */
const statusWords: readonly (readonly [TaskStatus, RegExp])[] = [
  [
    "in_review",
    /review|testing|\btests?\b|\bqa\b|verif|approv|staging|feedback|validat|prüf|abnahme|recette|revisi/i,
  ],
  [
    "done",
    /\bdone\b|complete|finish|closed|resolved|shipped|released|deployed|\blive\b|cancell?ed|rejected|won.t (?:do|fix)|erledigt|fertig|abgeschlossen|termin[ée]|fini\b|hecho|completad|gotowe|klar\b|✅/i,
  ],
  [
    "in_progress",
    /doing|progress|\bwip\b|working|current|active|started|development|in arbeit|en cours|en curso|w toku|pågå/i,
  ],
];

/** Returns the status that the name of a list or state suggests. */
export function statusOfName(name: string): TaskStatus {
  const words = name.slice(0, 200);
  if (/\b(?:not|un)[ -]?(?:started|done|finished|resolved)|to ?do\b|backlog/i.test(words)) return "todo";
  return statusWords.find(([, pattern]) => pattern.test(words))?.[0] ?? "todo";
}

const [earliest, latest] = [Date.UTC(1990), Date.UTC(2200)];

/** Returns a time; undefined if there is none that can be meant. */
export function timeOf(value: string | Date): Date | undefined {
  const at = typeof value === "string" ? new Date(value) : value;
  const ms = at.getTime();
  return ms > earliest && ms < latest ? at : undefined;
}

/** Returns when something is due that is due at a time, or on a day. */
export function dueAt(value: string): Due | undefined {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return timeOf(value) && { date: value, clock: null };
  const at = /^\d{4}-\d{2}-\d{2}T/.test(value) ? timeOf(value) : undefined;
  if (!at) return undefined;
  const [date = "", clock = ""] = at.toISOString().split("T");
  return { date, clock: { time: clock.slice(0, 5), zone: "UTC" } };
}

/** Returns a text that keeps no other one in memory: a part of a string keeps the whole piece of the file that it is of. */
export const copied = (text: string): string => Buffer.from(text).toString();

export const hashOf = (...parts: string[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 24);
