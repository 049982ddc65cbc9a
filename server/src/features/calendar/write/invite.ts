import { maxEventAttendees } from "@atoll/contract/calendar/limits";
import { canWriteInCalendar, type EventViewer } from "@atoll/contract/calendar/policy";
import type { Invitees } from "@atoll/contract/calendar/schemas";
import { hasPermission } from "@atoll/contract/permissions";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import type { Database } from "../../../tables.ts";
import { isOfColleague } from "../rooms.ts";

/** An invited person, and the group through which they are invited. */
export interface Invited {
  id: string;
  via: { kind: "department" | "channel"; id: string } | null;
}

/**
 * Expands invitations to the people they currently mean, each once. A person invited by name is listed as such. Members
 * of departments and channels who cannot sign in are left out.
 * @throws {AppError} `attendee_unavailable` for a named person who cannot be invited, `department_not_found`,
 *   `channel_not_found`, `too_many_attendees`.
 */
export async function expandInvitees(
  db: Database,
  viewer: EventViewer,
  { personIds, departmentIds, channelIds }: Invitees,
): Promise<Invited[]> {
  const mayUseChannels = hasPermission(viewer, "chat", "access");
  for (const id of departmentIds)
    if (!canWriteInCalendar(viewer, id)) throw new AppError("department_not_found");
  const { rows } = await sql<{ id: string; kind: "department" | "channel" | null; via: string | null }>`
    WITH named AS (
      SELECT id, NULL::text AS kind, NULL::uuid AS via, 0 AS rank FROM unnest(${personIds}::uuid[]) AS p (id)
      UNION ALL SELECT user_id, 'department', department_id, 1 FROM user_departments
        WHERE department_id = ANY(${departmentIds}::uuid[])
      UNION ALL SELECT m.user_id, 'channel', m.channel_id, 2 FROM channel_members m
        WHERE m.channel_id = ANY(${channelIds}::uuid[])
    )
    SELECT DISTINCT ON (named.id) named.id, named.kind, named.via FROM named JOIN accounts a ON a.id = named.id
    WHERE a.disabled_at IS NULL AND EXISTS (SELECT FROM user_roles ur JOIN roles r ON r.id = ur.role_id
      WHERE ur.user_id = a.id AND lower(r.name) <> 'pending')
    ORDER BY named.id, named.rank LIMIT ${sql.lit(maxEventAttendees + 1)}`.execute(db);
  await assertThere(db, viewer, departmentIds, mayUseChannels ? channelIds : []);
  if (!mayUseChannels && channelIds.length > 0) throw new AppError("channel_not_found");
  const there = new Set(rows.map(({ id }) => id));
  if (rows.length > maxEventAttendees) throw new AppError("too_many_attendees");
  if (!personIds.every((id) => there.has(id))) throw new AppError("attendee_unavailable");
  return rows.map(({ id, kind, via }) => ({
    id,
    via: kind !== null && via !== null ? { kind, id: via } : null,
  }));
}

/** Asserts that the viewer is in the channels and that the departments exist. */
async function assertThere(
  db: Database,
  viewer: EventViewer,
  departmentIds: readonly string[],
  channelIds: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ departments: number; channels: number }>`SELECT
    (SELECT count(*) FROM departments WHERE id = ANY(${[...departmentIds]}::uuid[]))::int AS departments,
    (SELECT count(*) FROM channel_members WHERE user_id = ${viewer.id}
      AND channel_id = ANY(${[...channelIds]}::uuid[]))::int AS channels`.execute(db);
  if ((rows[0]?.departments ?? 0) < new Set(departmentIds).size) throw new AppError("department_not_found");
  if ((rows[0]?.channels ?? 0) < new Set(channelIds).size) throw new AppError("channel_not_found");
}

/**
 * Adds people to an event, except for those already invited.
 * @returns the people who are new.
 * @throws {AppError} `too_many_attendees`
 */
export async function addAttendees(
  tx: Database,
  eventId: string,
  addedBy: string,
  invited: readonly Invited[],
): Promise<string[]> {
  if (invited.length === 0) return [];
  const { rows } = await sql<{ user_id: string }>`
    INSERT INTO event_attendees (event_id, user_id, added_by, via_kind, via_id)
    SELECT ${eventId}, a.id, ${addedBy}, i.kind, i.via
    FROM unnest(${invited.map(({ id }) => id)}::uuid[], ${invited.map(({ via }) => via?.kind ?? null)}::text[],
      ${invited.map(({ via }) => via?.id ?? null)}::uuid[]) AS i (id, kind, via)
    JOIN accounts a ON a.id = i.id
    ON CONFLICT DO NOTHING RETURNING user_id`.execute(tx);
  // Guests have a limit of their own.
  const { count } = await tx
    .selectFrom("event_attendees as a")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("a.event_id", "=", eventId)
    .where(isOfColleague)
    .executeTakeFirstOrThrow();
  if (count > maxEventAttendees) throw new AppError("too_many_attendees");
  return rows.map(({ user_id }) => user_id);
}
