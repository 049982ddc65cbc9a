import type { invitationRoutes } from "@atoll/contract/administration/invitation-routes";
import { canInviteGuests, type PermissionHolder } from "@atoll/contract/permissions";
import type { RouteOutput } from "@atoll/contract/route";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { recordAct } from "../../../platform/audit.ts";
import type { Job } from "../../../platform/jobs/jobs.ts";
import type { Database, Tables } from "../../../tables.ts";
import { findChannelsToInviteTo } from "../../chat/public.ts";
import { dropMailsAbout, queueMails } from "../../mail/public.ts";
import { type Acting, actorOf, administer } from "../acting.ts";
import { assertGuestEnd, mayInviteAnybody } from "../guests/guest-policy.ts";
import { findInvitation, isOpen, isWithinReach } from "./invitation-list.ts";
import { addLink, invitationEnd } from "./invitation-mail.ts";
import { rolesOfInvitation } from "./roles-given.ts";

/**
 * Makes a new link for an open invitation, also for one that has expired, and mails or returns it. The earlier links
 * stop working. From now on it is an invitation by the viewer, who must be able to give its roles.
 * @throws {AppError} `invitation_not_found`; `role_not_found` if all its roles have been deleted; `forbidden` for a role
 *   that the viewer may not give; `guest_end_not_possible` and `channel_not_found` for a guest.
 */
export function renewInvitation(
  db: Database,
  acting: Acting,
  invitationId: string,
  by: "mail" | "link",
): Promise<RouteOutput<typeof invitationRoutes.renewInvitation>> {
  return administer(db, acting, mayInviteAnybody, async (tx, current) => {
    const { email, name, role_ids, channel_ids, guest_until } = await lockOpen(
      tx,
      current.viewer,
      invitationId,
    );
    if (guest_until === null) await rolesOfInvitation(tx, current.viewer, role_ids);
    else await assertMayInviteGuest(tx, current.viewer, { guest_until, channel_ids });
    await endLinks(tx, invitationId);
    const isMailed = by === "mail";
    const [mailId] = isMailed
      ? await queueMails(tx, [{ kind: "invitation", address: email, subjectId: invitationId }])
      : [];
    await tx
      .updateTable("invitations")
      .set({ invited_by: current.viewer.id, expires_at: invitationEnd(), mail_id: mailId ?? null })
      .set({ is_mailed: isMailed, refusal: null })
      .where("id", "=", invitationId)
      .execute();
    const token = isMailed ? undefined : await addLink(tx, invitationId, null);
    const link = token === undefined ? null : { email, name, token };
    const invitation = await findInvitation(tx, invitationId);
    if (!invitation) throw new AppError("invitation_not_found");
    await recordAct(tx, {
      ...actorOf(current),
      action: "invitation.renewed",
      subject: { type: "invitation", id: invitationId, name: email },
      after: { by },
    });
    return { invitation, link };
  });
}

/**
 * Withdraws an open invitation: its links stop working, and a waiting mail is not sent.
 * @throws {AppError} `invitation_not_found`.
 */
export async function withdrawInvitation(db: Database, acting: Acting, invitationId: string): Promise<void> {
  await administer(db, acting, mayInviteAnybody, async (tx, current) => {
    const { email } = await lockOpen(tx, current.viewer, invitationId);
    await endLinks(tx, invitationId);
    await tx
      .updateTable("invitations")
      .set({ withdrawn_at: sql<Date>`now()` })
      .where("id", "=", invitationId)
      .execute();
    await recordAct(tx, {
      ...actorOf(current),
      action: "invitation.withdrawn",
      subject: { type: "invitation", id: invitationId, name: email },
    });
  });
}

/** Invitations that were accepted, withdrawn or have expired are listed for this long. */
const keptDays = 90;

/** Deletes invitations that ended long ago, and links that have expired. */
export function sweepInvitationsJob(): Job<Tables> {
  return {
    name: "administration.sweep-invitations",
    cron: "41 3 * * *",
    async run({ tx }) {
      await sql`DELETE FROM invitation_links l USING invitations i
        WHERE l.invitation_id = i.id AND i.expires_at < now()`.execute(tx);
      await sql`DELETE FROM invitations
        WHERE coalesce(accepted_at, withdrawn_at, expires_at) < now() - make_interval(days => ${keptDays})`.execute(
        tx,
      );
    },
  };
}

/** The new inviter must be able to invite the guest to at least one of the channels. */
async function assertMayInviteGuest(
  tx: Database,
  viewer: PermissionHolder & { id: string },
  { guest_until, channel_ids }: { guest_until: Date; channel_ids: readonly string[] },
): Promise<void> {
  if (!canInviteGuests(viewer)) throw new AppError("forbidden", { detail: "no guests/invite" });
  assertGuestEnd(guest_until.toISOString());
  const channels = await findChannelsToInviteTo(tx, viewer, channel_ids);
  if (channels.length === 0) throw new AppError("channel_not_found");
}

async function lockOpen(tx: Database, viewer: PermissionHolder & { id: string }, invitationId: string) {
  const row = await tx
    .selectFrom("invitations as i")
    .select(["i.email", "i.name", "i.role_ids", "i.channel_ids", "i.guest_until"])
    .where("i.id", "=", invitationId)
    .where(isOpen)
    .where(isWithinReach(viewer))
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError("invitation_not_found");
  return row;
}

async function endLinks(tx: Database, invitationId: string): Promise<void> {
  await dropMailsAbout(tx, [invitationId]);
  await tx.deleteFrom("invitation_links").where("invitation_id", "=", invitationId).execute();
}
