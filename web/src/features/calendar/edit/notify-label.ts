import { chosenIn } from "./chosen-time.ts";
import type { EventFields } from "./event-form.ts";

/** The number of people who are notified, not counting the viewer. */
export function othersOf({ attendeeCount }: { attendeeCount: number }): number {
  return Math.max(0, attendeeCount - 1);
}

/** The label of the button, because nothing is sent before it is pressed: "Save and tell 4 people". */
export function notifyLabel(verb: string, others: number): string {
  if (others === 0) return verb;
  return `${verb} and tell ${others === 1 ? "1 person" : `${others} people`}`;
}

/** Returns how many of the invited people are notified: nobody is about an event that is over. */
export function notifiedOf(fields: EventFields, invited: number, now: Date): number {
  const chosen = chosenIn(fields);
  return chosen && fields.rule === "" && chosen.until <= now ? 0 : invited;
}
