import { canManageCalendars, type EventViewer } from "@atoll/contract/calendar/policy";
import { type RawBuilder, sql } from "kysely";
import { isInvitedGuest, isNoStrangeGuest } from "../people/public.ts";

const departmentsOf = (viewer: EventViewer) => viewer.departments.map(({ id }) => id);

/** SQL: the event `e` is in the calendar of a department that the viewer may look into. */
function isOfTheirDepartments(viewer: EventViewer): RawBuilder<boolean> {
  return canManageCalendars(viewer)
    ? sql<boolean>`e.department_id IS NOT NULL`
    : sql<boolean>`e.department_id = ANY(${departmentsOf(viewer)}::uuid[])`;
}

/** SQL: the viewer is the organiser or an attendee of the event `e`. */
export function isInvolved(userId: string | RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`(e.organiser_id = ${userId} OR EXISTS (SELECT FROM event_attendees involved
    WHERE involved.event_id = e.id AND involved.user_id = ${userId} LIMIT 1))`;
}

/**
 * SQL: the viewer sees the event `e`, even if only as a busy time. Lists, links and events all use this set; `sightOf`
 * of the contract expresses the same rule for one event. See docs/decisions/058-who-sees-an-event.md.
 */
export function isSeen(viewer: EventViewer): RawBuilder<boolean> {
  if (viewer.isGuest) return isReadable(viewer);
  return sql<boolean>`(e.deleted_at IS NULL AND (${isInvolved(viewer.id)} OR ${isOfTheirDepartments(viewer)}))`;
}

/** SQL: the viewer may read all of the event `e`. */
export function isReadable(viewer: EventViewer): RawBuilder<boolean> {
  // Guests read what they were invited to, and nothing of a department.
  if (viewer.isGuest)
    return sql<boolean>`(e.deleted_at IS NULL
      AND ${isInvitedGuest(sql`${viewer.id}::uuid`, "event", sql.ref("e.id"))})`;
  return sql<boolean>`(e.deleted_at IS NULL AND (${isInvolved(viewer.id)}
    OR (e.visibility = 'normal' AND ${isOfTheirDepartments(viewer)})))`;
}

/** SQL: the same for one of many people, whose permissions are looked up in the query. */
export function isReadableBy(person: RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`(e.deleted_at IS NULL AND ${isNoStrangeGuest(person, "event", sql.ref("e.id"))}
    AND (${isInvolved(person)} OR (e.visibility = 'normal'
    AND e.department_id IS NOT NULL AND (
      EXISTS (SELECT FROM user_departments ud WHERE ud.department_id = e.department_id AND ud.user_id = ${person} LIMIT 1)
      OR EXISTS (SELECT FROM user_roles ur JOIN role_permissions rp ON rp.role_id = ur.role_id
        JOIN permissions p ON p.id = rp.permission_id
        WHERE ur.user_id = ${person} AND p.resource = 'calendar' AND p.action = 'manage' LIMIT 1)))))`;
}
