import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { layoutOf } from "../database/embedded/layout.ts";
import { StartError } from "../log/start-error.ts";
import { makeFolder } from "../make-folder.ts";
import { beforeRestore, restoringFolder, unfinishedMark } from "./file-list.ts";

/** A folder in which a restore exchanges old parts for new ones, each by one rename. */
interface Place {
  folder: string;
  /**
   * The entries to exchange. A files folder that is a mount point cannot be renamed, so its entries are moved instead.
   */
  parts: (at: string) => Promise<string[]>;
  /** Whether an Atoll is here already; names a part of it. */
  taken: () => Promise<string | undefined>;
  /** Entries that no Atoll has made. */
  foreign: () => Promise<string[]>;
}

/** Where a restore makes its parts, and puts them. */
export interface RestorePlaces {
  /** For the files of the backup. */
  filesAside: string;
  /** For the embedded database. */
  databaseAside: string;
  /** @throws {StartError} when something is there that may not be replaced. */
  refuseReplacing(): Promise<void>;
  /** Makes the folders aside, empty. */
  prepare(): Promise<void>;
  /** Swaps old and new data. @returns where the old data is kept; empty if there was none. */
  exchange(now: Date): Promise<string[]>;
  /** Everything is in place. */
  finish(): Promise<void>;
  /** Removes the folders aside. */
  clean(): Promise<void>;
}

/**
 * Returns the places of an installation: its data folder, and the folder of files if that is elsewhere.
 * @param filesFolder undefined if files are on another machine.
 */
export function restorePlaces(dataFolder: string, filesFolder: string | undefined): RestorePlaces {
  const isWithin = filesFolder !== undefined && resolve(filesFolder) === resolve(dataFolder, "files");
  const places = isWithin
    ? [partsOf(dataFolder, [...databaseParts, "files"])]
    : [
        partsOf(dataFolder, databaseParts),
        ...(filesFolder === undefined ? [] : [entriesOf(resolve(filesFolder))]),
      ];
  const asideOf = (folder: string) => join(folder, restoringFolder);
  const clean = async () => {
    // Processes of a killed attempt may still write there for a moment.
    const options = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 };
    for (const { folder } of places) await rm(asideOf(folder), options);
  };
  return {
    filesAside:
      isWithin || filesFolder === undefined
        ? join(asideOf(dataFolder), "files")
        : asideOf(resolve(filesFolder)),
    databaseAside: asideOf(dataFolder),
    async refuseReplacing() {
      for (const { folder, taken, foreign } of places) {
        const part = await taken();
        if (part) throw inTheWay(folder, part);
        const [other] = await foreign();
        if (other) throw notOurs(folder, other);
      }
    },
    async prepare() {
      await clean();
      for (const { folder } of places) makeFolder(asideOf(folder));
    },
    async exchange(now) {
      // The database's programs belong to no state; the next start brings its own.
      await rm(layoutOf(dataFolder).programsCopy, { recursive: true, force: true });
      for (const { folder } of places) await writeFile(join(folder, unfinishedMark), "", { flush: true });
      const stamp = now.toISOString().slice(0, 19).replaceAll(":", "-");
      const kept: string[] = [];
      for (const place of places) {
        const before = join(place.folder, `${beforeRestore}${stamp}Z`);
        if (await exchangeIn(place, asideOf(place.folder), before)) kept.push(before);
      }
      return kept;
    },
    async finish() {
      for (const { folder } of places) await rm(join(folder, unfinishedMark), { force: true });
    },
    clean,
  };
}

const databaseParts = ["postgres-password", "postgres"];

function partsOf(folder: string, parts: string[]): Place {
  const present = async (at: string) => parts.filter((part) => existsSync(join(at, part)));
  return {
    folder,
    parts: present,
    async taken() {
      for (const part of await present(folder)) {
        if (part !== "files" || (await hasFiles(join(folder, part)))) return part;
      }
      return undefined;
    },
    foreign: async () =>
      (await readdir(folder)).filter((name) => !isOurs(name) && !isOfDataFolder.test(name)),
  };
}

function entriesOf(folder: string): Place {
  const parts = async (at: string) => (await readdir(at).catch(() => [])).filter((name) => !isOurs(name));
  return {
    folder,
    parts,
    taken: async () => ((await hasFiles(folder)) ? (await parts(folder))[0] : undefined),
    // Whatever is in a folder of files counts as files.
    foreign: async () => [],
  };
}

/** Files that a server, or a refused restore, leaves in a data folder. */
const isOfDataFolder =
  /^(files|postgres|postgres-password|postgres\.log|postgres-programs|server\.json|erasures\.jsonl|lock\.sqlite.*)$/;

function isOurs(name: string): boolean {
  return name === restoringFolder || name === unfinishedMark || name.startsWith(beforeRestore);
}

async function hasFiles(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => []);
  return names.some((name) => name !== "incoming" && !isOurs(name));
}

async function exchangeIn({ folder, parts }: Place, aside: string, before: string): Promise<boolean> {
  const old = await parts(folder);
  if (old.length > 0) await mkdir(before, { mode: 0o700 });
  for (const part of old) await rename(join(folder, part), join(before, part));
  for (const part of await parts(aside)) await rename(join(aside, part), join(folder, part));
  return old.length > 0;
}

function notOurs(folder: string, name: string): StartError {
  return new StartError(
    `There is something in ${folder} that is not Atoll's (${name}).`,
    "Name an empty folder with ATOLL_DATA_DIR, or restore into this one with --replace: what is not Atoll's stays as it is.",
  );
}

function inTheWay(folder: string, part: string): StartError {
  return new StartError(
    `There is an Atoll in ${folder} already (${part}).`,
    "Name an empty folder with ATOLL_DATA_DIR and ATOLL_FILES_FOLDER, or let it make way with --replace: it is kept in a folder before-restore-… within it.",
  );
}
