/** The text of a file. */
export interface FileText {
  text: string;
  /** How the file is saved. */
  encoding: string;
  /** True if the file does not state its encoding, so that letters beyond ASCII may be wrong. */
  isGuessed: boolean;
}

/**
 * Decodes a file as spreadsheets and editors save it: UTF-8 or UTF-16 with or without a byte order mark, or else the
 * Windows encoding, which includes the letters of Latin-1. The beginning of a file may end within a character.
 */
export function decodeText(bytes: Uint8Array, { isBeginning = false } = {}): FileText {
  const wide = wideEncodingOf(bytes);
  if (wide) return { text: new TextDecoder(wide).decode(bytes), encoding: "UTF-16", isGuessed: false };
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: isBeginning });
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
