/** The number of people who are notified, not counting the viewer. */
export function othersOf({ attendeeCount }: { attendeeCount: number }): number {
  return Math.max(0, attendeeCount - 1);
}

/** The label of the button, because nothing is sent before it is pressed: "Save and tell 4 people". */
export function notifyLabel(verb: string, others: number): string {
  if (others === 0) return verb;
  return `${verb} and tell ${others === 1 ? "1 person" : `${others} people`}`;
}
