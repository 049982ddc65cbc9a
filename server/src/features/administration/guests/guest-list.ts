import type { Guest, guestRoutes } from "@atoll/contract/administration/guest-routes";
import { idSchema } from "@atoll/contract/identifiers";
import { canManageUsers, type PermissionHolder } from "@atoll/contract/permissions";
import type { RouteInput, RouteOutput } from "@atoll/contract/route";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { containsAllWords } from "../../../platform/database/contains-all-words.ts";
import { exactInstant, exactInstantSchema, fetchPage } from "../../../platform/page.ts";
import type { Database } from "../../../tables.ts";
import { presentPerson } from "../../people/public.ts";
import { hasSecondFactor } from "../users/user-queries.ts";

type Viewer = PermissionHolder & { id: string };

interface GuestRow {
  id: string;
  name: string;
  email: string;
  avatar_url: string | null;
  until: Date;
  exact_until: string;
  is_ended: boolean;
  inviter: { id: string; name: string } | null;
  channel_count: number;
  last_active_at: Date | null;
  has_second_factor: boolean;
}

/** Returns a page of the guests that the viewer sees: those whose access ends first at the top, ended ones at the bottom. */
export async function listGuests(
  db: Database,
  viewer: Viewer,
  query: RouteInput<typeof guestRoutes.listGuests>["query"],
): Promise<RouteOutput<typeof guestRoutes.listGuests>> {
  const { search, state } = query;
  const matches =
    search === ""
      ? sql`true`
      : sql`(${containsAllWords(sql`p.folded_name`, search)} OR strpos(a.email, ${search.toLowerCase()}) > 0)`;
  const { rows, nextCursor } = await fetchPage(
    query,
    z.tuple([z.boolean(), exactInstantSchema, idSchema]),
    (after, count) => {
      const isBehind = after
        ? sql`(${isEnded}, a.guest_until, a.id) > (${after[0]}, ${after[1]}::timestamptz, ${after[2]}::uuid)`
        : sql`true`;
      const isWanted = { any: sql`true`, active: sql`NOT ${isEnded}`, ended: isEnded }[state];
      return selectGuests(
        db,
        sql`${isWithinReach(viewer)} AND ${isWanted} AND ${matches} AND ${isBehind}`,
        count,
      );
    },
    ({ is_ended, exact_until, id }) => [is_ended, exact_until, id] as [boolean, string, string],
  );
  return { items: rows.map((row) => presentGuest(row, viewer)), nextCursor };
}

/** Returns a guest that the viewer sees. */
export async function findGuest(
  db: Database,
  viewer: Viewer,
  guestId: string,
): Promise<{ row: GuestRow; guest: Guest } | undefined> {
  const [row] = await selectGuests(db, sql`${isWithinReach(viewer)} AND a.id = ${guestId}`, 1);
  return row && { row, guest: presentGuest(row, viewer) };
}

const isEnded = sql<boolean>`(a.disabled_at IS NOT NULL OR a.guest_until <= now())`;

/** SQL: people who manage accounts see all guests, and others the guests that they invited. */
function isWithinReach(viewer: Viewer): RawBuilder<boolean> {
  return canManageUsers(viewer) ? sql<boolean>`true` : sql<boolean>`(a.guest_invited_by = ${viewer.id})`;
}

async function selectGuests(
  db: Database,
  condition: RawBuilder<unknown>,
  count: number,
): Promise<GuestRow[]> {
  const { rows } = await sql<GuestRow>`
    SELECT a.id, p.name, a.email, p.avatar_url, a.guest_until AS until, ${exactInstant("a.guest_until")} AS exact_until,
      ${isEnded} AS is_ended, a.last_active_at,
      ${hasSecondFactor} AS has_second_factor,
      (SELECT json_build_object('id', i.id, 'name', i.name) FROM profiles i WHERE i.id = a.guest_invited_by) AS inviter,
      (SELECT count(*) FROM channel_members m JOIN channels c ON c.id = m.channel_id AND c.type <> 'DIRECT'
        WHERE m.user_id = a.id) AS channel_count
    FROM accounts a JOIN profiles p ON p.id = a.id
    WHERE a.guest_until IS NOT NULL AND ${condition}
    ORDER BY is_ended, a.guest_until, a.id LIMIT ${sql.lit(count)}`.execute(db);
  return rows;
}

function presentGuest(row: GuestRow, viewer: Viewer): Guest {
  return {
    ...presentPerson({ ...row, is_program: false, is_guest: true }),
    until: row.until.toISOString(),
    isEnded: row.is_ended,
    invitedBy: row.inviter,
    channelCount: row.channel_count,
    lastActive: row.last_active_at?.toISOString() ?? null,
    canPromote: canManageUsers(viewer),
    canResetSecondFactor: canManageUsers(viewer) && row.has_second_factor,
  };
}
