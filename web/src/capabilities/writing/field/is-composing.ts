import type { KeyboardEvent } from "react";

/** Enter that picks a word of an input method must not send; Safari says so only by the old key code. */
export function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229;
}
