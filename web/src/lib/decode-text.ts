import { detectEncoding, type TextEncodingName } from "@atoll/contract/text/detect-encoding";

/** The text of a file. */
export interface FileText {
  text: string;
  /** How the file is saved. */
  encoding: string;
  /** True if the file does not state its encoding, so that letters beyond ASCII may be wrong. */
  isGuessed: boolean;
}

/** Names of encodings for people. The others are guesses by the letters of a file. */
const encodingNames: Readonly<Record<TextEncodingName, string>> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16",
  "windows-1252": "Windows-1252",
  "windows-1251": "Windows-1251",
  shift_jis: "Shift JIS",
  gb18030: "GB 18030",
};

/**
 * Decodes a file as spreadsheets and editors save it: UTF-8 or UTF-16 with or without a byte order mark, Cyrillic,
 * Japanese and Chinese encodings where its letters prove them, or else the Windows encoding, which includes the letters
 * of Latin-1. The beginning of a file may end within a character.
 */
export function decodeText(bytes: Uint8Array, { isBeginning = false } = {}): FileText {
  const found = detectEncoding(bytes, TextDecoder) ?? "windows-1252";
  const text = new TextDecoder(found).decode(bytes, { stream: isBeginning });
  return { text, encoding: encodingNames[found], isGuessed: !found.startsWith("utf-") };
}
