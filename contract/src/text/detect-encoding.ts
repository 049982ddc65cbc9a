/** The encodings of text files, by the names that the web and `TextDecoder` have for them. */
export type TextEncodingName =
  | "utf-8"
  | "utf-16le"
  | "utf-16be"
  | "windows-1252"
  | "windows-1251"
  | "shift_jis"
  | "gb18030";

/** The part of `TextDecoder` that is needed here. */
type DecoderClass = new (
  label: string,
  options: { fatal: boolean },
) => { decode(bytes: Uint8Array, options: { stream: boolean }): string };

/** This part of a file decides. */
const examinedBytes = 64 * 1024;
/** Bytes examined for zeros. */
const examinedForZeros = 2_000;

/**
 * Returns how a text file is saved, by its beginning: UTF-8 and UTF-16 are certain, the others follow from the letters
 * that their languages use most. Undefined where the evidence is not clear, and for files that are no text.
 * @param decoder `TextDecoder`, which browsers and servers have and this package does not.
 */
export function detectEncoding(bytes: Uint8Array, decoder: DecoderClass): TextEncodingName | undefined {
  const head = bytes.subarray(0, examinedBytes);
  const wide = wideEncodingOf(head);
  if (wide) return wide;
  if (decodes(head, "utf-8", decoder)) return "utf-8";
  if (isCyrillic(head)) return "windows-1251";
  if (isJapanese(head) && decodes(head, "shift_jis", decoder)) return "shift_jis";
  if (isChinese(head) && decodes(head, "gb18030", decoder)) return "gb18030";
  return isWestern(head) ? "windows-1252" : undefined;
}

/** Returns whether all bytes are valid. The last character of a beginning may be cut. */
function decodes(head: Uint8Array, encoding: TextEncodingName, Decoder: DecoderClass): boolean {
  try {
    new Decoder(encoding, { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Returns UTF-16 by its byte order mark, or else by its zeros: for plain letters every other byte is zero. */
function wideEncodingOf(head: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const beginning = head.subarray(0, examinedForZeros);
  const countZeros = (parity: number) =>
    beginning.reduce((count, byte, index) => count + (byte === 0 && index % 2 === parity ? 1 : 0), 0);
  const [even, odd] = [countZeros(0), countZeros(1)];
  if (odd > beginning.length / 4 && even === 0) return "utf-16le";
  return even > beginning.length / 4 && odd === 0 ? "utf-16be" : undefined;
}

/** Fewer letters beyond ASCII prove nothing. */
const fewestLetters = 8;

/** The bytes of о е а и н т с р в л in windows-1251: more than half of all letters of a text in Russian. */
const commonCyrillic = new Set([0xee, 0xe5, 0xe0, 0xe8, 0xed, 0xf2, 0xf1, 0xf0, 0xe2, 0xeb]);

/**
 * Letters of Cyrillic words follow each other, and most are small and common. In a Western text such bytes are single
 * letters between plain ones, and in other encodings of Cyrillic they are others.
 */
function isCyrillic(head: Uint8Array): boolean {
  let [high, letters, small, common, words] = [0, 0, 0, 0, 0];
  let wasLetter = false;
  for (const byte of head) {
    const isLetter = byte >= 0xc0 || byte === 0xa8 || byte === 0xb8;
    if (byte >= 0x80) high += 1;
    if (isLetter) {
      letters += 1;
      if (byte >= 0xe0) small += 1;
      if (commonCyrillic.has(byte)) common += 1;
      if (!wasLetter) words += 1;
    }
    wasLetter = isLetter;
  }
  return (
    letters >= fewestLetters &&
    letters > high * 0.9 &&
    small > letters * 0.6 &&
    common > letters * 0.4 &&
    letters > words * 2.5
  );
}

/** Every Japanese sentence has kana, which begin with two bytes that nothing else has. */
function isJapanese(head: Uint8Array): boolean {
  let [pairs, kana] = [0, 0];
  for (let at = 0; at < head.length; at += 1) {
    const [lead = 0, trail = 0] = [head[at], head[at + 1]];
    if (!((lead >= 0x81 && lead <= 0x9f) || (lead >= 0xe0 && lead <= 0xfc))) continue;
    at += 1;
    pairs += 1;
    if (
      (lead === 0x82 && trail >= 0x9f && trail <= 0xf1) ||
      (lead === 0x83 && trail >= 0x40 && trail <= 0x96)
    )
      kana += 1;
  }
  return pairs >= fewestLetters && kana > pairs * 0.2;
}

/**
 * Nearly all characters of a Chinese text are among the 3,755 of the first level of GB 2312, which are ordered by their
 * sound, so that they are spread over it. Korean and Japanese in their own encodings use only parts of it.
 */
function isChinese(head: Uint8Array): boolean {
  let [pairs, usual, signs, late] = [0, 0, 0, 0];
  for (let at = 0; at < head.length; at += 1) {
    const [lead = 0, trail = 0] = [head[at], head[at + 1]];
    if (lead < 0x81) continue;
    at += 1;
    pairs += 1;
    if (trail < 0xa1) continue;
    if (lead >= 0xb0 && lead <= 0xd7) usual += 1;
    if (lead >= 0xc9 && lead <= 0xd7) late += 1;
    if (lead === 0xa1 || lead === 0xa3) signs += 1;
  }
  return usual >= fewestLetters && usual + signs > pairs * 0.9 && late > usual * 0.2;
}

/** Bytes of windows-1252 that stand for nothing. */
const unusedWestern = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);
/** In a text of a Western language, at most this share of the letters is not plain. */
const mostMarkedLetters = 0.25;

/** Any bytes can be read as windows-1252: a file counts as text if most of it is plain. */
function isWestern(head: Uint8Array): boolean {
  let marked = 0;
  for (const byte of head) {
    if (unusedWestern.has(byte)) return false;
    if (byte >= 0x80) marked += 1;
  }
  return marked <= head.length * mostMarkedLetters;
}
