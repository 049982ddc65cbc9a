/** A part of a text, from one position to another. */
interface Part {
  from: number;
  to: number;
}

const fenceStart = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
const blankLine = /^[ \t]*$/;

/**
 * Returns the parts of a Markdown text that are code: fenced blocks, of which an unclosed one lasts to the end, and code
 * spans between runs of as many backticks, which end with their paragraph. Each character is looked at a fixed number of
 * times.
 */
export function codeParts(text: string): Part[] {
  const parts: Part[] = [];
  let fence: { mark: string; from: number } | undefined;
  let paragraph: Part | undefined;
  const closeParagraph = () => {
    if (paragraph) parts.push(...codeSpans(text, paragraph));
    paragraph = undefined;
  };
  for (let from = 0; from <= text.length; ) {
    const end = text.indexOf("\n", from);
    const to = end === -1 ? text.length : end;
    const line = text.slice(from, to);
    if (fence) {
      if (endsFence(line, fence.mark)) {
        parts.push({ from: fence.from, to });
        fence = undefined;
      }
    } else {
      const [, mark] = fenceStart.exec(line) ?? [];
      if (mark || blankLine.test(line)) closeParagraph();
      if (mark) fence = { mark, from };
      else paragraph = { from: paragraph?.from ?? from, to };
    }
    from = to + 1;
  }
  closeParagraph();
  if (fence) parts.push({ from: fence.from, to: text.length });
  return parts;
}

function endsFence(line: string, mark: string): boolean {
  const words = line.trim();
  return words.length >= mark.length && words === mark.charAt(0).repeat(words.length);
}

/** The code spans of one paragraph. A backslash before a run takes its first backtick away. */
function codeSpans(text: string, { from, to }: Part): Part[] {
  const runs: Part[] = [];
  const pattern = /\\[\s\S]|`+/g;
  const words = text.slice(from, to);
  for (const { 0: found, index } of words.matchAll(pattern))
    if (found.startsWith("`")) runs.push({ from: from + index, to: from + index + found.length });
    // A backslash inside code is only a backslash, so a run after it may still end the code.
    else if (found === "\\`") runs.push({ from: from + index + 1, to: from + index + 1 });
  return pairRuns(text, runs, to);
}

/** Pairs each opening run with the next one of its length. The places of each length are read once, from the front. */
function pairRuns(text: string, runs: readonly Part[], end: number): Part[] {
  const closers = new Map<number, number[]>();
  const whole = runs.map((run) => (run.from === run.to ? runAt(text, run.from, end) : run));
  for (const [index, { from, to }] of whole.entries()) {
    const places = closers.get(to - from);
    if (places) places.push(index);
    else closers.set(to - from, [index]);
  }
  for (const places of closers.values()) places.reverse();
  const parts: Part[] = [];
  let next = 0;
  for (const [index, run] of runs.entries()) {
    if (index < next || run.from === run.to) continue;
    const places = closers.get(run.to - run.from) ?? [];
    while ((places.at(-1) ?? Number.POSITIVE_INFINITY) <= index) places.pop();
    const closer = places.at(-1);
    if (closer === undefined) {
      // People begin a block in the middle of a line: what follows is meant as code, although it is shown as text.
      if (run.to - run.from < 3) continue;
      parts.push({ from: run.from, to: end });
      break;
    }
    parts.push({ from: run.from, to: whole[closer]?.to ?? run.to });
    next = closer + 1;
  }
  return parts;
}

function runAt(text: string, from: number, end: number): Part {
  let to = from;
  while (to < end && text[to] === "`") to += 1;
  return { from, to };
}
