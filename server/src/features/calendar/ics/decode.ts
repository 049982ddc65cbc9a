import { IcsRefusal } from "./ics-refusal.ts";

/**
 * Decodes the text of a file. Calendars are UTF-8; a file with a byte order mark of UTF-16 is UTF-16, and a file that
 * is not valid UTF-8 is taken for a Western single-byte encoding, which older programs write.
 * @throws {IcsRefusal} if the file is not text.
 */
export function decodeIcs(bytes: Uint8Array): string {
  const text = decoderOf(bytes);
  if (text.includes("\0")) throw new IcsRefusal("ics_unreadable", "not a text");
  return text;
}

function decoderOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
