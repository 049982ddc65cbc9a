/**
 * Returns a text in lines that are no wider than `width`, at most `most` of them. Where more would follow, the last one
 * ends with an ellipsis. A word that is wider than a line is broken.
 */
export function wrapLines(
  text: string,
  width: number,
  most: number,
  widthOf: (line: string) => number,
): string[] {
  const lines: string[] = [];
  for (const paragraph of text.trim().split(/\r\n|\n|\r/)) {
    let line = "";
    for (const word of paragraph.split(/\s+/).flatMap((one) => brokenWord(one, width, widthOf))) {
      const longer = line === "" ? word : `${line} ${word}`;
      if (line !== "" && widthOf(longer) > width) {
        lines.push(line);
        line = word;
      } else line = longer;
      if (lines.length > most) break;
    }
    lines.push(line);
    if (lines.length > most) break;
  }
  if (lines.length <= most) return lines;
  const letters = [...(lines[most - 1] ?? "")];
  while (letters.length > 0 && widthOf(`${letters.join("")}…`) > width) letters.pop();
  return [...lines.slice(0, most - 1), `${letters.join("").trimEnd()}…`];
}

function brokenWord(word: string, width: number, widthOf: (line: string) => number): string[] {
  if (word.length < 4 || widthOf(word) <= width) return [word];
  const parts: string[] = [];
  let part = "";
  for (const letter of word) {
    if (part !== "" && widthOf(part + letter) > width) {
      parts.push(part);
      part = "";
    }
    part += letter;
  }
  return [...parts, part];
}
