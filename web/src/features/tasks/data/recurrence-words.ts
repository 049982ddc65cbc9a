import type { RecurrenceRule } from "@atoll/contract/tasks/recurrence";
import { weekdayNames } from "../../../lib/time/weekday-names.ts";

type Rule = Pick<RecurrenceRule, "every" | "interval" | "weekdays" | "from"> & { anchor?: string };

const list = new Intl.ListFormat("en", { type: "conjunction" });

/** "Every month", "Every 2 weeks on Monday and Thursday", "3 days after it is done". */
export function recurrenceWords({ every, interval, weekdays, from, anchor }: Rule): string {
  const unit = interval === 1 ? every : `${interval} ${every}s`;
  const days = list.format(weekdays.flatMap((weekday) => weekdayNames[weekday - 1] ?? []));
  const on = days ? ` on ${days}` : "";
  if (from === "completion")
    return `${interval === 1 ? `A ${every}` : unit} after it is done${days ? `,${on}` : ""}`;
  return `Every ${unit}${on || lastDay(every, anchor)}`;
}

/** Says which day is used in months that are too short. */
function lastDay(every: Rule["every"], anchor = ""): string {
  const day = Number(anchor.slice(8));
  return every === "month" && day > 28 ? ` on the ${day}${day === 31 ? "st" : "th"}, or the last day` : "";
}

/** The same, as it goes on in a sentence. */
export function recurrenceInSentence(rule: Rule): string {
  const words = recurrenceWords(rule);
  return words.charAt(0).toLowerCase() + words.slice(1);
}
