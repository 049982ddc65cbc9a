const row = /^ {0,3}\|/;
const delimiters = /^ {0,3}\|[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const item = /^( *)(?:[-*+]|1[.)])[ \t]+\S/;
const heading = /^ {0,3}#{1,6}[ \t]/;
/** So much deeper than the item above, a line is still an item of its own. */
const deeper = 5;

/** Marks that can open or close emphasis: an underscore within a word, as in "order_line", cannot. */
export const emphasisMarks = /\*+|~+|(?<![\p{L}\p{N}_])_+|_+(?![\p{L}\p{N}_])/gu;

/**
 * Counts marks in each place of a Markdown text: a paragraph, a list item, a cell. A mark looks for its partner in its
 * own place only, so reading a text costs up to the squares of these numbers. Lines that may belong to one place are
 * counted as one.
 * @param marks a global expression that matches one mark.
 */
export function marksByPlace(lines: readonly string[], marks: RegExp): number[] {
  const counts: number[] = [];
  let [count, isTable, indent] = [0, false, 0];
  const marksIn = (text: string): number => text.match(marks)?.length ?? 0;
  const end = () => {
    if (count > 0) counts.push(count);
    count = 0;
  };
  for (const [index, line] of lines.entries()) {
    isTable = row.test(line) && (isTable || isHead(line, lines[index + 1] ?? ""));
    if (isTable) {
      end();
      counts.push(...cellsOf(line).map(marksIn));
      continue;
    }
    const [, spaces] = item.exec(line) ?? [];
    const isItem = spaces !== undefined && spaces.length <= Math.max(3, indent + deeper);
    if (isItem) indent = spaces.length;
    if (isItem || heading.test(line) || line.trim() === "") end();
    count += marksIn(line);
  }
  end();
  return counts;
}

/** Whether a line is the head of a table, with the line of its delimiters below it. */
function isHead(line: string, next: string): boolean {
  return delimiters.test(next) && cellsOf(line).length === cellsOf(next).length;
}

function cellsOf(line: string): string[] {
  return line
    .trim()
    .replace(/^\||\|$/g, "")
    .split(/(?<!\\)\|/);
}
