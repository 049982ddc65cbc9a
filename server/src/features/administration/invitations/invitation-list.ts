import type { Invitation, invitationRoutes } from "@atoll/contract/administration/invitation-routes";
import type { InvitationState } from "@atoll/contract/administration/limits";
import { canManageUsers, type PermissionHolder } from "@atoll/contract/permissions";
import type { RouteInput } from "@atoll/contract/route";
import { type RawBuilder, sql } from "kysely";
import { exactInstant, fetchPage, isBehind, placeInTime } from "../../../platform/page.ts";
import type { Database } from "../../../tables.ts";

interface InvitationRow {
  id: string;
  email: string;
  name: string;
  roles: { id: string; name: string }[];
  departments: { id: string; name: string }[];
  channels: { id: string; name: string }[];
  state: InvitationState;
  problem: string | null;
  inviter_id: string;
  inviter: string;
  created_at: Date;
  exact_at: string;
  expires_at: Date;
  accepted_by: string | null;
  accepted_name: string | null;
  is_open: boolean;
  guest_until: Date | null;
}

/** SQL: an invitation `i` can still be withdrawn or sent again. */
export const isOpen = sql<boolean>`(i.accepted_at IS NULL AND i.withdrawn_at IS NULL)`;

const state = sql<InvitationState>`CASE WHEN i.accepted_at IS NOT NULL THEN 'accepted'
  WHEN i.withdrawn_at IS NOT NULL THEN 'withdrawn' WHEN i.expires_at <= now() THEN 'expired'
  WHEN NOT i.is_mailed THEN 'link' WHEN m.state = 'waiting' THEN 'waiting'
  WHEN m.state IN ('failed', 'bounced', 'dropped') THEN 'failed' ELSE 'sent' END`;

/** SQL: the viewer sees and changes an invitation `i`: all of them, or those of guests that they made. */
export function isWithinReach(viewer: PermissionHolder & { id: string }): RawBuilder<boolean> {
  return canManageUsers(viewer)
    ? sql<boolean>`true`
    : sql<boolean>`(i.guest_until IS NOT NULL AND i.invited_by = ${viewer.id})`;
}

/** Returns a page of the invitations that the viewer sees, the newest first. */
export async function listInvitations(
  db: Database,
  viewer: PermissionHolder & { id: string },
  query: RouteInput<typeof invitationRoutes.listInvitations>["query"],
): Promise<{ items: Invitation[]; nextCursor: string | null }> {
  const { search } = query;
  const matches =
    search === ""
      ? sql`true`
      : sql`(strpos(i.email, ${search.toLowerCase()}) > 0 OR strpos(lower(i.name), ${search.toLowerCase()}) > 0)`;
  const isOfGuests = query.guests ? sql`i.guest_until IS NOT NULL` : sql`true`;
  const isWanted = query.state ? sql`${state} = ${query.state}` : sql`true`;
  const { rows, nextCursor } = await fetchPage(
    query,
    placeInTime,
    (after, count) =>
      selectInvitations(
        db,
        sql`${matches} AND ${isWanted} AND ${isOfGuests} AND ${isWithinReach(viewer)} AND ${isBehind("i.created_at", "i.id", after)}`,
        count,
      ),
    ({ exact_at, id }) => [exact_at, id] as [string, string],
  );
  return { items: rows.map(presentInvitation), nextCursor };
}

export async function findInvitation(db: Database, invitationId: string): Promise<Invitation | undefined> {
  const [row] = await selectInvitations(db, sql`i.id = ${invitationId}`, 1);
  return row && presentInvitation(row);
}

/** Names of private channels are not selected: administrators need not be members. */
async function selectInvitations(
  db: Database,
  condition: RawBuilder<unknown>,
  count: number,
): Promise<InvitationRow[]> {
  const namedBy = (table: string, ids: RawBuilder<unknown>, more = sql``) => sql`coalesce((
    SELECT json_agg(json_build_object('id', x.id, 'name', x.name) ORDER BY x.name)
    FROM ${sql.table(table)} x WHERE x.id = ANY(${ids}) ${more}), '[]')`;
  const { rows } = await sql<InvitationRow>`
    SELECT i.id, i.email, i.name, ${state} AS state, ${isOpen} AS is_open,
      ${namedBy("roles", sql`i.role_ids`)} AS roles,
      ${namedBy("departments", sql`i.department_ids`)} AS departments,
      ${namedBy("channels", sql`i.channel_ids`, sql`AND x.type = 'PUBLIC'`)} AS channels,
      coalesce(i.refusal, CASE WHEN i.mail_id IS NOT NULL AND m.state IN ('failed', 'bounced', 'waiting') THEN m.failure END) AS problem,
      i.invited_by AS inviter_id, p.name AS inviter, i.created_at, ${exactInstant("i.created_at")} AS exact_at,
      i.expires_at, i.guest_until, i.accepted_by, q.name AS accepted_name
    FROM invitations i JOIN profiles p ON p.id = i.invited_by
      LEFT JOIN mails m ON m.id = i.mail_id LEFT JOIN profiles q ON q.id = i.accepted_by
    WHERE ${condition} ORDER BY i.created_at DESC, i.id DESC LIMIT ${sql.lit(count)}`.execute(db);
  return rows;
}

function presentInvitation(row: InvitationRow): Invitation {
  const { id, email, name, roles, departments, channels } = row;
  return {
    ...{ id, email, name, roles, departments, channels },
    state: row.state,
    problem: row.is_open ? (row.problem ?? "") : "",
    invitedBy: { id: row.inviter_id, name: row.inviter },
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    acceptedBy: row.accepted_by === null ? null : { id: row.accepted_by, name: row.accepted_name ?? email },
    guestUntil: row.guest_until?.toISOString() ?? null,
    isOpen: row.is_open,
  };
}
