import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { rowsOfFiles } from "./features/files/rows-in-backup.ts";
import { command, say } from "./operate.ts";
import { describeProblems } from "./platform/backup/compare-files.ts";
import { erasureListName, parseErasureList } from "./platform/backup/erasure-list.ts";
import { restoreBackup } from "./platform/backup/restore-backup.ts";
import { verifyBackup } from "./platform/backup/verify-backup.ts";
import { readConfig } from "./platform/configuration/config.ts";
import { openStorage } from "./platform/files/open-storage.ts";
import { createLog } from "./platform/log/log.ts";
import { StartError } from "./platform/log/start-error.ts";

// Puts a backup in place, for the next start; with --check it is only read.
await command(async () => {
  const { backup, mayReplace, mayLackFiles, isCheck } = readArguments();
  const config = readConfig(process.env);
  if (isCheck) {
    const { manifest, problems } = await verifyBackup(backup, rowsOfFiles);
    if (problems.length > 0) throw describeProblems(problems, "Use another backup, if there is one.");
    const { madeAt, tables, fileCount } = manifest;
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    return say(`The backup of ${madeAt} is whole: ${rows} rows and ${fileCount} files.`);
  }
  const { databaseUrl, dataFolder, filesFolder } = config;
  const log = createLog(config.logLevel);
  const remote = config.s3 && (await openStorage(config, log));
  const { manifest, keptIn, leftOut } = await restoreBackup(backup, {
    databaseUrl,
    dataFolder,
    filesFolder,
    remote,
    rows: rowsOfFiles,
    mayReplace,
    mayLackFiles,
    log,
    now: new Date(),
  });
  for (const path of leftOut)
    say(`WARNING ${path} is no file of Atoll's, and was left out. It stays in the backup.`);
  say(
    `The backup of ${manifest.madeAt} is in place in ${databaseUrl ? "your database and " : `${dataFolder} and `}${remote ? remote.site.name : filesFolder}.`,
  );
  for (const folder of keptIn)
    say(`What was there before is in ${folder}. Delete it when you no longer need it.`);
  const again = await countErasuresSince(dataFolder, manifest.madeAt);
  if (again > 0)
    say(
      `${again === 1 ? "One person was" : `${again} people were`} erased since the backup. The next start erases them again.`,
    );
  say("Start the server: npm start");
});

/** The list of erasures stays in the data folder, whatever is restored. */
async function countErasuresSince(dataFolder: string, madeAt: string): Promise<number> {
  const text = await readFile(join(dataFolder, erasureListName), "utf8").catch(() => "");
  return parseErasureList(text).filter(({ at }) => at > madeAt).length;
}

interface Arguments {
  backup: string;
  mayReplace: boolean;
  mayLackFiles: boolean;
  isCheck: boolean;
}

function readArguments(): Arguments {
  const usage = "Use: npm run restore -- <folder of the backup> [--replace] [--incomplete] [--check]";
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        replace: { type: "boolean", default: false },
        incomplete: { type: "boolean", default: false },
        check: { type: "boolean", default: false },
      },
    });
    const [backup] = positionals;
    if (!backup || positionals.length > 1) throw new Error("Name the backup to restore.");
    return { backup, mayReplace: values.replace, mayLackFiles: values.incomplete, isCheck: values.check };
  } catch (cause) {
    throw new StartError(cause instanceof Error ? cause.message : String(cause), usage, { cause });
  }
}
