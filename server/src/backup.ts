import { rmSync } from "node:fs";
import { rowsOfFiles } from "./features/files/rows-in-backup.ts";
import { command, say } from "./operate.ts";
import { describeProblems } from "./platform/backup/compare-files.ts";
import { writeBackup } from "./platform/backup/write-backup.ts";
import { readConfig } from "./platform/configuration/config.ts";
import { reachDatabase } from "./platform/database/reach-database.ts";
import { createLog } from "./platform/log/log.ts";
import { readVersion } from "./platform/version.ts";

// Makes a backup of the database and the files, while the server runs or not.
await command(async () => {
  const config = readConfig(process.env);
  const target = process.argv[2] ?? "backups";
  const database = await reachDatabase(config, createLog(config.logLevel));
  try {
    const { folder, manifest, problems } = await writeBackup(target, {
      databaseUrl: database.url,
      filesFolder: config.filesFolder,
      rows: rowsOfFiles,
      atollVersion: readVersion(),
      now: new Date(),
      onBegin: cleanUpWhenEnded,
    });
    if (problems.length > 0)
      throw describeProblems(
        problems,
        `Everything else is in ${folder}. Restore the files from an older backup, or name the right folder with ATOLL_FILES_FOLDER or ATOLL_DATA_DIR, and back up again.`,
      );
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    say(
      `The backup is in ${folder}: ${rows} rows and ${manifest.fileCount} files, read back and found whole.`,
    );
    say(
      "It holds everything that people wrote, and the keys to sign in. Keep it where only you can read it.",
    );
  } finally {
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
