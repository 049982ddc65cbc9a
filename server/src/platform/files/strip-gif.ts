const extension = 0x21;
const imageStart = 0x2c;
const trailer = 0x3b;
const comment = 0xfe;
const application = 0xff;
/** Extensions for the loop count and colours. Others may contain where the image was made. */
const neededApplications = new Set(["NETSCAPE2.0", "ANIMEXTS1.0", "ICCRGBG1012"]);

/**
 * Removes comments, XMP and other application data from a GIF without recompressing it. Data after its end is removed
 * too.
 * @throws {RangeError} if it is not a valid GIF.
 */
export function stripGif(bytes: Buffer): Buffer {
  if (!/^GIF8[79]a$/.test(bytes.toString("latin1", 0, 6))) throw new RangeError("no GIF");
  let at = 13 + colourBytes(bytes.readUInt8(10));
  const kept: Buffer[] = [bytes.subarray(0, at)];
  for (;;) {
    const from = at;
    const kind = bytes.readUInt8(at);
    // A truncated animation is shown as far as it goes.
    if (kind === trailer) return Buffer.concat([...kept, bytes.subarray(at, at + 1)]);
    if (kind === extension) {
      at = endOfBlocks(bytes, at + 2);
      if (isNeeded(bytes, from)) kept.push(bytes.subarray(from, at));
    } else if (kind === imageStart) {
      at = endOfBlocks(bytes, at + 11 + colourBytes(bytes.readUInt8(at + 9)));
      kept.push(bytes.subarray(from, at));
    } else throw new RangeError("neither image nor extension");
  }
}

/** Returns the size of the colour table, which exists if the first bit is set. */
function colourBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

function endOfBlocks(bytes: Buffer, from: number): number {
  let at = from;
  for (let size = bytes.readUInt8(at); size !== 0; size = bytes.readUInt8(at)) at += 1 + size;
  return at + 1;
}

function isNeeded(bytes: Buffer, at: number): boolean {
  const label = bytes.readUInt8(at + 1);
  if (label === comment) return false;
  return label !== application || neededApplications.has(bytes.toString("latin1", at + 3, at + 14));
}
