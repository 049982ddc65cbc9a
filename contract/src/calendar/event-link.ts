/** The page of an event, at one of its times; without one at the next. */
export function eventLink(eventId: string, occurrence?: string | null): string {
  const at = occurrence ? `&at=${encodeURIComponent(occurrence)}` : "";
  return `/calendar?event=${eventId}${at}`;
}
