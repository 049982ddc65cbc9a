import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { CommandError } from "./command.mjs";
import { runQuietly } from "./run-program.mjs";
import { root } from "./runtime.mjs";

/**
 * Lists every file of the checkout that git tracks or would add, relative to the root.
 * @throws {CommandError}
 */
export async function sourceFiles() {
  const { code, output } = await runQuietly("git", [
    "ls-files",
    "--cached",
    "--others",
    "--exclude-standard",
  ]);
  if (code !== 0) throw new CommandError(`git could not list the files:\n${output}`);
  return [...new Set(output.split("\n"))].filter((file) => file !== "");
}

/**
 * Reads a file of the checkout. A file that was deleted and not committed yet is still listed, and reads as empty.
 * @param {string} file
 */
export function readSource(file) {
  return readFile(join(root, file), "utf8").catch(() => "");
}
