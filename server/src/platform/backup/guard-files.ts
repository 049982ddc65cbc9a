import pg from "pg";
import { obstacleOf } from "../database/availability.ts";
import { assertMark } from "../files/folder-mark.ts";

export interface FileGuard {
  /** Notes in the database that a backup was made, for the operator's monitoring. */
  noteBackup: (isComplete: boolean) => Promise<void>;
  release: () => Promise<void>;
}

/**
 * Checks that the folder of files belongs to the database, and keeps every node from deleting discarded files until
 * `release`: a file whose row is in the backup then stays until it is copied.
 * @throws {StartError} for a folder that belongs to another database.
 */
export async function guardFiles(databaseUrl: string, filesFolder: string): Promise<FileGuard> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: "atoll backup" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("BEGIN");
    await client.query("SET LOCAL idle_in_transaction_session_timeout = 0");
    // The sweep of files takes this lock exclusively, and does nothing if it cannot.
    await client.query("SELECT pg_advisory_xact_lock_shared(hashtext('atoll files'))");
    const mark = await readMark(client);
    if (mark) await assertMark(filesFolder, mark);
    return {
      async noteBackup(isComplete) {
        if (!(await hasTable(client, "backups"))) return;
        await client
          .query("INSERT INTO backups (is_complete) VALUES ($1)", [isComplete])
          .catch(ignoreReadOnly);
        await client.query("COMMIT");
      },
      release: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

/** Undefined: no server of a version with marks has run on this database. */
async function readMark(client: pg.Client): Promise<string | undefined> {
  if (!(await hasTable(client, "files_folder"))) return undefined;
  const { rows } = await client.query<{ mark: string }>(
    "SELECT mark FROM files_folder WHERE marked_at IS NOT NULL",
  );
  return rows[0]?.mark;
}

async function hasTable(client: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query("SELECT WHERE to_regclass($1) IS NOT NULL", [name]);
  return rowCount === 1;
}

/** A backup may be made from a standby. */
function ignoreReadOnly(error: unknown): void {
  if (obstacleOf(error) !== "database_read_only") throw error;
}
