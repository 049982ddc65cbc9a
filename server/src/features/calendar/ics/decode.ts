import { IcsRefusal } from "./ics-refusal.ts";

/**
 * The text of a file. Calendars are UTF-8; what begins with the mark of UTF-16 is that, and what is no UTF-8 comes from
 * an old program of the West, whose every byte is a character.
 * @throws {IcsRefusal} for what is no text.
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
