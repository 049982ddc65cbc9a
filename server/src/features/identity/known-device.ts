import { sql } from "kysely";
import type { Database } from "../../tables.ts";
import { type Device, deviceKnownDays } from "./device.ts";
import { hashToken } from "./sessions.ts";

const knownFor = sql.lit(`${deviceKnownDays} days`);

/** Whether a browser has had a session of the account with this email, whatever became of the session. */
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
