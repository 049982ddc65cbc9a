import { canManageCalendars, type EventViewer } from "@atoll/contract/calendar/policy";
import { type RawBuilder, sql } from "kysely";

const departmentsOf = (viewer: EventViewer) => viewer.departments.map(({ id }) => id);

/** SQL: the event `e` stands in the calendar of a department that the viewer looks into. */
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
 * SQL: the viewer sees the event `e`, be it only that time is taken. The one set that lists, links and events go by;
 * `sightOf` of the contract says the same of one. See docs/decisions/064-who-sees-an-event.md.
 */
export function isSeen(viewer: EventViewer): RawBuilder<boolean> {
  return sql<boolean>`(e.deleted_at IS NULL AND (${isInvolved(viewer.id)} OR ${isOfTheirDepartments(viewer)}))`;
}

/** SQL: the viewer reads all of the event `e`. */
export function isReadable(viewer: EventViewer): RawBuilder<boolean> {
  return sql<boolean>`(e.deleted_at IS NULL AND (${isInvolved(viewer.id)}
    OR (e.visibility = 'normal' AND ${isOfTheirDepartments(viewer)})))`;
}

/** SQL: the same of one of many people, whose rights are looked up beside. */
export function isReadableBy(person: RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`(e.deleted_at IS NULL AND (${isInvolved(person)} OR (e.visibility = 'normal'
    AND e.department_id IS NOT NULL AND (
      EXISTS (SELECT FROM user_departments ud WHERE ud.department_id = e.department_id AND ud.user_id = ${person} LIMIT 1)
      OR EXISTS (SELECT FROM user_roles ur JOIN role_permissions rp ON rp.role_id = ur.role_id
        JOIN permissions p ON p.id = rp.permission_id
        WHERE ur.user_id = ${person} AND p.resource = 'calendar' AND p.action = 'manage' LIMIT 1)))))`;
}
