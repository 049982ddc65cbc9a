const startOfImage = 0xd8;
const endOfImage = 0xd9;
const startOfScan = 0xda;
const comment = 0xfe;

/**
 * Removes the metadata of a JPEG that says where, when and with which camera it was taken, without recompressing it.
 * Only the data needed to draw it and its orientation are kept. Data after the image (other pictures, a video) is
 * removed too.
 * @throws {RangeError} if it is not a valid JPEG.
 */
export function stripJpeg(bytes: Buffer, orientation: number): Buffer {
  if (bytes.readUInt16BE(0) !== 0xff00 + startOfImage) throw new RangeError("no JPEG");
  const kept: Buffer[] = [bytes.subarray(0, 2)];
  if (orientation > 1) kept.push(orientationSegment(orientation));
  for (let at = 2; ; ) {
    if (bytes.readUInt8(at) !== 0xff) throw new RangeError("no marker where one should be");
    const marker = bytes.readUInt8(at + 1);
    // Padding.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === endOfImage) {
      kept.push(bytes.subarray(at, at + 2));
      return Buffer.concat(kept);
    }
    const length = bytes.readUInt16BE(at + 2);
    let end = at + 2 + length;
    if (length < 2 || end > bytes.length) throw new RangeError("a segment that is too long");
    if (marker === startOfScan) end = endOfScan(bytes, end);
    if (isNeeded(marker, bytes.subarray(at + 4, end))) kept.push(bytes.subarray(at, end));
    at = end;
    // A truncated photo is shown as far as it goes.
    if (at >= bytes.length) return Buffer.concat([...kept, Buffer.from([0xff, endOfImage])]);
  }
}

/**
 * Returns whether a segment is needed. Of the application segments, only those for the colours are: JFIF, a colour
 * profile, and Adobe's.
 */
function isNeeded(marker: number, content: Buffer): boolean {
  if (marker === comment) return false;
  if (marker < 0xe0 || marker > 0xef) return true;
  const startsWith = (text: string) => content.subarray(0, text.length).toString("latin1") === text;
  return (
    (marker === 0xe0 && startsWith("JFIF\0")) ||
    (marker === 0xe2 && startsWith("ICC_PROFILE\0")) ||
    (marker === 0xee && startsWith("Adobe"))
  );
}

/** Within the data of a scan an FF is followed by 00, or by the number of a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (
    let at = bytes.indexOf(0xff, from);
    at !== -1 && at + 1 < bytes.length;
    at = bytes.indexOf(0xff, at + 1)
  ) {
    const next = bytes.readUInt8(at + 1);
    const isData = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7);
    if (!isData) return at;
  }
  return bytes.length;
}

/** Exif with a single entry: which way up. */
function orientationSegment(orientation: number): Buffer {
  const tiff = Buffer.from("4d4d002a0000000800010112000300000001000000000000" + "0000", "hex");
  tiff.writeUInt16BE(orientation, 18);
  const content = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}
