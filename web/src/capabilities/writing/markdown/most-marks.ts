/** A mark that can open or close emphasis: an underscore within a word, as in "order_line", cannot. */
const marks = /\*+|~+|(?<![\p{L}\p{N}_])_+|_+(?![\p{L}\p{N}_])/gu;
const row = /^ {0,3}\|/;
const delimiters = /^ {0,3}\|[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const item = /^( *)(?:[-*+]|1[.)])[ \t]+\S/;
const heading = /^ {0,3}#{1,6}[ \t]/;
/** So much deeper than the item above, a line is still an item of its own. */
const deeper = 5;

/**
 * Returns the largest number of marks of emphasis in one place: a paragraph, a list item or a cell. A mark looks for its
 * partner in its own place only, so that is what reading costs the square of.
 */
export function mostMarks(part: string): number {
  const lines = part.split("\n");
  let [most, count, isTable, indent] = [0, 0, false, 0];
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1] ?? "";
    isTable =
      row.test(line) && (isTable || (delimiters.test(next) && cellsOf(line).length === cellsOf(next).length));
    if (isTable) {
      count = 0;
      most = Math.max(most, ...cellsOf(line).map(marksIn));
      continue;
    }
    const [, spaces] = item.exec(line) ?? [];
    const isItem = spaces !== undefined && spaces.length <= Math.max(3, indent + deeper);
    if (isItem) indent = spaces.length;
    if (isItem || heading.test(line)) count = 0;
    count += marksIn(line);
    most = Math.max(most, count);
  }
  return most;
}

const marksIn = (text: string): number => text.match(marks)?.length ?? 0;

function cellsOf(line: string): string[] {
  return line
    .trim()
    .replace(/^\||\|$/g, "")
    .split(/(?<!\\)\|/);
}
