import { detectEncoding } from "@atoll/contract/text/detect-encoding";

/**
 * Decodes the beginning of a file as editors and older programs save text. Undefined for encodings that are not certain,
 * and for anything with control characters, which binary formats never go without for long.
 */
export function readAsText(head: Uint8Array): string | undefined {
  const encoding = detectEncoding(head, TextDecoder);
  if (encoding === undefined) return undefined;
  // As a stream: the last character may be cut.
  const text = new TextDecoder(encoding).decode(head, { stream: true });
  // Logs may be coloured.
  return /\p{Cc}/u.test(text.replace(/[\t\n\f\r]/g, "").replaceAll("\u001b", "")) ? undefined : text;
}
