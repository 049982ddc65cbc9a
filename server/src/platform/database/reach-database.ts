import { existsSync } from "node:fs";
import { realpath } from "node:fs/promises";
import type { Config } from "../configuration/config.ts";
import { DataFolderInUse, lockDataFolder } from "../configuration/data-folder.ts";
import { StartError } from "../log/start-error.ts";
import type { StartLog } from "../log/start-log.ts";
import { layoutOf } from "./embedded/layout.ts";
import { runningUrl } from "./embedded/running-url.ts";
import { startEmbeddedPostgres } from "./embedded/start-embedded-postgres.ts";

export interface ReachedDatabase {
  url: string;
  /** Stops the database if it was started for this. */
  release: () => Promise<void>;
}

/**
 * Connects a command to the database of an installation: the one in DATABASE_URL, or the embedded one, which is started
 * for the duration of the command if no server is running on the data folder.
 * @throws {StartError} when there is none yet, or it does not start.
 */
export async function reachDatabase(
  config: Pick<Config, "databaseUrl" | "dataFolder">,
  log: StartLog,
): Promise<ReachedDatabase> {
  if (config.databaseUrl) return { url: config.databaseUrl, release: async () => {} };
  // Locking makes the folder; a wrong name must not make a database.
  if (!existsSync(layoutOf(config.dataFolder).cluster)) {
    throw new StartError(
      `There is no database in the data folder ${config.dataFolder}.`,
      "Name the folder with ATOLL_DATA_DIR, or the database with DATABASE_URL, as for the server.",
    );
  }
  try {
    const lock = lockDataFolder(config.dataFolder);
    const postgres = await startEmbeddedPostgres({ dataFolder: lock.path, log });
    const release = async () => {
      await postgres.stop();
      lock.release();
    };
    return { url: postgres.url, release };
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error;
    const layout = layoutOf(await realpath(config.dataFolder));
    return { url: await runningUrl(layout), release: async () => {} };
  }
}
