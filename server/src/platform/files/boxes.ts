/** A box of the format that QuickTime, MP4, HEIC and AVIF are built in. */
export interface Box {
  type: string;
  at: number;
  /** The offset of its content. */
  start: number;
  end: number;
}

/** Made to be mean, a file has millions of empty ones. */
const maxBoxes = 20_000;

/**
 * Returns the adjacent boxes between two positions.
 * @throws {RangeError} if one of them exceeds the range, or there are too many.
 */
export function boxesIn(bytes: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at + 8 <= to; ) {
    const type = bytes.toString("latin1", at + 4, at + 8);
    const short = bytes.readUInt32BE(at);
    const isLong = short === 1;
    const size = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? to - at : short;
    const start = at + (isLong ? 16 : 8);
    const end = at + size;
    if (end < start || end > to) throw new RangeError("a box outside of its parent");
    if (boxes.length === maxBoxes) throw new RangeError("too many boxes");
    boxes.push({ type, at, start, end });
    at = end;
  }
  return boxes;
}
