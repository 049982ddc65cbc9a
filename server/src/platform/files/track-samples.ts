import { type Box, boxesIn } from "./boxes.ts";

/** One a frame for two hours; mostly there is one a second. */
const maxSamples = 200_000;

/**
 * Yields the ranges of a track's samples in the file, from three tables: the offset of each chunk, the number of
 * samples per chunk, and the size of each sample.
 * @throws {RangeError} if the tables do not match.
 */
export function* samplesOf(table: Buffer, track: Box): Generator<{ from: number; to: number }> {
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
