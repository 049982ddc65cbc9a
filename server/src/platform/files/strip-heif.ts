import { type Box, boxesIn } from "./boxes.ts";

/**
 * Overwrites Exif and XMP of a HEIC or AVIF with zeros, so that no offset changes. The orientation is stored elsewhere.
 * @throws {RangeError} if it is not a valid file of these formats.
 */
export function stripHeif(bytes: Buffer): Buffer {
  const meta = boxesIn(bytes, 0, bytes.length).find(({ type }) => type === "meta");
  if (!meta) throw new RangeError("no meta box");
  const boxes = boxesIn(bytes, meta.start + 4, meta.end);
  const boxOf = (wanted: string) => boxes.find(({ type }) => type === wanted);
  const [infos, locations] = [boxOf("iinf"), boxOf("iloc")];
  if (!infos || !locations) throw new RangeError("no items");

  const told = metadataItems(bytes, infos);
  const copy = Buffer.from(bytes);
  let blanked = 0;
  for (const { item, start, end } of extentsOf(bytes, locations, boxOf("idat"))) {
    if (!told.has(item)) continue;
    // Made to be mean, items may name the same bytes over and over.
    blanked += end - start;
    if (end > bytes.length || blanked > bytes.length) throw new RangeError("an item outside of its file");
    copy.fill(0, start, end);
  }
  return copy;
}

/** Returns the IDs of the items with Exif or XMP. */
function metadataItems(bytes: Buffer, infos: Box): Set<number> {
  const entries = infos.start + (bytes.readUInt8(infos.start) === 0 ? 6 : 8);
  const items = new Set<number>();
  for (const { type, start } of boxesIn(bytes, entries, infos.end)) {
    const version = bytes.readUInt8(start);
    if (type !== "infe" || version < 2) continue;
    const item = version === 2 ? bytes.readUInt16BE(start + 4) : bytes.readUInt32BE(start + 4);
    const kindAt = start + (version === 2 ? 8 : 10);
    if (["Exif", "mime"].includes(bytes.toString("latin1", kindAt, kindAt + 4))) items.add(item);
  }
  return items;
}

interface Extent {
  item: number;
  start: number;
  end: number;
}

function* extentsOf(bytes: Buffer, locations: Box, data: Box | undefined): Generator<Extent> {
  let at = locations.start;
  const read = (size: number): number => {
    const value =
      size === 0 ? 0 : size === 8 ? Number(bytes.readBigUInt64BE(at)) : bytes.readUIntBE(at, size);
    at += size;
    if (at > locations.end) throw new RangeError("a list that does not end");
    return value;
  };
  const version = read(4) >>> 24;
  const sizes = read(2);
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexSize = version === 0 ? 0 : sizes & 15;
  const wide = version < 2 ? 2 : 4;
  for (let items = read(wide); items > 0; items -= 1) {
    const item = read(wide);
    const isInside = version > 0 && (read(2) & 15) === 1;
    read(2);
    const base = read(baseSize) + (isInside ? (data?.start ?? 0) : 0);
    const extents = read(2);
    // Extents without size would be counted and never read.
    if (extents > 1 && offsetSize + lengthSize + indexSize === 0)
      throw new RangeError("extents without size");
    for (let left = extents; left > 0; left -= 1) {
      read(indexSize);
      const start = base + read(offsetSize);
      yield { item, start, end: start + read(lengthSize) };
    }
  }
}
