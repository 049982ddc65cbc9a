import type { Metadata } from "sharp";

/** Memory for an image goes by what it is unpacked to, not by its bytes: a few kilobytes may stand for gigabytes. */
const maxUnpackedBytes = 384 * 1024 * 1024;
/** Images that are decoded row by row need no memory for their pixels, but time. */
export const maxPixels = 2 ** 27;
/** As measured: what decodes AVIF keeps several copies in wide numbers. */
const avifBytesPerPixel = 18;

const bytesPerSample: Partial<Record<string, number>> = { ushort: 2, short: 2, uint: 4, int: 4, float: 4 };

/**
 * Whether an image may be unpacked at all, by what its beginning says. Rows that come in order are unpacked one by
 * one; of an image that is interlaced, progressive, to be turned, or of a kind that knows no rows, all of it lies in
 * memory at once.
 */
export function isAffordable(found: Metadata): boolean {
  const pixels = found.width * (found.pageHeight ?? found.height);
  if (pixels > maxPixels) return false;
  if (found.format === "heif") return pixels * avifBytesPerPixel <= maxUnpackedBytes;
  const isByRows =
    ["jpeg", "png"].includes(found.format) && !found.isProgressive && (found.orientation ?? 1) === 1;
  const samples = found.format === "gif" || found.format === "webp" ? 4 : found.channels;
  return isByRows || pixels * samples * (bytesPerSample[found.depth] ?? 1) <= maxUnpackedBytes;
}
