import type { Rsvp } from "@atoll/contract/calendar/limits";

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
