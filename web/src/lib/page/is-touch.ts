/** Returns whether the main pointer is a finger, for which a focused field brings up a keyboard over the page. */
export function isTouch(): boolean {
  return matchMedia("(pointer: coarse)").matches;
}
