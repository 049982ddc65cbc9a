import { invitationDays } from "@atoll/contract/administration/limits";
import { dayIn } from "@atoll/contract/zones";
import { sql } from "kysely";
import { newLinkToken } from "../../../platform/seals/link-tokens.ts";
import type { SliceMail } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";

/** Links that one invitation may have at a time: one for each attempt to send its mail. */
const maxLinks = 20;

/**
 * The mail with the link to an invitation. Each attempt makes a link of its own, and earlier ones still work: the mail
 * of an attempt that seemed to fail may have arrived.
 */
export const invitationMail: SliceMail = {
  kind: "invitation",
  async write({ db, mail: config }, { id, subjectId }, { zone, formatInstant, formatDay }, { company }) {
    const invitation = await findForMail(db, subjectId, id);
    if (!invitation || !config) return undefined;
    const token = await addLink(db, invitation.id, id);
    if (token === undefined) return undefined;
    const { inviter, name, guest_until: guestUntil } = invitation;
    const about = guestUntil
      ? `${inviter} invites you as a guest to the workspace of ${company}, to chat with them until the end of ${formatDay(dayIn(zone, new Date(guestUntil.getTime() - 1)))}.`
      : `${inviter} invites you to the workspace of ${company}, where colleagues chat, plan their work and find what they need to know.`;
    return {
      subject: `${inviter} invites you to ${company}`,
      heading: name ? `Welcome, ${name}` : "Welcome",
      paragraphs: [about, "Choose a password to create your account."],
      action: { label: "Accept the invitation", url: `${config.publicUrl}/join#${token}` },
      notes: [
        `The link works once, until ${formatInstant(invitation.expires_at)}.`,
        "If you do not expect this invitation, you can ignore this mail: nothing is created without you.",
      ],
    };
  },
};

/** The invitation of a mail, while it is open and this is its newest mail. */
async function findForMail(db: Database, invitationId: string | null, mailId: string) {
  return db
    .selectFrom("invitations as i")
    .innerJoin("profiles as p", "p.id", "i.invited_by")
    .select(["i.id", "i.name", "i.expires_at", "i.guest_until", "p.name as inviter"])
    .where("i.id", "=", invitationId)
    .where("i.mail_id", "=", mailId)
    .where("i.accepted_at", "is", null)
    .where("i.withdrawn_at", "is", null)
    .where("i.expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
}

/**
 * Adds a link to an invitation, under its lock: one that is withdrawn, renewed or accepted at the same time gets none.
 * @param mailId its newest mail, or null.
 * @returns the secret of the link, which is stored nowhere. Undefined if the invitation has changed.
 */
export async function addLink(
  db: Database,
  invitationId: string,
  mailId: string | null,
): Promise<string | undefined> {
  const { token, hash } = newLinkToken();
  const { numAffectedRows } = await sql`INSERT INTO invitation_links (token_hash, invitation_id)
    SELECT ${hash}, id FROM invitations WHERE id = ${invitationId} AND mail_id IS NOT DISTINCT FROM ${mailId}
      AND accepted_at IS NULL AND withdrawn_at IS NULL FOR SHARE`.execute(db);
  if (numAffectedRows !== 1n) return undefined;
  await sql`DELETE FROM invitation_links WHERE token_hash IN (
    SELECT token_hash FROM invitation_links WHERE invitation_id = ${invitationId}
    ORDER BY created_at DESC OFFSET ${sql.lit(maxLinks)})`.execute(db);
  return token;
}

/** Returns when an invitation that is made now ends. */
export function invitationEnd(): Date {
  return new Date(Date.now() + invitationDays * 24 * 3600_000);
}
