import type { Task } from "@atoll/contract/tasks/schemas";
import { counted } from "../../../lib/counted.ts";
import { formatDate } from "../../../lib/time/format-date.ts";
import { statusNames } from "./task-words.ts";

/**
 * The time filters of the figures of analytics in an address, `done=2026-11-16T00:00:00.000Z~`, and the ID of a joint
 * notification about several tasks.
 */
export const duringNames = ["created", "done", "lead", "cycle", "was", "told"] as const;
export type DuringName = (typeof duringNames)[number];
type During = { readonly [Name in DuringName]?: string | undefined };

/** The same as the server is asked for it: only what is said. */
export function duringQuery(during: During) {
  const [createdFrom, createdBefore] = partsOf(during.created);
  const [doneFrom, doneBefore] = partsOf(during.done);
  const [leadFrom, leadBefore] = partsOf(during.lead);
  const [cycleFrom, cycleBefore] = partsOf(during.cycle);
  const [was, wasAt] = partsOf(during.was);
  return {
    ...(createdFrom && { createdFrom }),
    ...(createdBefore && { createdBefore }),
    ...(doneFrom && { doneFrom }),
    ...(doneBefore && { doneBefore }),
    ...(leadFrom && { leadFrom: Number(leadFrom) }),
    ...(leadBefore && { leadBefore: Number(leadBefore) }),
    ...(cycleFrom && { cycleFrom: Number(cycleFrom) }),
    ...(cycleBefore && { cycleBefore: Number(cycleBefore) }),
    ...(was && wasAt && { was, wasAt }),
    ...(during.told && { told: during.told }),
  };
}

/** Whether a task is among these; undefined where what is known of it here does not say. */
export function isDuring(task: Task, during: During): boolean | undefined {
  if (!isWithin(task.createdAt, during.created) || !isWithin(task.completedAt, during.done)) return false;
  const isUnknown = during.lead ?? during.cycle ?? during.was ?? during.told;
  return isUnknown === undefined ? true : undefined;
}

/** "Done 16 Nov – 22 Nov", "In Review on 22 Nov". */
export function duringWords(name: DuringName, value: string): string {
  if (name === "told") return "Tasks you were notified about";
  const [from, before] = partsOf(value);
  if (name === "was")
    return `${statusNames[from as keyof typeof statusNames]} at the end of ${lastDay(before)}`;
  if (name === "created" || name === "done") {
    const what = name === "created" ? "Created" : "Done";
    if (!from) return `${what} before ${formatDate(before ?? "")}`;
    if (!before) return `${what} since ${formatDate(from)}`;
    const [first, last] = [formatDate(from), lastDay(before)];
    return `${what} ${first === last ? `on ${first}` : `${first} – ${last}`}`;
  }
  const what = name === "lead" ? "Lead time" : "Cycle time";
  if (!before) return from === "0" || !from ? `${what} known` : `${what} from ${daysOf(from)} on`;
  return `${what} ${from === "0" || !from ? "" : `${daysOf(from)} to `}under ${daysOf(before)}`;
}

function partsOf(value: string | undefined): [from: string | undefined, before: string | undefined] {
  const [from, before] = value?.split("~") ?? [];
  return [from || undefined, before || undefined];
}

function isWithin(at: string | null, value: string | undefined): boolean {
  if (value === undefined) return true;
  const [from, before] = partsOf(value);
  if (at === null) return false;
  const time = Date.parse(at);
  return (!from || time >= Date.parse(from)) && (!before || time < Date.parse(before));
}

/** The day that ends with this instant. */
function lastDay(before = ""): string {
  return formatDate(new Date(Date.parse(before) - 1));
}

function daysOf(text: string): string {
  const days = Math.round((Number(text) / 86_400) * 10) / 10;
  return counted(days, "day");
}
