/** Bytes of Windows-1252 that stand for nothing. */
const unused = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);
/** In a text of a Western language, at most this share of the letters is not plain. */
const mostMarkedLetters = 0.25;
/** Bytes examined for zeros. */
const lookedAt = 2_000;

/**
 * Decodes the beginning of a file as editors and older programs save text: UTF-8, UTF-16, or the Western encoding of
 * Windows, which includes the letters of Latin-1. Undefined for anything with control characters, which binary formats
 * never go without for long.
 */
export function readAsText(head: Uint8Array): string | undefined {
  const wide = wideEncodingOf(head);
  const text = wide ? decode(head, wide) : (decode(head, "utf-8") ?? decodeWestern(head));
  if (text === undefined) return undefined;
  // Logs may be coloured.
  return /\p{Cc}/u.test(text.replace(/[\t\n\f\r]/g, "").replaceAll("\u001b", "")) ? undefined : text;
}

function decode(head: Uint8Array, encoding: string): string | undefined {
  try {
    // As a stream: the last character may be cut.
    return new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true });
  } catch {
    return undefined;
  }
}

/** Any bytes can be read so: a file counts as text if most of it is plain. */
function decodeWestern(head: Uint8Array): string | undefined {
  let marked = 0;
  for (const byte of head) {
    if (unused.has(byte)) return undefined;
    if (byte >= 0x80) marked += 1;
  }
  return marked > head.length * mostMarkedLetters ? undefined : decode(head, "windows-1252");
}

/** Returns UTF-16 by its byte order mark, or else by its zeros: for plain letters every other byte is zero. */
function wideEncodingOf(head: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const beginning = head.subarray(0, lookedAt);
  const countEmpty = (parity: number) =>
    beginning.reduce((count, byte, index) => count + (byte === 0 && index % 2 === parity ? 1 : 0), 0);
  const [even, odd] = [countEmpty(0), countEmpty(1)];
  if (odd > beginning.length / 4 && even === 0) return "utf-16le";
  return even > beginning.length / 4 && odd === 0 ? "utf-16be" : undefined;
}
