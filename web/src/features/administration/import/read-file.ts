import { decodeText, type FileText } from "../../../lib/decode-text.ts";

/** The most characters that an import takes; the contract's limit. */
const maxCharacters = 200_000;
/** The server takes no larger request, with a little room for what surrounds the text in it. */
const maxRequestBytes = 1024 * 1024 - 16 * 1024;

export const tooLargeText =
  "This file is too large: an import takes up to 200,000 characters. Split it into several files.";

/** Why this text is too much for one import, before it is sent; null when it fits. */
export function sizeProblem(text: string): string | null {
  if (text.length > maxCharacters) return tooLargeText;
  const bytes = new TextEncoder().encode(JSON.stringify(text)).length;
  return bytes > maxRequestBytes ? tooLargeText : null;
}

/** Reads a file as spreadsheets save it. Returns null for a file that is too large. */
export async function readCsvFile(file: File): Promise<FileText | null> {
  // A character takes 4 bytes at most, and the mark three.
  if (file.size > maxCharacters * 4 + 3) return null;
  return decodeText(new Uint8Array(await file.arrayBuffer()));
}
