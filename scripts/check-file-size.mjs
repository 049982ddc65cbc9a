import { CommandError } from "./command.mjs";
import { readSource, sourceFiles } from "./source-files.mjs";

const limit = 300;
const measured = /\.(ts|tsx|mjs|cjs|css)$/;
const exempt = /\.(test|spec)\.tsx?$|(^|\/)test\//;
/** Written by a test from something else, and compared with it. */
const generated = new Set(["server/src/tables.ts"]);

/**
 * Fails for every source file of 300 lines or more. Tests and generated files are exempt, and so is what is no source
 * (SQL, data).
 * @throws {CommandError} naming the files.
 */
export async function checkFileSize() {
  const files = (await sourceFiles()).filter(
    (file) => measured.test(file) && !exempt.test(file) && !generated.has(file),
  );
  const sizes = await Promise.all(files.map(async (file) => ({ file, lines: await countLines(file) })));
  const tooLong = sizes.filter(({ lines }) => lines >= limit);
  if (tooLong.length === 0) return `${files.length} files`;
  const list = tooLong.map(({ file, lines }) => `${file}: ${lines} lines`);
  throw new CommandError(`A file has less than ${limit} lines; split these:\n${list.join("\n")}`);
}

/** @param {string} file */
async function countLines(file) {
  return (await readSource(file)).split("\n").length - 1;
}
