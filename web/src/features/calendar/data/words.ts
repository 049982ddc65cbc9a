import type { Reminder, Rsvp } from "@atoll/contract/calendar/limits";

export const rsvpNames: Readonly<Record<Rsvp, string>> = {
  accepted: "Going",
  tentative: "Maybe",
  declined: "Not going",
  pending: "No reply",
};

/** "3 going, 1 maybe, 1 no reply". */
export function countsInWords({
  accepted,
  tentative,
  declined,
  pending,
}: Readonly<Record<Rsvp, number>>): string {
  const said = [
    [accepted, "going"],
    [tentative, "maybe"],
    [declined, "not going"],
    [pending, "no reply"],
  ] as const;
  return said
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(", ");
}

/** "10 minutes before", "1 day before, on my devices". */
export function reminderInWords({ minutesBefore, method }: Reminder): string {
  return `${beforeInWords(minutesBefore)}${method === "push" ? ", on my devices" : ", in the inbox"}`;
}

export function beforeInWords(minutes: number): string {
  if (minutes === 0) return "When it begins";
  const [count, unit] =
    minutes % 1440 === 0
      ? [minutes / 1440, "day"]
      : minutes % 60 === 0
        ? [minutes / 60, "hour"]
        : [minutes, "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"} before`;
}
