import { rmSync } from "node:fs";
import { rowsOfFiles } from "./features/files/rows-in-backup.ts";
import { listStoredPlaces } from "./features/files/stored-places.ts";
import { command, say } from "./operate.ts";
import { filesInFolder, filesOfRows } from "./platform/backup/backup-files.ts";
import { describeProblems } from "./platform/backup/compare-files.ts";
import { writeBackup } from "./platform/backup/write-backup.ts";
import { readConfig } from "./platform/configuration/config.ts";
import { openDatabase } from "./platform/database/database.ts";
import { reachDatabase } from "./platform/database/reach-database.ts";
import { openStorage } from "./platform/files/open-storage.ts";
import { createLog } from "./platform/log/log.ts";
import { readVersion } from "./platform/version.ts";
import type { Tables } from "./tables.ts";

// Makes a backup of the database and the files, while the server runs or not.
await command(async () => {
  const config = readConfig(process.env);
  const target = process.argv[2] ?? "backups";
  const log = createLog(config.logLevel);
  const database = await reachDatabase(config, log);
  const { db } = openDatabase<Tables>({
    ...{ url: database.url, log, preparedStatements: config.preparedStatements },
    maxConnections: 1,
  });
  try {
    const files = config.s3
      ? filesOfRows(await openStorage(config, log, { isReadOnly: true }), () => listStoredPlaces(db))
      : filesInFolder(config.filesFolder);
    const { folder, manifest, problems } = await writeBackup(target, {
      databaseUrl: database.url,
      files,
      rows: rowsOfFiles,
      atollVersion: readVersion(),
      now: new Date(),
      onBegin: cleanUpWhenEnded,
    });
    if (problems.length > 0)
      throw describeProblems(
        problems,
        `Everything else is in ${folder}. Restore the files from an older backup, or name the right folder with ATOLL_FILES_FOLDER or ATOLL_DATA_DIR (or bucket), and back up again.`,
      );
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    say(
      `The backup is in ${folder}: ${rows} rows and ${manifest.fileCount} files, read back and found whole.`,
    );
    say(
      "It holds everything that people wrote, and the keys to sign in. Keep it where only you can read it.",
    );
  } finally {
    await db.destroy();
    await database.release();
  }
});

/** Half a backup is never taken for one, but it would take its room. */
function cleanUpWhenEnded(unfinished: string): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => {
      rmSync(unfinished, { recursive: true, force: true });
      process.exit(1);
    });
  }
}
