import { createWriteStream, existsSync, rmSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { resolve } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { exportEverything, recordFullExport } from "./features/personal-data/company/export-everything.ts";
import { command, readPassphrase, say, withDatabase } from "./operate.ts";
import { operator } from "./platform/audit.ts";
import { obstacleOf } from "./platform/database/availability.ts";
import { writeMeasured } from "./platform/files/measured-copy.ts";
import { openStorage } from "./platform/files/open-storage.ts";
import { StartError } from "./platform/log/start-error.ts";

const sayEvery = 50;

// Exports everything into one documented archive, while the server runs or not.
await command(async () => {
  const { target, passphrase } = await readArguments();
  await withDatabase(
    async (db, config, log) => {
      const unfinished = `${target}.unfinished`;
      const receiving = `${target}.unfinished-file`;
      const stop = new AbortController();
      for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
        process.once(signal, () => {
          for (const left of [unfinished, receiving]) rmSync(left, { force: true });
          process.exit(1);
        });
      const files = await openStorage(config, log, { isReadOnly: true });
      let said = -1;
      try {
        const { manifest, problems } = await exportEverything(
          { db, files, receive: receiveAt(receiving), signal: stop.signal, passphrase },
          (output: Readable) =>
            pipeline(output, createWriteStream(unfinished, { flags: "w", mode: 0o600, flush: true })),
          async ({ tables, tablesTotal, rows, files: done }) => {
            const step = tables + Math.floor(done / 100);
            if (step === said || step % sayEvery !== 0) return;
            said = step;
            say(`${tables} of ${tablesTotal} tables, ${rows} rows, ${done} files ...`);
          },
        );
        await rename(unfinished, target);
        await db
          .transaction()
          .execute((tx) => recordFullExport(tx, operator))
          .catch(ignoreReadOnly);
        const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
        for (const { path, problem } of problems) say(`WARNING ${path}: ${problem}`);
        say(`The archive ${target} has ${rows} rows and ${manifest.files.count} files.`);
        for (const { table, why } of manifest.leftOut) say(`  without ${table}: ${why}`);
        for (const { table, emptied, why } of manifest.keptInPart)
          say(`  ${table}${emptied.length > 0 ? ` without ${emptied.join(", ")}` : " in part"}: ${why}`);
        if (!manifest.seal)
          say("Keys and secrets are not in it. To take them along, export with --passphrase-file <file>.");
        say(
          "It has everything that people wrote, and hashes of passwords. Keep it where only you can read it.",
        );
        if (problems.length > 0)
          throw new StartError(
            `${problems.length} files are missing or changed.`,
            "Everything else is in the archive. Put the files back from a backup and export again.",
          );
      } finally {
        for (const left of [unfinished, receiving]) rmSync(left, { force: true });
      }
    },
    // One connection keeps files from being deleted, and the other reads.
    { maxConnections: 2 },
  );
});

/** Receives one file at a time, next to the archive. */
function receiveAt(path: string): Parameters<typeof exportEverything>[0]["receive"] {
  const discard = () => rm(path, { force: true });
  return async (content) => {
    // Discard the file of an attempt that broke off.
    await discard();
    return { path, ...(await writeMeasured(path, content)), discard };
  };
}

/** An export may be made from a standby. */
function ignoreReadOnly(error: unknown): void {
  if (obstacleOf(error) !== "database_read_only") throw error;
}

async function readArguments(): Promise<{ target: string; passphrase: string | undefined }> {
  const usage = "Use: npm run export -- <new file, such as everything.zip> [--passphrase-file <file>]";
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { "passphrase-file": { type: "string" } },
    });
    const [name] = positionals;
    if (!name || positionals.length > 1) throw new Error("Name the file to write.");
    const target = resolve(name);
    if (existsSync(target)) throw new Error(`${target} exists already.`);
    return { target, passphrase: await readPassphrase(values["passphrase-file"]) };
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    throw new StartError(cause instanceof Error ? cause.message : String(cause), usage, { cause });
  }
}
