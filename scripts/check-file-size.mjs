import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { CommandError } from "./command.mjs";
import { runQuietly } from "./run-program.mjs";
import { root } from "./runtime.mjs";

const limit = 300;
const measured = /\.(ts|tsx|mjs|cjs|css)$/;
const exempt = /\.(test|spec)\.tsx?$|(^|\/)test\//;

/**
 * Fails for every source file of 300 lines or more. Tests are exempt, and so is what is no source (SQL, data).
 * @throws {CommandError} naming the files.
 */
export async function checkFileSize() {
  const files = (await sourceFiles()).filter((file) => measured.test(file) && !exempt.test(file));
  const sizes = await Promise.all(files.map(async (file) => ({ file, lines: await countLines(file) })));
  const tooLong = sizes.filter(({ lines }) => lines >= limit);
  if (tooLong.length === 0) return `${files.length} files`;
  const list = tooLong.map(({ file, lines }) => `${file}: ${lines} lines`);
  throw new CommandError(`A file has less than ${limit} lines; split these:\n${list.join("\n")}`);
}

/** All files of the checkout that git would take in. */
async function sourceFiles() {
  const { code, output } = await runQuietly("git", [
    "ls-files",
    "--cached",
    "--others",
    "--exclude-standard",
  ]);
  if (code !== 0) throw new CommandError(`git could not list the files:\n${output}`);
  return [...new Set(output.split("\n"))];
}

/** @param {string} file */
async function countLines(file) {
  // A file that is deleted and not yet committed is still listed.
  const text = await readFile(join(root, file), "utf8").catch(() => "");
  return text.split("\n").length - 1;
}
