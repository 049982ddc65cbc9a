import { sql } from "kysely";
import type { Database } from "../../../tables.ts";
import { notify } from "../../notifications/public.ts";
import { describeDevice } from "./describe-device.ts";
import { type Device, deviceKnownDays } from "./device.ts";
import { hashToken } from "./sessions.ts";

/**
 * People sign in on their other devices right after the first. A sign-in from the same address is theirs then, and a
 * warning would be a false alarm.
 */
const settlingIn = sql.lit("10 minutes");

const knownFor = sql.lit(`${deviceKnownDays} days`);

/**
 * Notifies a person of a session in a new browser, unless it is their first sign-in. Call it before the session is
 * inserted.
 */
export async function notifyOfNewDevice(tx: Database, userId: string, device: Device): Promise<void> {
  const { rows } = await sql<{ has_others: boolean; is_known: boolean; is_settling_in: boolean }>`SELECT
      EXISTS (SELECT FROM sessions WHERE user_id = ${userId} AND device_hash IS NOT NULL) AS has_others,
      EXISTS (SELECT FROM sessions WHERE user_id = ${userId} AND device_hash = ${hashToken(device.token)}
        AND last_used_at > now() - ${knownFor}::interval) AS is_known,
      coalesce((SELECT address = ${device.address} AND created_at > now() - ${settlingIn}::interval FROM sessions
        WHERE user_id = ${userId} ORDER BY created_at, id LIMIT 1), false) AS is_settling_in`.execute(tx);
  const [row] = rows;
  if (!row?.has_others || row.is_known || row.is_settling_in) return;
  const facts = { device: describeDevice(device.userAgent), address: device.address };
  // Many of them are one entry, with the last in its text.
  await notify(tx, { kind: "session.new-device", subjectId: userId, people: [userId], facts });
}

/** Returns whether a browser has ever had a session of the account with this email. */
export async function isKnownDevice(
  db: Database,
  email: string,
  { token }: Pick<Device, "token">,
): Promise<boolean> {
  const row = await db
    .selectFrom("sessions as s")
    .innerJoin("accounts as a", "a.id", "s.user_id")
    .select("s.id")
    .where("s.device_hash", "=", hashToken(token))
    .where("s.last_used_at", ">", sql<Date>`now() - ${knownFor}::interval`)
    .where("a.email", "=", email)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
