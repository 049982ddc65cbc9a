/** Words and the space between them: joined again they are the text. */
const partsOf = (text: string): string[] => text.match(/\s+|\S+/g) ?? [];

/** Texts of more parts than this are not merged: both are shown. */
const maxParts = 4000;

interface Edit {
  /** Replaces the parts of the base from `start` up to `end`. */
  start: number;
  end: number;
  parts: string[];
}

/**
 * Merges two edits of one text by words. Null where both changed the same place in different ways, or a text is too long:
 * a person has to choose then.
 */
export function mergeWords(base: string, mine: string, theirs: string): string | null {
  if (mine === theirs || theirs === base) return mine;
  if (mine === base) return theirs;
  const [from, one, other] = [partsOf(base), partsOf(mine), partsOf(theirs)];
  if ([from, one, other].some(({ length }) => length > maxParts)) return null;
  const edits = [...findEdits(from, one), ...findEdits(from, other)].toSorted(
    (first, second) => first.start - second.start || first.end - second.end,
  );
  const merged: string[] = [];
  let at = 0;
  let last: Edit | undefined;
  for (const edit of edits) {
    if (last && isSame(last, edit)) continue;
    if (last && edit.start < Math.max(last.end, last.start + 1)) return null;
    merged.push(...from.slice(at, edit.start), ...edit.parts);
    at = edit.end;
    last = edit;
  }
  return [...merged, ...from.slice(at)].join("");
}

const isSame = (one: Edit, other: Edit): boolean =>
  one.start === other.start && one.end === other.end && one.parts.join("") === other.parts.join("");

/** Finds changes between two lists of parts, by a longest common subsequence of the differing middle. */
function findEdits(from: readonly string[], to: readonly string[]): Edit[] {
  let head = 0;
  while (head < from.length && head < to.length && from[head] === to[head]) head += 1;
  let tail = 0;
  while (
    tail < from.length - head &&
    tail < to.length - head &&
    from[from.length - 1 - tail] === to[to.length - 1 - tail]
  )
    tail += 1;
  const [left, right] = [from.slice(head, from.length - tail), to.slice(head, to.length - tail)];
  const edits: Edit[] = [];
  let [i, j] = [0, 0];
  for (const [nextI, nextJ] of [...commonPairs(left, right), [left.length, right.length] as const]) {
    if (nextI > i || nextJ > j)
      edits.push({ start: head + i, end: head + nextI, parts: right.slice(j, nextJ) });
    [i, j] = [nextI + 1, nextJ + 1];
  }
  return edits;
}

/** Pairs of equal parts, in order, as many as there are. Quadratic, and bounded by `maxParts`. */
function commonPairs(left: readonly string[], right: readonly string[]): (readonly [number, number])[] {
  const width = right.length + 1;
  const lengths = new Uint16Array((left.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = left.length - 1; i >= 0; i -= 1)
    for (let j = right.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] =
        left[i] === right[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const pairs: (readonly [number, number])[] = [];
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    if (left[i] === right[j]) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}
