/** From this part of the limit on the count is shown. */
const shareCounted = 0.9;

/** As the server counts: trimmed, an emoji as one, or as few as it is made of. */
export function lengthOf(text: string, max: number): number {
  const trimmed = text.trim();
  // Code points are at most as many: what is short needs no counting.
  return trimmed.length < max * shareCounted ? trimmed.length : [...trimmed].length;
}

export function isTooLong(text: string, max: number): boolean {
  return lengthOf(text, max) > max;
}

export function isNearLimit(text: string, max: number): boolean {
  return lengthOf(text, max) >= max * shareCounted;
}
