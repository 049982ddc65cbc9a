import { join } from "node:path";

/** Paths of the embedded PostgreSQL inside Atoll's data folder. */
export interface EmbeddedLayout {
  readonly dataFolder: string;
  /** PostgreSQL's own data directory. */
  readonly cluster: string;
  /** The password of the role `atoll`. */
  readonly passwordFile: string;
  readonly logFile: string;
  /** A copy of the programs, made only when the database's user cannot reach the installed ones. */
  readonly programsCopy: string;
}

/** `dataFolder` is absolute and has no symbolic links: a left-over server is recognised by this text. */
export function layoutOf(dataFolder: string): EmbeddedLayout {
  return {
    dataFolder,
    cluster: join(dataFolder, "postgres"),
    passwordFile: join(dataFolder, "postgres-password"),
    logFile: join(dataFolder, "postgres.log"),
    programsCopy: join(dataFolder, "postgres-programs"),
  };
}
