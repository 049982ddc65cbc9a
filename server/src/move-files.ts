import { parseArgs } from "node:util";
import { sql } from "kysely";
import { deleteForgotten } from "./features/files/forget-files.ts";
import { type MoveReport, moveFiles } from "./features/files/move-files.ts";
import { listStoredPlaces } from "./features/files/stored-places.ts";
import { command, say, withDatabase } from "./operate.ts";
import type { FileStorage } from "./platform/files/file-storage.ts";
import { openStorage } from "./platform/files/open-storage.ts";
import { createLog } from "./platform/log/log.ts";
import { StartError } from "./platform/log/start-error.ts";
import type { Database } from "./tables.ts";

const sayEvery = 500;

// Moves all uploaded files from the folder into the bucket, or back. One that was cut short is continued.
await command(() =>
  withDatabase(async (db, config) => {
    const to = readTarget();
    if (!config.s3)
      throw new StartError(
        "No S3 store is set.",
        "Name the bucket with ATOLL_S3_BUCKET, and the store with the other settings, also for moving files back from it.",
      );
    const log = createLog(config.logLevel);
    const bucket = await openStorage(config, log);
    const folder = await openStorage({ ...config, s3: undefined }, log);
    const [source, target] = to === "s3" ? [folder, bucket] : [bucket, folder];
    await refuseWhileUsed(db);
    const mark = await findMark(db);
    if (await isMoved(mark, source, target)) return say(`${target.site.name} has the files already.`);
    await target.site.tryToStore();
    await deleteForgotten({ db, files: source });
    const progress = (done: number) => {
      if (done % sayEvery === 0) say(`${done} files ...`);
    };
    const report = await moveFiles(listStoredPlaces(db), source, target, progress);
    await changeMark(db, mark, source, target);
    for (const line of describe(report, source, target)) say(line);
    say(
      to === "s3"
        ? "Start the server with ATOLL_S3_BUCKET."
        : "Start the server without ATOLL_S3_BUCKET and the other settings of the store.",
    );
  }),
);

function readTarget(): "s3" | "disk" {
  const usage = "Use: npm run move-files -- --to s3, or --to disk";
  try {
    const { values } = parseArgs({ options: { to: { type: "string" } } });
    if (values.to === "s3" || values.to === "disk") return values.to;
    throw new Error("Say where the files should go.");
  } catch (cause) {
    throw new StartError(cause instanceof Error ? cause.message : String(cause), usage, { cause });
  }
}

/** A running server would store files in the old place after they were listed. */
async function refuseWhileUsed(db: Database): Promise<void> {
  const { rows } = await sql`SELECT FROM pg_stat_activity WHERE datname = current_database()
    AND application_name LIKE 'atoll%' AND pid <> pg_backend_pid()`.execute(db);
  if (rows.length === 0) return;
  throw new StartError(
    "A server, or another command, is using this database.",
    "Stop every server first, then run this again: what has been moved stays moved.",
  );
}

async function findMark(db: Database): Promise<string> {
  const row = await db.selectFrom("files_folder").select(["mark", "marked_at"]).executeTakeFirst();
  if (row?.marked_at) return row.mark;
  throw new StartError(
    "No server has used this database with files yet.",
    "Start the server once with the settings of the bucket; there is nothing to move.",
  );
}

/** Whether an earlier move has ended. One that was killed while it changed the mark left none. */
async function isMoved(mark: string, source: FileStorage, target: FileStorage): Promise<boolean> {
  const [from, to] = [await source.site.readMark(), await target.site.readMark()];
  if (to !== undefined && to !== mark)
    throw new StartError(`${target.site.name} belongs to another database.`, "Name another one.");
  if (from !== undefined && from !== mark)
    throw new StartError(`${source.site.name} belongs to another database.`, source.site.hint);
  return to === mark && from === undefined;
}

/**
 * Lets servers use only the target from now on. No server starts while neither has the mark; one that started during
 * the move stops it.
 */
async function changeMark(
  db: Database,
  mark: string,
  source: FileStorage,
  target: FileStorage,
): Promise<void> {
  await source.site.removeMark();
  try {
    await refuseWhileUsed(db);
  } catch (error) {
    await source.site.removeMark();
    await source.site.writeMark(mark);
    throw error;
  }
  await target.site.removeMark();
  await target.site.writeMark(mark);
}

function describe(report: MoveReport, source: FileStorage, target: FileStorage): string[] {
  const { moved, movedBytes, alreadyThere, missing, changed } = report;
  return [
    ...missing.map((name) => `WARNING ${name} is missing. It was not there to be moved.`),
    ...changed.map((name) => `WARNING ${name} is not what was uploaded. It was moved as it is.`),
    `${moved} files (${(movedBytes / 1e6).toFixed(1)} MB) were moved, read back and compared; ${alreadyThere} were there already; ${missing.length} are missing.`,
    `They are now in: ${target.site.name}.`,
    `${source.site.name} still has its copies, which no server uses. Delete them when you no longer need them.`,
  ];
}
