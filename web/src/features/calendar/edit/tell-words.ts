/** How many people beside the viewer who changes it are told. */
export function othersOf({ attendeeCount }: { attendeeCount: number }): number {
  return Math.max(0, attendeeCount - 1);
}

/** What the button says: nothing is sent before it. "Save and tell 4 people". */
export function tellWords(verb: string, others: number): string {
  if (others === 0) return verb;
  return `${verb} and tell ${others === 1 ? "1 person" : `${others} people`}`;
}
