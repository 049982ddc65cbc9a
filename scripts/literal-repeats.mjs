import { readSource, sourceFiles } from "./source-files.mjs";

/** How many lines in a row are a repeat when they stand somewhere else, too. */
const leastLines = 6;

const product = /^(contract|server|web)\/(src|demo)\/.*\.(tsx?|css)$/;
/** Tests, and declarations of routes: each is whole, so that the build of the web app can leave out what browsers do not need. */
const left = /\.(test|spec)\.tsx?$|^contract\/.*routes\.ts$/;

/** @typedef {{ text: string, number: number }} Line a line that counts, and where it stands in its file */
/** @typedef {{ file: string, at: number }} Place a file, and the index of one of its lines that count */

/**
 * Finds places in the product's source that have six or more lines in common, to the letter. Imports, comments, blank
 * lines and lone punctuation do not count, and indentation makes no difference.
 * @returns {Promise<string[]>} a line for each two places, the longest first
 */
export async function literalRepeats() {
  /** @type {Map<string, Line[]>} */
  const files = new Map();
  for (const file of await sourceFiles())
    if (product.test(file) && !left.test(file)) files.set(file, linesThatCount(await readSource(file)));
  /** @type {Map<string, Place[]>} */
  const places = new Map();
  for (const [file, lines] of files) {
    for (let at = 0; at + leastLines <= lines.length; at++) {
      const text = textAt(lines, at);
      places.set(text, [...(places.get(text) ?? []), { file, at }]);
    }
  }
  const repeats = [];
  for (const found of places.values()) {
    for (const [index, one] of found.entries()) {
      for (const other of found.slice(index + 1)) {
        const repeat = repeatFrom(files, one, other);
        if (repeat) repeats.push(repeat);
      }
    }
  }
  return repeats
    .sort((a, b) => b.length - a.length || a.text.localeCompare(b.text))
    .map(({ text, length }) => `${text}, ${length} lines`);
}

/**
 * Describes the repeat that begins at two places. Returns nothing where it began further up, or where both overlap.
 * @param {Map<string, Line[]>} files
 * @param {Place} one
 * @param {Place} other
 */
function repeatFrom(files, one, other) {
  const [first, second] = [files.get(one.file) ?? [], files.get(other.file) ?? []];
  if (one.file === other.file && other.at - one.at < leastLines) return undefined;
  if (one.at > 0 && first[one.at - 1]?.text === second[other.at - 1]?.text) return undefined;
  let length = leastLines;
  while (first[one.at + length] && first[one.at + length]?.text === second[other.at + length]?.text) length++;
  const inWords = (/** @type {string} */ file, /** @type {Line[]} */ lines, /** @type {number} */ at) =>
    `${file}:${lines[at]?.number}-${lines[at + length - 1]?.number}`;
  return { length, text: `${inWords(one.file, first, one.at)} and ${inWords(other.file, second, other.at)}` };
}

/** @param {Line[]} lines @param {number} at */
function textAt(lines, at) {
  return lines
    .slice(at, at + leastLines)
    .map(({ text }) => text)
    .join("\n");
}

/**
 * @param {string} source
 * @returns {Line[]}
 */
function linesThatCount(source) {
  const blank = (/** @type {string} */ found) => found.replace(/[^\n]/g, "");
  return source
    .replace(/^import [^"']*?from "[^"]+";/gm, blank)
    .replace(/^import "[^"]+";/gm, blank)
    .replace(/\/\*[\s\S]*?\*\//g, blank)
    .split("\n")
    .map((line, index) => ({ text: line.replace(/(^|\s)\/\/.*$/, "").trim(), number: index + 1 }))
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
}
