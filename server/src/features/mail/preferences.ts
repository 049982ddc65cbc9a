import { lastDigest } from "@atoll/contract/mail/digest-time";
import type { MailPreferences } from "@atoll/contract/mail/schemas";
import { type Selectable, sql } from "kysely";
import { transact } from "../../platform/database/transact.ts";
import { serverZone } from "../../platform/server-zone.ts";
import type { Database, Tables } from "../../tables.ts";
import { zonesOf } from "../identity/public.ts";

/** The preferences of a person who has chosen nothing. */
const standard: MailPreferences = {
  ...{ digest: "off", digestHour: 8, digestWeekday: 1 },
  ...{ announcements: true, showsTexts: false },
};

export async function readPreferences(db: Database, userId: string): Promise<MailPreferences> {
  const row = await db
    .selectFrom("mail_preferences")
    .selectAll()
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row ? presentPreferences(row) : standard;
}

function presentPreferences(row: Selectable<Tables["mail_preferences"]>): MailPreferences {
  return {
    ...{ digest: row.digest, digestHour: row.digest_hour, digestWeekday: row.digest_weekday },
    ...{ announcements: row.announcements, showsTexts: row.shows_texts },
  };
}

/**
 * Changes which mails a person gets; omitted values stay. A new time of the digest counts from now on: the digest of an
 * earlier time is not sent any more.
 */
export function changePreferences(
  db: Database,
  userId: string,
  change: { [Name in keyof MailPreferences]?: MailPreferences[Name] | undefined },
): Promise<MailPreferences> {
  return transact(db, async (tx) => {
    const row = await lockPreferences(tx, userId);
    // The account was deleted at this moment.
    if (!row) return standard;
    const before = presentPreferences(row);
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const after: MailPreferences = { ...before, ...given };
    const { day } = lastDigest(after, await zoneOf(tx, userId), new Date());
    const isMoved = (["digest", "digestHour", "digestWeekday"] as const).some(
      (name) => after[name] !== before[name],
    );
    await tx
      .updateTable("mail_preferences")
      .set({
        ...{ digest: after.digest, digest_hour: after.digestHour, digest_weekday: after.digestWeekday },
        ...{ announcements: after.announcements, shows_texts: after.showsTexts },
        ...(isMoved && {
          digested_on: sql<string>`greatest(digested_on, ${day}::date)`,
          digest_due_at: sql<Date>`now()`,
        }),
        updated_at: sql<Date>`now()`,
      })
      .where("user_id", "=", userId)
      .execute();
    return after;
  });
}

/** Returns the row of a person, locked, and created if they have none. Undefined if there is no such account. */
export async function lockPreferences(
  tx: Database,
  userId: string,
): Promise<Selectable<Tables["mail_preferences"]> | undefined> {
  await sql`INSERT INTO mail_preferences (user_id)
    SELECT id FROM accounts WHERE id = ${userId} FOR KEY SHARE ON CONFLICT DO NOTHING`.execute(tx);
  return tx
    .selectFrom("mail_preferences")
    .selectAll()
    .where("user_id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
}

/** Returns the time zone in which a person's digest is due. */
export async function zoneOf(db: Database, userId: string): Promise<string> {
  return (await zonesOf(db, [userId])).get(userId) ?? serverZone;
}
