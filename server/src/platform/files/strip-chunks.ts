const pngSignature = Buffer.from("89504e470d0a1a0a", "hex");
/** The chunks needed to draw the image, with its colours and animation. Texts, times and Exif are not among them. */
const pngChunks = new Set(
  "IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD pHYs sPLT hIST acTL fcTL fdAT".split(
    " ",
  ),
);

/**
 * Removes texts, times and Exif from a PNG without recompressing it. Data after its end is removed too.
 * @throws {RangeError} if it is not a valid PNG.
 */
export function stripPng(bytes: Buffer): Buffer {
  if (!bytes.subarray(0, 8).equals(pngSignature)) throw new RangeError("no PNG");
  const kept: Buffer[] = [pngSignature];
  for (let at = 8; at < bytes.length; ) {
    // Length, name, content, check sum.
    const end = at + 12 + bytes.readUInt32BE(at);
    const name = bytes.toString("latin1", at + 4, at + 8);
    if (pngChunks.has(name)) kept.push(bytes.subarray(at, end));
    at = end;
    if (name === "IEND") break;
  }
  return Buffer.concat(kept);
}

const webpChunks = new Set(["VP8X", "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF", "ICCP"]);
const webpHasXmp = 0x04;
const webpHasExif = 0x08;

/**
 * Removes Exif and XMP from a WebP without recompressing it. Data after its end is removed too.
 * @throws {RangeError} if it is not a valid WebP.
 */
export function stripWebp(bytes: Buffer): Buffer {
  if (bytes.toString("latin1", 0, 4) !== "RIFF" || bytes.toString("latin1", 8, 12) !== "WEBP")
    throw new RangeError("no WebP");
  const whole = Math.min(bytes.length, 8 + bytes.readUInt32LE(4));
  const kept: Buffer[] = [];
  for (let at = 12; at + 8 <= whole; ) {
    const name = bytes.toString("latin1", at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    // Chunks begin at even places.
    const end = at + 8 + length + (length % 2);
    if (webpChunks.has(name))
      kept.push(name === "VP8X" ? withoutFlags(bytes.subarray(at, end)) : bytes.subarray(at, end));
    at = end;
  }
  const content = Buffer.concat(kept);
  const head = Buffer.from("RIFF\0\0\0\0WEBP", "latin1");
  head.writeUInt32LE(4 + content.length, 4);
  return Buffer.concat([head, content]);
}

function withoutFlags(chunk: Buffer): Buffer {
  const copy = Buffer.from(chunk);
  copy.writeUInt8(copy.readUInt8(8) & ~(webpHasExif | webpHasXmp), 8);
  return copy;
}
