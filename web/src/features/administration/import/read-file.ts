/** The most characters that an import takes; the contract's limit. */
const maxCharacters = 200_000;
/** The server takes no larger request, with a little room for what surrounds the text in it. */
const maxRequestBytes = 256 * 1024 - 200;

export const tooLargeText =
  "This file is too large: an import takes up to 200,000 characters. Split it into several files.";

export interface FileText {
  text: string;
  /** The file is not UTF-8, so that letters beyond plain ASCII may have been read wrongly. */
  isGuessed: boolean;
}

/** Why this text is too much for one import, before it is sent; null when it fits. */
export function sizeProblem(text: string): string | null {
  if (text.length > maxCharacters) return tooLargeText;
  const bytes = new TextEncoder().encode(JSON.stringify({ csv: text, isDryRun: true })).length;
  return bytes > maxRequestBytes ? tooLargeText : null;
}

/** The text of a file as spreadsheets save it: UTF-8, or else the encoding of Windows. Null: too large to read. */
export async function readCsvFile(file: File): Promise<FileText | null> {
  // A character takes 4 bytes at most.
  if (file.size > maxCharacters * 4) return null;
  const bytes = await file.arrayBuffer();
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), isGuessed: false };
  } catch {
    return { text: new TextDecoder("windows-1252").decode(bytes), isGuessed: true };
  }
}
