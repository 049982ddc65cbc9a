import { hasPermission, type PermissionHolder } from "../permissions.ts";

/** Sees and changes the events in the calendars of every department, as far as they are not private. */
export function canManageCalendars(viewer: PermissionHolder): boolean {
  return hasPermission(viewer, "calendar", "manage");
}

/** The fields of a person that the policies read. */
export type EventViewer = PermissionHolder & { id: string; departments: readonly { id: string }[] };

/** The people involved in an event. */
export interface EventParts {
  organiserId: string;
  /** With the organiser. */
  attendeeIds: readonly string[];
  /** In whose calendar it stands; null: in its organiser's own. */
  departmentId: string | null;
  visibility: "normal" | "private";
}

export type EventSight = "whole" | "busy" | "none";

/**
 * How much of an event somebody sees: its organiser and attendees all of it; in the calendar of a department its members,
 * and who manages calendars, all of it, or of a private one only that time is taken.
 * See docs/decisions/058-who-sees-an-event.md.
 */
export function sightOf(viewer: EventViewer, event: EventParts): EventSight {
  if (event.organiserId === viewer.id || event.attendeeIds.includes(viewer.id)) return "whole";
  const { departmentId } = event;
  if (departmentId === null) return "none";
  if (!canManageCalendars(viewer) && !viewer.departments.some(({ id }) => id === departmentId)) return "none";
  return event.visibility === "private" ? "busy" : "whole";
}

/**
 * Returns whether the viewer may change the event: its organiser, and for a department's event that is not private,
 * people who manage calendars.
 */
export function canChangeEvent(
  viewer: EventViewer,
  event: Pick<EventParts, "organiserId" | "departmentId" | "visibility">,
): boolean {
  if (event.organiserId === viewer.id) return true;
  return event.departmentId !== null && event.visibility === "normal" && canManageCalendars(viewer);
}

/** Into the calendar of a department its members write, and who manages calendars. */
export function canWriteInCalendar(viewer: EventViewer, departmentId: string): boolean {
  return canManageCalendars(viewer) || viewer.departments.some(({ id }) => id === departmentId);
}
