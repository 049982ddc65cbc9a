import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { CommandError } from "./command.mjs";

/** The checkout. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/** The Node that the lockfile pins, whatever Node runs this script. */
export const pinnedNode = join(root, "node_modules", "node", "bin", "node");

/** Node's flags for the server: `node:sqlite`, which holds the lock on the data folder, still announces itself. */
const serverFlags = ["--disable-warning=ExperimentalWarning"];

/** The arguments that start the server from its sources. */
export const serverArguments = [...serverFlags, join("server", "src", "main.ts")];

/**
 * Returns the arguments that start the server, or one of its commands, from a build. Stack traces name the sources.
 * @param {string} build
 * @param {string} program
 */
export function builtArguments(build, program) {
  return ["--enable-source-maps", ...serverFlags, join(build, `${program}.mjs`)];
}

/** Lets the server keep what it compiled, which makes the next start quicker. */
export function serverEnvironment() {
  return { NODE_COMPILE_CACHE: join(root, ".cache", "compiled"), ...process.env };
}

/** The environment in which every tool finds the pinned Node first, also through "#!/usr/bin/env node". */
export function toolEnvironment() {
  const path = [join(root, "node_modules", ".bin"), process.env.PATH ?? ""].join(delimiter);
  return { ...process.env, PATH: path };
}

/** @throws {CommandError} when npm installed the packages but left the runtime out. */
export function requirePinnedNode() {
  if (existsSync(pinnedNode)) return;
  throw new CommandError(
    "npm installed the packages but not the Node that Atoll runs on, because it ran no install scripts.\n" +
      'Allow them ("npm config set ignore-scripts false"), delete node_modules and start again.',
  );
}
