import type * as Y from "yjs";

/** Makes a shared text equal to another one by replacing only what differs, so that others keep what they type in it. */
export function replaceText(shared: Y.Text, next: string): void {
  const before = shared.toString();
  const least = Math.min(before.length, next.length);
  let start = 0;
  while (start < least && before[start] === next[start]) start += 1;
  if (isWithinPair(before, start) || isWithinPair(next, start)) start -= 1;
  let end = 0;
  while (end < least - start && before[before.length - 1 - end] === next[next.length - 1 - end]) end += 1;
  if (isWithinPair(before, before.length - end) || isWithinPair(next, next.length - end)) end -= 1;
  const removed = before.length - end - start;
  if (removed > 0) shared.delete(start, removed);
  const added = next.slice(start, next.length - end);
  if (added !== "") shared.insert(start, added);
}

/** Whether an index cuts a character that is two units long. */
function isWithinPair(text: string, index: number): boolean {
  return (
    index > 0 &&
    index < text.length &&
    /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(index - 1, index + 1))
  );
}
