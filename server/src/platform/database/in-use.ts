import type pg from "pg";
import { StartError } from "../log/start-error.ts";

/**
 * The lock that every server holds together with the others on its listening connection, and that a command holds alone
 * while nothing may be stored. Names of connections would not do: DATABASE_URL can change them.
 */
const key = "hashtext('atoll in use')";

/** As the statement of a command that needs all servers to be stopped. */
export const takeAlone = `SELECT pg_try_advisory_lock(${key}) AND pg_try_advisory_lock(hashtext('atoll files')) AS "isAlone"`;

/** @throws {StartError} while a command holds it alone. */
export async function takeTogether(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ mine: boolean }>(
    `SELECT pg_try_advisory_lock_shared(${key}) AS mine`,
  );
  if (rows[0]?.mine) return;
  throw new StartError(
    "The files of this database are being moved.",
    "Start the server when move-files has ended, with the settings that it names.",
  );
}
