/** Spaces, control and formatting characters, those that nothing is drawn for, and a blank of braille. */
const unseen = /[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const seen = /[^\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Pure: whether a reader of the text sees anything. A required text needs more than spaces of no width. */
export function hasVisibleText(text: string): boolean {
  return seen.test(text);
}

/** Pure: the arguments of `refine` for a required text, with its message. */
export function visible(message: string, least = 1): [check: (text: string) => boolean, message: string] {
  return [least === 1 ? hasVisibleText : (text) => [...text.replace(unseen, "")].length >= least, message];
}
