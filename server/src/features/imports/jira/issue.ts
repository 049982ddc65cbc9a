import { createHash } from "node:crypto";
import type { TaskPriority, TaskStatus } from "@atoll/contract/tasks/limits";
import { statusOfName, timeOf } from "../task-words.ts";

export interface JiraPerson {
  key: string;
  name: string;
}

/** An issue as CSV and XML have it in common. */
export interface JiraIssue {
  key: string;
  /** The number that other issues of the file may name it by. */
  id: string;
  project: { key: string; name: string };
  type: string;
  status: string;
  category: string;
  priority: string;
  resolution: string;
  summary: string;
  description: string;
  /** Its texts are HTML; else they are wiki markup. */
  isHtml: boolean;
  labels: string[];
  assignee: JiraPerson | undefined;
  reporter: JiraPerson | undefined;
  watchers: JiraPerson[];
  created: string;
  updated: string;
  resolved: string;
  due: string;
  /** The key or ID of the issue above: of a sub-task, or the epic. */
  parent: string;
  estimateSeconds: number;
  spentSeconds: number;
  comments: { at: string; author: JiraPerson; body: string }[];
  attachments: { name: string; url: string }[];
  /** To another issue: "out" is what this one does to it. */
  links: { type: string; way: "in" | "out"; key: string }[];
  fields: { label: string; value: string }[];
}

export const hashOf = (...parts: string[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 24);

/** Returns a person by what the source calls them. Some exports have IDs, some only names. */
export function personOf(id: string, name: string): JiraPerson | undefined {
  const shown = name.trim() || id.trim();
  if (shown === "" || /^unassigned$/i.test(shown) || id === "-1") return undefined;
  return { key: (id.trim() || shown).slice(0, 180), name: shown };
}

const priorities: readonly (readonly [TaskPriority, RegExp])[] = [
  ["urgent", /highest|blocker|critical|urgent|immediate|höchste/i],
  ["low", /low|minor|trivial|niedrig|gering/i],
  ["high", /high|major|hoch/i],
];

export function priorityOf(name: string): TaskPriority {
  return priorities.find(([, pattern]) => pattern.test(name.slice(0, 100)))?.[0] ?? "medium";
}

/** The status that a state of Jira suggests: by its category, or else by its name. */
export function statusOf(status: string, category: string): TaskStatus {
  const named = statusOfName(status);
  if (/^(?:done|complete|fertig)/i.test(category)) return "done";
  if (/^(?:to ?do|new|neu)/i.test(category)) return "todo";
  if (/progress|indeterminate|bearbeitung/i.test(category))
    return named === "in_review" ? named : "in_progress";
  return named;
}

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

/**
 * Returns the time that a date of Jira names: ISO, RFC 2822, or one of the usual formats, such as `24/Sep/21 2:22 PM`. A
 * time without a zone counts as UTC. Undefined if it cannot be read.
 */
export function readDate(value: string): Date | undefined {
  const text = value.trim().slice(0, 60);
  if (text === "") return undefined;
  const iso =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{1,2}:\d{2}(?::\d{2})?)(?:\.\d+)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/.exec(text);
  if (iso) {
    const zone = (iso[3] ?? "Z").replace(/^([+-]\d{2})(\d{2})$/, "$1:$2");
    return timeOf(new Date(`${iso[1]}T${(iso[2] ?? "00:00").padStart(5, "0")}${zone}`));
  }
  if (/^[a-z]{3}, \d{1,2} [a-z]{3} \d{4} /i.test(text)) return timeOf(new Date(text));
  const named = /^(\d{1,2})[/. -]([a-z]{3})[a-z]*[/. -](\d{2,4})(.*)$/i.exec(text);
  if (named) return at(named[3], months.indexOf((named[2] ?? "").toLowerCase()), named[1], named[4]);
  const english = /^([a-z]{3})[a-z]* (\d{1,2}),? (\d{4}),?(.*)$/i.exec(text);
  if (english)
    return at(english[3], months.indexOf((english[1] ?? "").toLowerCase()), english[2], english[4]);
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{2,4})(.*)$/.exec(text);
  if (dotted) return at(dotted[3], Number(dotted[2]) - 1, dotted[1], dotted[4]);
  return undefined;
}

function at(year = "", month = -1, day = "", clock = ""): Date | undefined {
  const time = /(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([ap]\.?m)?/i.exec(clock);
  const half = (time?.[4] ?? "").toLowerCase();
  const hour = time ? (Number(time[1]) % (half ? 12 : 24)) + (half.startsWith("p") ? 12 : 0) : 0;
  if (month < 0 || month > 11) return undefined;
  const whole = Number(year) + (year.length === 2 ? 2000 : 0);
  return timeOf(
    new Date(Date.UTC(whole, month, Number(day), hour, Number(time?.[2] ?? 0), Number(time?.[3] ?? 0))),
  );
}
