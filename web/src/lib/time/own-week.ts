import { firstDays } from "@atoll/contract/identity/preferences";
import { chosenPreferences } from "../preferences.ts";
import { weekdayNames } from "./weekday-names.ts";

/** The days of a week from the one that the person's weeks begin on, each with its number: 0 is Monday. */
export function ownWeek(): { name: string; day: number }[] {
  const first = firstDays[chosenPreferences().firstDay];
  return weekdayNames.map((_, place) => {
    const day = (first + place) % weekdayNames.length;
    return { name: weekdayNames[day] ?? "", day };
  });
}
