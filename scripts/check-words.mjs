import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { CommandError } from "./command.mjs";
import { root } from "./runtime.mjs";
import { readSource, sourceFiles } from "./source-files.mjs";

const listPath = "scripts/words-to-replace.json";
const checked = /\.(ts|tsx|mjs|css|sql|md)$/;
const code = /\.(ts|tsx|mjs)$/;
/** Records of what was decided then, and of what was measured, keep their words. */
const exempt = /^(docs\/decisions|bench\/results)\/|^scripts\/check-words\.mjs$|^server\/migrations\//;

/** @typedef {{ words: string[], openings: string[], titles: string[], names: Record<string, string>, files: Record<string, number> }} WordList */

/**
 * Fails for every file with more words to replace than `words-to-replace.json` allows it: old files may only get fewer,
 * and new files have none. `node scripts/check-words.mjs` lowers the allowed numbers to those found.
 * @throws {CommandError} naming the lines.
 */
export async function checkWords() {
  const { list, found } = await findWords();
  const worse = [...found].filter(([file, lines]) => lines.length > (list.files[file] ?? 0));
  if (worse.length === 0) return `${sum(found)} left to replace`;
  const report = worse.map(
    ([file, lines]) =>
      `${file}: ${lines.length}, allowed ${list.files[file] ?? 0}\n    ${lines.join("\n    ")}`,
  );
  throw new CommandError(
    `These files use words or openings that ${listPath} lists (CONTRIBUTING.md, "Words"):\n${report.join("\n")}`,
  );
}

async function findWords() {
  /** @type {WordList} */
  const list = JSON.parse(await readSource(listPath));
  const word = new RegExp(`\\b(${list.words.join("|")})\\b`, "i");
  // Of identifiers and files, which had better ones: each is listed with what it is called now.
  const name = new RegExp(`(?<![\\w-])(${Object.keys(list.names).join("|")})(?![\\w-])`);
  // A title says what the system does: it starts with a verb or with what does it.
  const title = new RegExp(`^\\s*(test|it)(?!\\.step)\\b[^"'\`]*\\(["'\`](${list.titles.join("|")})\\b`);
  const opening = new RegExp(`^\\s*(//|/?\\*\\*?|--)\\s+(${list.openings.join("|")})\\b`);
  const files = (await sourceFiles()).filter((file) => checked.test(file) && !exempt.test(file));
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const file of files) {
    const isCode = code.test(file);
    const lines = (await readSource(file)).split("\n");
    const hits = lines.flatMap((line, index) => {
      const isSentence =
        /^\s*(\/\*\*|\*$|--|\/\/)/.test(line) || /^\s*\/?\*+\s*$/.test(lines[index - 1] ?? "");
      return word.test(line) ||
        (isCode && (name.test(line) || title.test(line))) ||
        (isSentence && opening.test(line))
        ? [`${index + 1}: ${line.trim()}`]
        : [];
    });
    if (isCode && name.test(file)) hits.push("its own name");
    if (hits.length > 0) found.set(file, hits);
  }
  return { list, found };
}

/** @param {Map<string, string[]>} found */
function sum(found) {
  return [...found.values()].reduce((total, lines) => total + lines.length, 0);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { list, found } = await findWords();
  const files = Object.fromEntries([...found].map(([file, lines]) => [file, lines.length]));
  await writeFile(join(root, listPath), `${JSON.stringify({ ...list, files }, null, 2)}\n`);
  console.log(`${sum(found)} in ${found.size} files`);
}
