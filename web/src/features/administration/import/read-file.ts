/** The most characters that an import takes; the contract's limit. */
const maxCharacters = 200_000;
/** The server takes no larger request, with a little room for what surrounds the text in it. */
const maxRequestBytes = 1024 * 1024 - 16 * 1024;

export const tooLargeText =
  "This file is too large: an import takes up to 200,000 characters. Split it into several files.";

export interface FileText {
  text: string;
  /** How the file is saved. */
  encoding: string;
  /** True if the file does not state its encoding, so that letters beyond ASCII may be wrong. */
  isGuessed: boolean;
}

/** Why this text is too much for one import, before it is sent; null when it fits. */
export function sizeProblem(text: string): string | null {
  if (text.length > maxCharacters) return tooLargeText;
  const bytes = new TextEncoder().encode(JSON.stringify(text)).length;
  return bytes > maxRequestBytes ? tooLargeText : null;
}

/**
 * Decodes a file as spreadsheets save it: UTF-8 or UTF-16 with or without a byte order mark, or else the Windows
 * encoding. Returns null for a file that is too large.
 */
export async function readCsvFile(file: File): Promise<FileText | null> {
  // A character takes 4 bytes at most, and the mark three.
  if (file.size > maxCharacters * 4 + 3) return null;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const wide = wideEncodingOf(bytes);
  if (wide) return { text: new TextDecoder(wide).decode(bytes), encoding: "UTF-16", isGuessed: false };
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { text, encoding: "UTF-8", isGuessed: false };
  } catch {
    const text = new TextDecoder("windows-1252").decode(bytes);
    return { text, encoding: "Windows-1252", isGuessed: true };
  }
}

/** Bytes examined for zeros. */
const lookedAt = 2_000;

/** Returns UTF-16 by its byte order mark, or else by its zeros: for plain letters every other byte is zero. */
function wideEncodingOf(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const beginning = bytes.subarray(0, lookedAt);
  const most = beginning.length / 4;
  const countEmpty = (parity: number) =>
    beginning.reduce((count, byte, index) => count + (byte === 0 && index % 2 === parity ? 1 : 0), 0);
  if (countEmpty(1) > most) return "utf-16le";
  return countEmpty(0) > most ? "utf-16be" : undefined;
}
