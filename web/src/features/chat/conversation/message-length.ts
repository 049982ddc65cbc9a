import { messageMaxLength } from "@atoll/contract/chat/schemas";

/** From here on the count is shown. */
const countFrom = messageMaxLength * 0.9;

/** As the server counts: trimmed, in UTF-16 code units. */
export function isTooLong(text: string): boolean {
  return text.trim().length > messageMaxLength;
}

export function isNearLimit(text: string): boolean {
  return text.trim().length >= countFrom;
}
