import type { Metadata } from "sharp";

/** Limit of an image's decoded size: a few kilobytes may decode to gigabytes. */
const maxUnpackedBytes = 384 * 1024 * 1024;
/** Images that are decoded row by row need no memory for their pixels, but time. */
export const maxPixels = 2 ** 27;
/** Measured: AVIF decoders keep several copies with wide samples. */
const avifBytesPerPixel = 18;

const bytesPerSample: Partial<Record<string, number>> = { ushort: 2, short: 2, uint: 4, int: 4, float: 4 };

/**
 * Returns whether an image may be decoded, according to its header. Sequential rows are decoded one by one; an
 * interlaced, progressive or rotated image, or a format without rows, is in memory as a whole.
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
