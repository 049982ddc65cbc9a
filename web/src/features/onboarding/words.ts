import { wordsPerMinute } from "@atoll/contract/knowledge/limits";
import type { PathItemKind } from "@atoll/contract/onboarding/limits";
import type { Onboarding, OnboardingItem } from "@atoll/contract/onboarding/schemas";
import { BookOpen, Calendar, CircleCheck, ListChecks, MessageSquareText, Users } from "lucide-react";
import { authorName } from "../../capabilities/people/author-name.ts";
import { makeFormat } from "../../lib/time/format-date.ts";
import { dayOf, daysBetween } from "../../lib/time/wall-clock.ts";
import { clock } from "../../lib/time/wall-time.ts";
import type { IconType } from "../../ui/icon/icon-type.ts";

export const itemIcons: Readonly<Record<PathItemKind, IconType>> = {
  read: BookOpen,
  sop: ListChecks,
  task: CircleCheck,
  event: Calendar,
  meet: Users,
  text: MessageSquareText,
};

export const itemKindNames: Readonly<Record<PathItemKind, string>> = {
  read: "Reading",
  sop: "SOP",
  task: "Task",
  event: "Meeting",
  meet: "Person to meet",
  text: "To do",
};

/** Returns the name of an item: pages and people by their own names. */
export function itemTitle(item: Pick<OnboardingItem, "kind" | "title" | "person" | "meets">): string {
  if (item.kind === "meet" && item.person) return authorName(item.person);
  if (item.kind === "meet") return item.meets === "manager" ? "Your manager" : "Your buddy";
  return item.title || "A page that you cannot read";
}

/** The day of the path on which `now` is: 1 on the first. */
export const dayOnPath = ({ startOn }: Pick<Onboarding, "startOn">, now: Date): number =>
  daysBetween(startOn, dayOf(now)) + 1;

/** How many items somebody is ahead of what was due before today; less than 0 behind. */
export const aheadOfPlan = ({ done, planned }: Pick<Onboarding, "done" | "planned">): number =>
  done - planned;

/** "two ahead of plan" in figures: "2 ahead of plan", "on plan", "3 behind plan". */
export function planInWords(of: Pick<Onboarding, "done" | "planned">): string {
  const ahead = aheadOfPlan(of);
  return ahead === 0 ? "on plan" : `${Math.abs(ahead)} ${ahead > 0 ? "ahead of" : "behind"} plan`;
}

/** "Mon 23 Nov": days have no zone. */
export const formatPathDay = (day: string): string =>
  makeFormat({ weekday: "short", day: "numeric", month: "short" }, "UTC").format(
    new Date(`${day}T12:00:00Z`),
  );
export const formatWeekday = (day: string): string =>
  makeFormat({ weekday: "short" }, "UTC").format(new Date(`${day}T12:00:00Z`));

/** "Due today", "Overdue since Mon 23 Nov". */
export function dueInWords(
  { dueOn, isOverdue }: Pick<OnboardingItem, "dueOn" | "isOverdue">,
  now: Date,
): string {
  if (isOverdue) return `Overdue since ${formatPathDay(dueOn)}`;
  return dueOn === dayOf(now) ? "Due today" : `Due ${formatPathDay(dueOn)}`;
}

/** "Done Mon 23 Nov", in the viewer's time zone. */
export const doneInWords = (doneAt: string): string => `Done ${formatPathDay(dayOf(doneAt))}`;

export const readingMinutes = (words: number): string =>
  `${Math.max(1, Math.round(words / wordsPerMinute))} min`;

/** The stage that is under way: the last that has started, or the first. */
export function currentStage({ stages }: Pick<Onboarding, "stages">, now: Date): number {
  const today = dayOf(now);
  return Math.max(
    0,
    stages.findLastIndex(({ startOn }) => startOn <= today),
  );
}

/** "10:00 – 10:30" of a time that clocks show. */
export function spanInWords(time: string, minutes: number): string {
  const [hours = 0, startMinutes = 0] = time.split(":").map(Number);
  const end = hours * 60 + startMinutes + minutes;
  return `${time} – ${clock(end % (24 * 60))}`;
}
