import { createHmac, timingSafeEqual } from "node:crypto";
import { type OptionalMail, optionalMails } from "@atoll/contract/mail/mail-kinds";
import { uuidSource } from "@atoll/contract/uuid";
import { AppError } from "../../platform/app-error.ts";
import { transact } from "../../platform/database/transact.ts";
import type { Database } from "../../tables.ts";
import { lockPreferences } from "./preferences.ts";

/** The addresses with which a person stops a kind of mail. */
export interface UnsubscribeLinks {
  /** The page with a button. */
  page: string;
  /** The address that mail programs post to. */
  oneClick: string;
}

/** Returns the links for a mail to a person. They always work, because the mail may be old. */
export async function unsubscribeLinks(
  db: Database,
  publicUrl: string,
  userId: string,
  kind: OptionalMail,
): Promise<UnsubscribeLinks> {
  const link = `${userId}.${kind}.${(await signature(db, userId, kind)).toString("base64url")}`;
  // The page has it after the #, which browsers send to no server.
  return { page: `${publicUrl}/unsubscribe#${link}`, oneClick: `${publicUrl}/api/mail/unsubscribe/${link}` };
}

const linkPattern = new RegExp(`^(${uuidSource})\\.([a-z]+)\\.([\\w-]{43})$`);

/**
 * Stops the kind of mail that a link is about.
 * @returns the person.
 * @throws {AppError} `unsubscribe_link_not_valid`: a link that was changed and one of a deleted account look the same.
 */
export async function unsubscribe(db: Database, link: string): Promise<string> {
  const [, userId = "", name, given = ""] = linkPattern.exec(link) ?? [];
  const kind = optionalMails.find((one) => one === name);
  if (!kind) throw new AppError("unsubscribe_link_not_valid");
  const isSigned = timingSafeEqual(Buffer.from(given, "base64url"), await signature(db, userId, kind));
  if (!isSigned) throw new AppError("unsubscribe_link_not_valid");
  return transact(db, async (tx) => {
    if (!(await lockPreferences(tx, userId))) throw new AppError("unsubscribe_link_not_valid");
    await tx
      .updateTable("mail_preferences")
      .set(kind === "digest" ? { digest: "off" } : { announcements: false })
      .where("user_id", "=", userId)
      .execute();
    return userId;
  });
}

/** The key is not one of those that sign tokens, which expire after a month. */
async function signature(db: Database, userId: string, kind: OptionalMail): Promise<Buffer> {
  const { secret } = await db.selectFrom("mail_link_key").select("secret").executeTakeFirstOrThrow();
  return createHmac("sha256", secret).update(`unsubscribe ${userId} ${kind}`).digest();
}
