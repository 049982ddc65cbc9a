import { parseArgs } from "node:util";
import { sql } from "kysely";
import { deleteForgotten } from "./features/files/forget-files.ts";
import { type MoveReport, moveFiles } from "./features/files/move-files.ts";
import { listStoredPlaces } from "./features/files/stored-places.ts";
import { command, say, withDatabase } from "./operate.ts";
import type { Config } from "./platform/configuration/config.ts";
import { takeAlone } from "./platform/database/in-use.ts";
import type { FileStorage } from "./platform/files/file-storage.ts";
import { openStorage } from "./platform/files/open-storage.ts";
import type { StorageOptions } from "./platform/files/staging.ts";
import { assertMark } from "./platform/files/storage-mark.ts";
import { createLog } from "./platform/log/log.ts";
import { StartError } from "./platform/log/start-error.ts";
import type { Database } from "./tables.ts";

const sayEvery = 500;

// Moves all uploaded files from the folder into the bucket, or back. One that was cut short is continued.
await command(() =>
  withDatabase(
    async (db, config) => {
      const given = readArguments();
      // One connection keeps the lock, and the other works.
      await db.connection().execute((keeper) => move(db, keeper, config, given));
    },
    { maxConnections: 2 },
  ),
);

async function move(
  db: Database,
  keeper: Database,
  config: Config,
  { to, mayLackFiles }: Arguments,
): Promise<void> {
  await refuseWhileUsed(keeper);
  const known = await findMark(db);
  // Nothing is made before the places are known to be the right ones.
  const found = await openBoth(config, to, { isReadOnly: true });
  if (await isMoved(known, found.source, found.target)) {
    await noteTarget(db, null);
    return say(`${found.target.site.name} has the files already.`);
  }
  const { source, target } = await openBoth(config, to);
  await target.site.tryToStore();
  // An object that the store holds on to must not keep a company there.
  await deleteForgotten({ db, files: source }).catch(() =>
    say(`WARNING Not all deleted files could be removed from ${source.site.name}.`),
  );
  const progress = (done: number) => {
    if (done % sayEvery === 0) say(`${done} files ...`);
  };
  const report = await moveFiles(listStoredPlaces(db), source, target, progress);
  for (const line of describeFiles(report)) say(line);
  const lost = report.missing.length + report.unreadable.length;
  if (lost > 0 && !mayLackFiles)
    throw new StartError(
      `${lost} files could not be moved, so servers still use ${source.site.name}.`,
      "Put them there from a backup and run this again: it continues. Or go on without them: --incomplete.",
    );
  // The connection may have been lost in these hours, and the lock with it.
  await refuseWhileUsed(keeper);
  await changeMark(db, known.mark, source, target);
  say(`They are now in: ${target.site.name}.`);
  say(
    `${source.site.name} still has its copies, which no server uses. Delete them when you no longer need them.`,
  );
  say(
    to === "s3"
      ? "Start the server with ATOLL_S3_BUCKET."
      : "Start the server without ATOLL_S3_BUCKET and the other settings of the store.",
  );
}

async function openBoth(
  config: Config,
  to: Arguments["to"],
  options?: StorageOptions,
): Promise<{ source: FileStorage; target: FileStorage }> {
  if (!config.s3)
    throw new StartError(
      "No S3 store is set.",
      "Name the bucket with ATOLL_S3_BUCKET, and the store with the other settings, also for moving files back from it.",
    );
  const log = createLog(config.logLevel);
  const bucket = await openStorage(config, log, options);
  const folder = await openStorage({ ...config, s3: undefined }, log, options);
  return to === "s3" ? { source: folder, target: bucket } : { source: bucket, target: folder };
}

interface Arguments {
  to: "s3" | "disk";
  /** Servers may use the target although files are missing. */
  mayLackFiles: boolean;
}

function readArguments(): Arguments {
  const usage = "Use: npm run move-files -- --to s3, or --to disk [--incomplete]";
  try {
    const { values } = parseArgs({
      options: { to: { type: "string" }, incomplete: { type: "boolean", default: false } },
    });
    const { to, incomplete } = values;
    if (to === "s3" || to === "disk") return { to, mayLackFiles: incomplete };
    throw new Error("Say where the files should go.");
  } catch (cause) {
    throw new StartError(cause instanceof Error ? cause.message : String(cause), usage, { cause });
  }
}

/** A running server would store files in the old place after they were listed. None starts while this has the lock. */
async function refuseWhileUsed(keeper: Database): Promise<void> {
  const { rows } = await sql.raw<{ isAlone: boolean }>(takeAlone).execute(keeper);
  if (rows[0]?.isAlone) return;
  throw new StartError(
    "A server, or a backup, is using this database.",
    "Stop every server first, then run this again: what has been moved stays moved.",
  );
}

interface KnownMark {
  mark: string;
  movingTo: string | null;
}

async function findMark(db: Database): Promise<KnownMark> {
  const row = await db
    .selectFrom("files_folder")
    .select(["mark", "marked_at", "moving_to"])
    .executeTakeFirst();
  if (row?.marked_at) return { mark: row.mark, movingTo: row.moving_to };
  throw new StartError(
    "No server has used this database with files yet.",
    "Start the server once with the settings of the bucket; there is nothing to move.",
  );
}

/**
 * Returns whether an earlier move has ended. One that was killed while it changed the mark left none, and said so before.
 * @throws {StartError} for a source that is not the place of the files, or a target that is of another database.
 */
async function isMoved(known: KnownMark, source: FileStorage, target: FileStorage): Promise<boolean> {
  const [from, to] = [await source.site.readMark(), await target.site.readMark()];
  if (to !== undefined && to !== known.mark)
    throw new StartError(`${target.site.name} belongs to another database.`, "Name another one.");
  if (to === known.mark && from === undefined) return true;
  if (from !== undefined || known.movingTo !== target.site.name) await assertMark(source.site, known.mark);
  return false;
}

/** Lets servers use only the target from now on. No server starts while neither has the mark. */
async function changeMark(
  db: Database,
  mark: string,
  source: FileStorage,
  target: FileStorage,
): Promise<void> {
  await noteTarget(db, target.site.name);
  await source.site.removeMark();
  await target.site.removeMark();
  await target.site.writeMark(mark);
  await noteTarget(db, null);
}

async function noteTarget(db: Database, name: string | null): Promise<void> {
  await db.updateTable("files_folder").set({ moving_to: name }).execute();
}

function describeFiles(report: MoveReport): string[] {
  const { moved, movedBytes, alreadyThere, missing, changed, unreadable } = report;
  return [
    ...missing.map((name) => `WARNING ${name} is missing. It was not there to be moved.`),
    ...unreadable.map((name) => `WARNING ${name} is not what Atoll stored. It was not moved.`),
    ...changed.map((name) => `WARNING ${name} is not what was uploaded. It was moved as it is.`),
    `${moved} files (${(movedBytes / 1e6).toFixed(1)} MB) were moved, read back and compared; ${alreadyThere} were there already; ${missing.length + unreadable.length} are missing.`,
  ];
}
