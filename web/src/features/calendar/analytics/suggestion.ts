import { eventLink } from "@atoll/contract/calendar/event-link";
import type { CalendarAnalytics } from "@atoll/contract/calendar/free-schemas";

export type Series = CalendarAnalytics["recurring"][number];

/** A suggestion for a series: at most one, and only something that the viewer can do. */
export type Suggestion = { kind: "shorten"; minutes: number } | { kind: "leave" } | undefined;

/** So often a week it is a stand-up, which takes a quarter of an hour. */
const oftenAWeek = 3;
const standUpMinutes = 15;
/** From so many people and minutes on, a quarter less is worth asking for. */
const [manyPeople, longMinutes] = [5, 45];
/** Fewer times say nothing yet. */
const fewestTimes = 3;

/**
 * A series that comes often becomes a stand-up, a long one with many people a quarter shorter; both can be asked of its
 * organiser alone. Who declines more than half of its times had better leave it.
 * @param weeks as many as the period has.
 */
export function suggestionFor(series: Series, weeks: number): Suggestion {
  const { isOrganiser, next, minutesEach, people, times, declinedTimes } = series;
  if (next === null) return undefined;
  const asked = times + declinedTimes;
  if (!isOrganiser) return asked >= fewestTimes && declinedTimes > asked / 2 ? { kind: "leave" } : undefined;
  const isOften = asked >= fewestTimes && asked / weeks >= oftenAWeek;
  if (isOften && people > 2 && minutesEach > standUpMinutes)
    return { kind: "shorten", minutes: standUpMinutes };
  if (people < manyPeople || minutesEach < longMinutes) return undefined;
  return { kind: "shorten", minutes: Math.floor((minutesEach * 3) / 4 / 15) * 15 };
}

/** The share of its times that the viewer has not declined, in percent. */
export function attendedShare({ times, declinedTimes }: Series): number {
  return Math.round((times / (times + declinedTimes)) * 100);
}

/** Where the suggestion is followed; nothing is sent before the button there. */
export function addressFor({ eventId, next }: Series, suggestion: Suggestion): string {
  const minutes = suggestion?.kind === "shorten" ? `&minutes=${suggestion.minutes}` : "";
  return `${eventLink(eventId, next)}${minutes}`;
}
