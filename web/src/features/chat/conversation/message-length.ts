import { messageMaxLength } from "@atoll/contract/chat/schemas";

/** From here on the count is shown. */
const countFrom = messageMaxLength * 0.9;

/** As the server counts: trimmed, an emoji as one, or as few as it is made of. */
export function lengthOf(text: string): number {
  const trimmed = text.trim();
  // Code points are at most as many: what is short needs no counting.
  return trimmed.length < countFrom ? trimmed.length : [...trimmed].length;
}

export function isTooLong(text: string): boolean {
  return lengthOf(text) > messageMaxLength;
}

export function isNearLimit(text: string): boolean {
  return lengthOf(text) >= countFrom;
}
