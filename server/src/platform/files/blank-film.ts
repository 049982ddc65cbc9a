import { type FileHandle, open } from "node:fs/promises";
import { type Box, boxesIn } from "./boxes.ts";

/** One a frame for two hours; mostly there is one a second. */
const maxSamples = 200_000;

/**
 * Yields the ranges of a track's samples in the file, from three tables: the offset of each chunk, the number of
 * samples per chunk, and the size of each sample.
 * @throws {RangeError} if the tables do not match.
 */
function* samplesOf(table: Buffer, track: Box): Generator<{ from: number; to: number }> {
  let within = track;
  for (const type of ["mdia", "minf", "stbl"]) within = find(table, within, [type]);
  const starts = entriesOf(table, find(table, within, ["stco", "co64"]));
  const runs = entriesOf(table, find(table, within, ["stsc"]));
  const sizes = sizesOf(table, find(table, within, ["stsz"]));
  let sample = 0;
  let perChunk = 0;
  let run = 0;
  for (const [index, start] of starts.entries()) {
    // A run: its first chunk, counted from one; samples per chunk; the index of their description.
    for (; run < runs.length && (runs[run] ?? 0) <= index + 1; run += 3) perChunk = runs[run + 1] ?? 0;
    let at = start;
    for (let left = perChunk; left > 0 && sample < sizes.length; left -= 1) {
      at += sizes[sample] ?? 0;
      sample += 1;
    }
    if (at > start) yield { from: start, to: at };
  }
  if (sample < sizes.length) throw new RangeError("moments in no chunk");
}

function find(table: Buffer, { start, end }: Box, types: readonly string[]): Box {
  const found = boxesIn(table, start, end).find(({ type }) => types.includes(type));
  if (!found) throw new RangeError(`no ${types.join(" or ")}`);
  return found;
}

/** All numbers of a table: its entries have one (`stco`, `co64`) or three (`stsc`). */
function entriesOf(table: Buffer, { type, start }: Box): number[] {
  const count = limited(table.readUInt32BE(start + 4)) * (type === "stsc" ? 3 : 1);
  const wide = type === "co64";
  return Array.from({ length: count }, (_, index) =>
    wide ? Number(table.readBigUInt64BE(start + 8 + index * 8)) : table.readUInt32BE(start + 8 + index * 4),
  );
}

function sizesOf(table: Buffer, { start }: Box): number[] {
  const shared = table.readUInt32BE(start + 4);
  const count = limited(table.readUInt32BE(start + 8));
  return Array.from({ length: count }, (_, index) => shared || table.readUInt32BE(start + 12 + index * 4));
}

function limited(count: number): number {
  if (count > maxSamples) throw new RangeError("too many moments");
  return count;
}

/** Returns whether a video uses QuickTime's box format, in which phones write their location. */
export const isBoxedFilm = (mimeType: string) =>
  /^(video\/(mp4|quicktime|x-m4v|3gpp2?)|audio\/(mp4|x-m4a))$/.test(mimeType);

/** Boxes with metadata: places, times, names, devices. */
const telling = new Set(["udta", "meta", "uuid", "XMP_"]);
/** Boxes that contain such boxes. */
const holding = new Set(["moov", "trak", "moof", "traf", "mdia", "minf"]);
/** The tracks with video, audio, subtitles and timecodes. Any other track may contain locations over time. */
const shownTracks = new Set(["vide", "soun", "subt", "sbtl", "clcp", "tmcd"]);
/** The table of a film of many hours has some megabytes. */
const maxTableBytes = 32 * 1024 * 1024;
const maxTopBoxes = 20_000;
const chunkBytes = 64 * 1024;

/** Bytes to overwrite; `typeAt` is the position of a box type that becomes free space. */
interface Blank {
  from: number;
  to: number;
  typeAt?: number;
}

/**
 * Overwrites the metadata of a video that says where, when and with which device it was recorded, without moving any
 * data. Such boxes become free space, and for timed metadata tracks, the samples are overwritten too. Reads only the
 * video's tables, whatever its size.
 * @returns false if the structure is unknown. The file is then unchanged.
 */
export async function blankFilm(path: string): Promise<boolean> {
  const file = await open(path, "r+");
  try {
    const { size } = await file.stat();
    // Nothing is changed before all is known.
    const blanks = await collect(file, size);
    for (const blank of blanks) await overwrite(file, blank);
    await file.sync();
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  } finally {
    await file.close();
  }
}

async function collect(file: FileHandle, sizeBytes: number): Promise<Blank[]> {
  const blanks: Blank[] = [];
  const seen = new Set<string>();
  let count = 0;
  for (let at = 0; at + 8 <= sizeBytes; ) {
    count += 1;
    if (count > maxTopBoxes) throw new RangeError("too many boxes");
    const { type, end } = await boxAt(file, at, sizeBytes);
    seen.add(type);
    if (telling.has(type)) blanks.push(wholeBox({ at, end }));
    if (holding.has(type)) {
      if (end - at > maxTableBytes) throw new RangeError("a table that is too large");
      const table = await bytesAt(file, at, end - at);
      for (const blank of blanksIn(table, 0, table.length))
        blanks.push({
          from: at + blank.from,
          to: at + blank.to,
          ...(blank.typeAt === undefined ? {} : { typeAt: at + blank.typeAt }),
        });
      for (const blank of momentsIn(table)) blanks.push(blank);
    }
    at = end;
  }
  if (!seen.has("moov")) throw new RangeError("no film");
  const tracksGoOn = seen.has("moof") && blanks.some(({ typeAt }) => typeAt === undefined);
  if (tracksGoOn) throw new RangeError("a track in fragments");
  let blankedBytes = 0;
  for (const { from, to } of blanks) {
    blankedBytes += to - from;
    // In a malicious file, samples overlap: their total must not exceed the file.
    if (to > sizeBytes || blankedBytes > sizeBytes) throw new RangeError("moments outside of the film");
  }
  return blanks;
}

async function boxAt(file: FileHandle, at: number, to: number): Promise<{ type: string; end: number }> {
  const head = await bytesAt(file, at, Math.min(16, to - at));
  const short = head.readUInt32BE(0);
  const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? to - at : short;
  if (size < 8 || at + size > to) throw new RangeError("a box outside of its parent");
  return { type: head.toString("latin1", 4, 8), end: at + size };
}

function* blanksIn(table: Buffer, from: number, to: number): Generator<Blank> {
  for (const box of boxesIn(table, from, to)) {
    if (telling.has(box.type) || (box.type === "trak" && !isShown(table, box))) yield wholeBox(box);
    else if (holding.has(box.type)) yield* blanksIn(table, box.start, box.end);
  }
}

/** In places of the film itself. */
function* momentsIn(table: Buffer): Generator<Blank> {
  for (const film of boxesIn(table, 0, table.length)) {
    if (film.type !== "moov") continue;
    for (const track of boxesIn(table, film.start, film.end)) {
      if (track.type === "trak" && !isShown(table, track)) yield* samplesOf(table, track);
    }
  }
}

function isShown(table: Buffer, track: Box): boolean {
  const media = boxesIn(table, track.start, track.end).find(({ type }) => type === "mdia");
  const handler = media && boxesIn(table, media.start, media.end).find(({ type }) => type === "hdlr");
  return (
    handler !== undefined && shownTracks.has(table.toString("latin1", handler.start + 8, handler.start + 12))
  );
}

function wholeBox({ at, end }: { at: number; end: number }): Blank {
  // The size may also come after the type.
  return { from: at + 8, to: end, typeAt: at + 4 };
}

async function overwrite(file: FileHandle, { from, to, typeAt }: Blank): Promise<void> {
  const isLong = typeAt !== undefined && (await bytesAt(file, typeAt - 4, 4)).readUInt32BE(0) === 1;
  for (let at = isLong ? from + 8 : from; at < to; at += chunkBytes)
    await file.write(Buffer.alloc(Math.min(chunkBytes, to - at)), 0, undefined, at);
  if (typeAt !== undefined) await file.write(Buffer.from("free", "latin1"), 0, 4, typeAt);
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead < length) throw new RangeError("a film that broke off");
  return buffer;
}
