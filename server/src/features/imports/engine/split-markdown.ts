/**
 * Cuts a text into parts that are not longer than a limit: between its blocks, or within one that is too long by itself.
 * Code, tables and boxes that are cut are complete in each part.
 */
export function splitMarkdown(text: string, limit: number, level = 0): string[] {
  if (text.length <= limit) return [text];
  const blocks = blocksOf(text.split("\n")).map((lines) => lines.join("\n"));
  const pieces = blocks.flatMap((block) => (block.length <= limit ? [block] : cutBlock(block, limit, level)));
  const parts: string[] = [];
  let part = "";
  for (const piece of pieces)
    if (part === "") part = piece;
    else if (part.length + 1 + piece.length <= limit) part += `\n${piece}`;
    else {
      parts.push(part);
      part = piece;
    }
  return [...parts, part].map((one) => one.trim()).filter((one) => one !== "");
}

/** Boxes within boxes that are cut as such. */
const maxLevels = 4;
const isEmpty = (line: string | undefined): boolean => line?.trim() === "";
/** The line, also of a list, that begins code. */
const fenceStart = /^(?:\s|[-*+] |\d{1,9}[.)] )*(`{3,}(?=[^`]*$)|~{3,})/;
const boxStart = /^(:{3,})[a-z]/i;

function endsFence(line: string, fence: string): boolean {
  const end = line.trim();
  return end.startsWith(fence) && end === fence.charAt(0).repeat(end.length);
}

const endsBox = (line: string, box: string): boolean => /^:{3,}\s*$/.test(line) && line.startsWith(box);

/** Groups lines by the blocks at the top of the tree. Empty lines belong to the block above them. */
function blocksOf(lines: readonly string[]): string[][] {
  const blocks: string[][] = [[]];
  const boxes: string[] = [];
  let fence: string | undefined;
  let hasEnded = false;
  for (const [index, line] of lines.entries()) {
    if (fence !== undefined) {
      blocks.at(-1)?.push(line);
      if (!endsFence(line, fence)) continue;
      fence = undefined;
      hasEnded = boxes.length === 0 && !/^\s/.test(line);
      continue;
    }
    const nextFence = fenceStart.exec(line)?.[1];
    const nextBox = boxStart.exec(line)?.[1];
    const isFramed = nextBox !== undefined || (nextFence !== undefined && line.startsWith(nextFence));
    const isNext = isEmpty(lines[index - 1]) || hasEnded || isFramed;
    if (boxes.length === 0 && index > 0 && isNext && !isEmpty(line) && !/^\s/.test(line)) blocks.push([]);
    blocks.at(-1)?.push(line);
    if (!isEmpty(line)) hasEnded = false;
    fence = nextFence;
    const box = boxes.at(-1);
    if (nextBox !== undefined) boxes.push(nextBox);
    else if (box !== undefined && endsBox(line, box)) {
      boxes.pop();
      hasEnded = boxes.length === 0;
    }
  }
  return blocks;
}

const tableRule = /^\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*$/;

function cutBlock(block: string, limit: number, level: number): string[] {
  const lines = block.trimEnd().split("\n");
  const [first = "", second = ""] = lines;
  const last = lines.at(-1) ?? "";
  const fence = /^(`{3,}(?=[^`]*$)|~{3,})/.exec(first)?.[1];
  const box = boxStart.exec(first)?.[1];
  const frame = (head: string, foot: string, cut: (inner: string[], room: number) => string[]) => {
    const inner = lines.slice(head.split("\n").length, foot !== "" && last.trim() === foot ? -1 : undefined);
    const room = limit - head.length - foot.length - 2;
    if (room < limit / 2) return cutLines(lines, limit, true);
    return cut(inner, room).map((piece) => [head, piece, ...(foot === "" ? [] : [foot])].join("\n"));
  };
  if (fence !== undefined)
    return frame(first, endsFence(last, fence) ? last.trim() : fence, (inner, room) =>
      cutLines(inner, room, false),
    );
  if (box !== undefined && level < maxLevels)
    return frame(first, box, (inner, room) => splitMarkdown(inner.join("\n"), room, level + 1));
  if (first.startsWith("|") && tableRule.test(second))
    return frame(`${first}\n${second}`, "", (inner, room) => cutLines(inner, room, false));
  return cutLines(lines, limit, true);
}

/** Cuts before a line, which is one without an indentation if possible: the lines below it may belong to its item. */
function cutLines(lines: readonly string[], limit: number, keepsItems: boolean): string[] {
  const parts: string[] = [];
  let [part, length]: [string[], number] = [[], 0];
  const lengthOf = (some: readonly string[]) => some.reduce((sum, line) => sum + line.length + 1, 0);
  for (const line of lines.flatMap((one) => cutLine(one, limit))) {
    if (part.length > 0 && length + line.length > limit) {
      let at = part.length;
      if (keepsItems && /^\s/.test(line)) {
        const item = part.findLastIndex((one) => !isEmpty(one) && !/^\s/.test(one));
        if (item > part.length / 2) at = item;
      }
      parts.push(part.slice(0, at).join("\n"));
      part = part.slice(at);
      length = lengthOf(part);
    }
    part.push(line);
    length += line.length + 1;
  }
  return [...parts, part.join("\n")];
}

/** Cuts a line between its words, and never within a character. */
function cutLine(line: string, limit: number): string[] {
  const pieces: string[] = [];
  let from = 0;
  while (line.length - from > limit) {
    const space = line.lastIndexOf(" ", from + limit);
    const isWithin = /[\uD800-\uDBFF]/.test(line.charAt(from + limit - 1));
    const at = space > from + limit / 2 ? space : from + limit - (isWithin ? 1 : 0);
    pieces.push(line.slice(from, at));
    from = at;
  }
  return [...pieces, line.slice(from)];
}
