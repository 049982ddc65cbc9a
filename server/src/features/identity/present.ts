import type { SessionSummary, Viewer } from "@atoll/contract/identity/schemas";
import { resolveRole } from "@atoll/contract/permissions";
import type { SignInWay } from "../../column-types.ts";
import { demandsOn, isHeldBack } from "./policy.ts";
import { presentPreferences } from "./profile/present-preferences.ts";
import type { AccountRow, SessionRow } from "./queries.ts";
import { describeDevice } from "./sessions/describe-device.ts";
import { longestLimit } from "./sessions/sessions.ts";

/**
 * Returns the signed-in person for their browser. Specification, section 3: name falls back to the email.
 * @param way how the session was signed in.
 */
export function presentViewer(row: AccountRow, way: SignInWay): Viewer {
  const holder = { roles: row.roles, permissions: row.permissions };
  return {
    id: row.id,
    email: row.email,
    name: row.name || row.email,
    avatar: row.avatar_url,
    role: resolveRole(holder),
    roles: row.roles.map(({ id, name }) => ({ id, name })),
    userRoles: row.roles.map(({ id, name, linkId }) => ({
      id: linkId,
      userId: row.id,
      roleId: id,
      role: name,
    })),
    permissions: row.permissions,
    departments: row.departments,
    ...(row.guest_until && { isGuest: true as const, guestUntil: row.guest_until.toISOString() }),
    hasPassword: row.password_hash !== null,
    hasSecondFactor: Boolean(row.has_second_factor),
    hasPasskey: Boolean(row.has_passkey),
    ...demandsOn({ ...row, has_password: row.password_hash !== null }, way),
    notices: row.notices.map(({ at, ...notice }) => ({ ...notice, at: new Date(at).toISOString() })),
    preferences: presentPreferences(row.preferences),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    lastActive: row.last_active_at?.toISOString() ?? null,
  };
}

/**
 * Returns whether a person, signed in or not, must first do something themselves before anything happens in their name or
 * is sent to them: nobody knows how they will sign in next.
 */
export function mustActFirst(account: AccountRow): boolean {
  return isHeldBack(presentViewer(account, "token"));
}

/** One of the viewer's own sessions. */
export function presentSessionSummary(
  row: SessionRow,
  currentId: string,
  longestSessionDays: number,
): SessionSummary {
  return {
    id: row.id,
    device: describeDevice(row.user_agent),
    address: row.address,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    endsAt: longestLimit(row.created_at, longestSessionDays).toISOString(),
    isCurrent: row.id === currentId,
    hasPush: row.has_push,
  };
}
