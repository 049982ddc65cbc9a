import { hasRole } from "@atoll/contract/permissions";
import { sql } from "kysely";
import { newLinkToken } from "../../../platform/seals/link-tokens.ts";
import type { SliceMail } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { queueMails } from "../../mail/public.ts";
import { type AccountRow, findAccount } from "../queries.ts";
import { describeDevice } from "../sessions/describe-device.ts";
import type { Device } from "../sessions/device.ts";
import { takeNetworkAttempt } from "../sessions/lockout.ts";
import { mayEnter } from "./may-enter.ts";

/** A link works for this long. */
const linkMinutes = 60;
/** Mails within an hour to one person. More would only fill their inbox. */
const maxMailsPerHour = 4;

/**
 * Queues the mail with a link to choose a new password. Whether anyone has the address is looked up only when the mail
 * is sent: the request does the same for every address, in the same time.
 * @throws {AppError} `rate_limited` after many requests from one network.
 */
export async function requestPasswordReset(db: Database, email: string, device: Device): Promise<void> {
  await takeNetworkAttempt(db, "password-reset", device.address);
  const facts = { device: describeDevice(device.userAgent), address: device.address };
  // One at a time, however often it is asked for.
  await queueMails(db, [{ kind: "password-reset", address: email, facts, key: `password-reset ${email}` }]);
}

/** The mail with the link. Nobody without an account, or who may not sign in, gets one. */
export const passwordResetMail: SliceMail = {
  kind: "password-reset",
  // Later, its person has found another way.
  triedForMs: 6 * 3600_000,
  isForgottenIfDropped: true,
  async write({ db, mail: config, singleSignOn }, { id, facts }, { address }, { company }) {
    const account = await findAccount(db, { email: address });
    if (!config || !account || !mayEnter(account) || (await countRecent(db, account, id)) >= maxMailsPerHour)
      return undefined;
    const asked = [
      { label: "Browser", value: facts.device ?? "" },
      { label: "Network address", value: facts.address ?? "" },
    ];
    const heading = "Choose a new password";
    const subject = `${heading} for ${company}`;
    const ignore = "If you did not ask for this, you can ignore this mail: your password stays as it is.";
    const isElsewhere = await hasPasswordElsewhere(db, account);
    if (account.password_hash === null || isElsewhere) {
      const through = singleSignOn ? `“Sign in with ${singleSignOn.name}”` : "your company";
      return {
        subject,
        heading: "You have no password here",
        paragraphs: [
          isElsewhere
            ? "You sign in with the password of your company’s directory. Change it there, or ask your company’s help desk."
            : `You sign in through ${through}, so there is no password to choose.`,
        ],
        action: { label: "Sign in", url: `${config.publicUrl}/login` },
        notes: [ignore],
      };
    }
    const token = await addResetLink(db, account, id);
    if (token === undefined) return undefined;
    return {
      subject,
      heading,
      paragraphs: [`Someone asked for a new password for your account ${account.email}.`],
      facts: asked,
      action: { label: heading, url: `${config.publicUrl}/reset-password#${token}` },
      notes: [
        "The link works once, within an hour. A new password signs you out on all your devices.",
        ignore,
      ],
    };
  },
};

/** Whether the person signs in with the password of a directory. Super administrators also keep one here. */
async function hasPasswordElsewhere(db: Database, account: AccountRow): Promise<boolean> {
  if (hasRole(account, "super_admin")) return false;
  const { rows } = await sql`SELECT FROM directory_people p JOIN directories d ON d.id = p.directory_id
    WHERE p.user_id = ${account.id} AND p.gone_at IS NULL AND d.kind = 'ldap' AND d.state = 'on'
      AND d.settings ->> 'maySignIn' = 'true'`.execute(db);
  return rows.length > 0;
}

async function countRecent(db: Database, { id }: AccountRow, mailId: string): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`SELECT count(DISTINCT mail_id)::int AS count FROM password_resets
    WHERE user_id = ${id} AND mail_id <> ${mailId} AND created_at > now() - interval '1 hour'`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Adds a link for one attempt to send the mail, under the lock of the account: a password that is changed at the same
 * time ends it.
 * @returns its secret, which is stored nowhere. Undefined if the account has changed.
 */
async function addResetLink(db: Database, account: AccountRow, mailId: string): Promise<string | undefined> {
  const { token, hash } = newLinkToken();
  const { numAffectedRows } =
    await sql`INSERT INTO password_resets (user_id, email, mail_id, expires_at, token_hash)
    SELECT id, email, ${mailId}, now() + make_interval(mins => ${linkMinutes}), ${hash} FROM accounts
    WHERE id = ${account.id} AND email = ${account.email} AND password_hash = ${account.password_hash}
      AND disabled_at IS NULL FOR SHARE`.execute(db);
  return numAffectedRows === 1n ? token : undefined;
}
