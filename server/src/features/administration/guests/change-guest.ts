import type { Guest, guestRoutes } from "@atoll/contract/administration/guest-routes";
import { canManageUsers } from "@atoll/contract/permissions";
import type { RouteInput } from "@atoll/contract/route";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { recordAct } from "../../../platform/audit.ts";
import type { Job } from "../../../platform/jobs/jobs.ts";
import { rejectLookalikeName } from "../../../platform/lookalikes.ts";
import type { Database, Tables } from "../../../tables.ts";
import { namesOfColleagues, waitForTurn } from "../../identity/public.ts";
import { type Acting, actorOf, administer } from "../acting.ts";
import { defaultRoleName } from "../policy.ts";
import { endSessionsOf } from "../users/sign-in/end-sessions-of.ts";
import { findRoleByName } from "../users/user-access.ts";
import { findGuest } from "./guest-list.ts";
import { assertGuestEnd, mayInviteAnybody } from "./guest-policy.ts";

/**
 * Changes when the access of a guest ends. One whose access has ended comes in again.
 * @throws {AppError} `guest_not_found`, `guest_end_not_possible`.
 */
export async function changeGuest(
  db: Database,
  acting: Acting,
  guestId: string,
  until: string,
): Promise<Guest> {
  assertGuestEnd(until);
  return administer(db, acting, mayInviteAnybody, async (tx, current) => {
    const { row } = await lockGuest(tx, current, guestId);
    await sql`UPDATE accounts SET guest_until = ${until}::timestamptz, disabled_at = NULL, version = version + 1,
      updated_at = now() WHERE id = ${guestId}`.execute(tx);
    await recordAct(tx, {
      ...actorOf(current),
      action: "guest.changed",
      subject: { type: "user", id: guestId, name: row.name },
      before: { guestUntil: row.until.toISOString() },
      after: { guestUntil: until, ...(row.is_ended && { isDisabled: false }) },
    });
    return (await lockGuest(tx, current, guestId)).guest;
  });
}

/**
 * Changes the name of a guest, who does not rename themselves.
 * @param seenName the name that was changed.
 * @throws {AppError} `guest_not_found`, `changed_meanwhile`, `name_looks_taken`.
 */
export async function renameGuest(
  db: Database,
  acting: Acting,
  guestId: string,
  { name, seenName }: RouteInput<typeof guestRoutes.renameGuest>["body"],
): Promise<Guest> {
  return administer(db, acting, mayInviteAnybody, async (tx, current) => {
    const { row, guest } = await lockGuest(tx, current, guestId);
    if (row.name !== seenName) throw new AppError("changed_meanwhile");
    if (row.name === name) return guest;
    await rejectLookalikeName(tx, name, namesOfColleagues(guestId));
    await sql`UPDATE profiles SET name = ${name}, updated_at = now() WHERE id = ${guestId}`.execute(tx);
    await recordAct(tx, {
      ...actorOf(current),
      action: "guest.renamed",
      subject: { type: "user", id: guestId, name: row.name },
      before: { name: row.name },
      after: { name },
    });
    return (await lockGuest(tx, current, guestId)).guest;
  });
}

/**
 * Ends the access of a guest now. Doing it again changes nothing.
 * @throws {AppError} `guest_not_found`.
 */
export async function endGuest(db: Database, acting: Acting, guestId: string): Promise<void> {
  await administer(db, acting, mayInviteAnybody, async (tx, current) => {
    const { row } = await lockGuest(tx, current, guestId);
    if (!(await disableGuest(tx, guestId, "guest access ended"))) return;
    await recordAct(tx, {
      ...actorOf(current),
      action: "guest.ended",
      subject: { type: "user", id: guestId, name: row.name },
    });
  });
}

/**
 * Makes a guest a colleague with the role that new people get. Their chats stay.
 * @throws {AppError} `guest_not_found`; `role_not_found` if there is no such role; `forbidden` without `users/manage`.
 */
export async function promoteGuest(db: Database, acting: Acting, guestId: string): Promise<void> {
  await administer(db, acting, canManageUsers, async (tx, current) => {
    const { row } = await lockGuest(tx, current, guestId);
    const role = await findRoleByName(tx, defaultRoleName);
    if (!role) throw new AppError("role_not_found");
    await sql`UPDATE accounts SET guest_until = NULL, guest_invited_by = NULL, disabled_at = NULL, version = version + 1,
      updated_at = now() WHERE id = ${guestId}`.execute(tx);
    await sql`INSERT INTO user_roles (user_id, role_id, assigned_by)
      VALUES (${guestId}, ${role.id}, ${current.viewer.id})`.execute(tx);
    await recordAct(tx, {
      ...actorOf(current),
      action: "guest.promoted",
      subject: { type: "user", id: guestId, name: row.name },
      before: { guestUntil: row.until.toISOString() },
      after: { roles: [role.name] },
    });
  });
}

/** The guests of one run. The rest follows a minute later. */
const endedAtOnce = 200;

/**
 * Ends the sessions of guests on their date, on every node. A request is refused from that moment on without it; this cuts
 * open sockets.
 */
export function endGuestsJob(): Job<Tables> {
  return {
    name: "administration.end-guests",
    cron: "* * * * *",
    async run({ tx }) {
      const due = sql`guest_until <= now() AND disabled_at IS NULL`;
      // Before the turn of the administration, which this takes in most minutes for nothing otherwise.
      const { rows: waiting } = await sql`SELECT FROM accounts WHERE ${due} LIMIT 1`.execute(tx);
      if (waiting.length === 0) return;
      await waitForTurn(tx);
      const { rows } = await sql<{ id: string; name: string }>`SELECT a.id, p.name FROM accounts a
        JOIN profiles p ON p.id = a.id WHERE ${due} ORDER BY a.guest_until, a.id LIMIT ${sql.lit(endedAtOnce)}`.execute(
        tx,
      );
      for (const { id, name } of rows) {
        if (!(await disableGuest(tx, id, "guest access expired"))) continue;
        await recordAct(tx, {
          ...{ action: "guest.expired", actor: undefined, address: "" },
          subject: { type: "user", id, name },
        });
      }
    },
  };
}

/** Returns whether the guest was enabled. */
async function disableGuest(tx: Database, guestId: string, reason: string): Promise<boolean> {
  const { numAffectedRows } = await sql`UPDATE accounts SET disabled_at = now(), version = version + 1,
    updated_at = now() WHERE id = ${guestId} AND disabled_at IS NULL AND guest_until IS NOT NULL`.execute(tx);
  if (numAffectedRows !== 1n) return false;
  await endSessionsOf(tx, guestId, reason);
  return true;
}

/** The turn of the administration, which the caller holds, keeps the guest as they were read. */
async function lockGuest(tx: Database, { viewer }: Acting, guestId: string) {
  const found = await findGuest(tx, viewer, guestId);
  if (!found) throw new AppError("guest_not_found");
  return found;
}
