import { readFile, stat } from "node:fs/promises";
import type { Metadata } from "sharp";
import { AppError } from "../app-error.ts";
import { isAffordable, maxPixels } from "./image-cost.ts";
import { type OpenImage, oneImageAtATime, openImages } from "./open-images.ts";
import { stripPng, stripWebp } from "./strip-chunks.ts";
import { stripGif } from "./strip-gif.ts";
import { stripHeif } from "./strip-heif.ts";
import { stripJpeg } from "./strip-jpeg.ts";

/** Larger images are only offered as downloads. */
const maxImageBytes = 64 * 1024 * 1024;
const thumbnailPixels = 640;
const thumbnailSeconds = 10;
/** A small image is its own thumbnail. */
const smallBytes = 100 * 1024;
/** A thumbnail of an animation is static, so small animations have none. */
const smallAnimationBytes = 5 * 1024 * 1024;

export interface PreparedImage {
  /** The file without its metadata; undefined when it stays as it is. */
  cleaned: Buffer | undefined;
  /** As it is seen, after turning; undefined when it cannot be shown. */
  size: { width: number; height: number } | undefined;
  /** WebP, at most 640 pixels wide and high. */
  thumbnail: Buffer | undefined;
}

const drawable = /^image\/(jpeg|png|apng|gif|webp|avif)$/;
/** Photos of telephones, which hardly any browser draws, and which are not decoded here either. */
const heif = /^image\/hei[cf](-sequence)?$/;
const asItIs: PreparedImage = { cleaned: undefined, size: undefined, thumbnail: undefined };

/**
 * Prepares an uploaded image: removes its location and time, determines its size, and creates a thumbnail. Unreadable
 * images, and those whose metadata cannot be removed, are only downloads, like other files.
 * @throws {AppError} `image_too_large` if decoding would need too much memory.
 */
export async function prepareImage(path: string, mimeType: string): Promise<PreparedImage> {
  if (!drawable.test(mimeType) && !heif.test(mimeType)) return asItIs;
  return oneImageAtATime(async () => {
    if ((await stat(path)).size > maxImageBytes) return asItIs;
    const bytes = await readFile(path);
    if (heif.test(mimeType)) return { ...asItIs, cleaned: strip(bytes, mimeType, 1) };
    const image = await openImages();
    const found = await image(bytes, { limitInputPixels: false })
      .metadata()
      .catch(() => undefined);
    if (!found) return { ...asItIs, cleaned: strip(bytes, mimeType, 1) };
    const { width, height } = found.autoOrient;
    if (!isAffordable(found)) throw new AppError("image_too_large", { detail: `${width} x ${height}` });

    const cleaned = await clean(image, bytes, mimeType, found);
    if (!cleaned) return asItIs;
    const thumbnail = await makeThumbnail(image, cleaned).catch(() => undefined);
    const changed = cleaned.equals(bytes) ? undefined : cleaned;
    // Formats the server cannot decode are never sent to browsers as images.
    if (!thumbnail) return { ...asItIs, cleaned: changed };
    const isSmall = Math.max(width, height) <= thumbnailPixels && bytes.length <= smallBytes;
    const isMoving = (found.pages ?? 1) > 1 && bytes.length <= smallAnimationBytes;
    return {
      cleaned: changed,
      size: { width, height },
      thumbnail: isSmall || isMoving ? undefined : thumbnail,
    };
  });
}

/** Returns undefined if the metadata could not be removed. */
async function clean(
  image: OpenImage,
  bytes: Buffer,
  mimeType: string,
  { orientation = 1, pages = 1, format }: Metadata,
): Promise<Buffer | undefined> {
  const again = format === "jpeg" || format === "png" || format === "webp" ? format : undefined;
  // Browsers rotate a JPEG by its Exif. In other formats the orientation is removed, so the pixels are rotated.
  if (orientation > 1 && pages === 1 && (again === "png" || again === "webp"))
    return turn(image, bytes, again);
  const stripped = strip(bytes, mimeType, orientation);
  if (stripped) return stripped;
  return again && pages === 1 ? turn(image, bytes, again).catch(() => undefined) : undefined;
}

async function turn(image: OpenImage, bytes: Buffer, format: "png" | "webp" | "jpeg"): Promise<Buffer> {
  return (
    image(bytes, { limitInputPixels: maxPixels })
      .timeout({ seconds: thumbnailSeconds })
      .autoOrient()
      .keepIccProfile()
      // For PNG, a quality setting would reduce the number of colours.
      .toFormat(format, format === "png" ? {} : { quality: 92 })
      .toBuffer()
  );
}

function strip(bytes: Buffer, mimeType: string, orientation: number): Buffer | undefined {
  try {
    if (mimeType === "image/jpeg") return stripJpeg(bytes, orientation);
    if (mimeType === "image/png" || mimeType === "image/apng") return stripPng(bytes);
    if (mimeType === "image/webp") return stripWebp(bytes);
    if (mimeType === "image/gif") return stripGif(bytes);
    if (mimeType === "image/avif" || heif.test(mimeType)) return stripHeif(bytes);
    return undefined;
  } catch (error) {
    // It is not built as its kind is; what draws images is more forgiving.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

async function makeThumbnail(image: OpenImage, bytes: Buffer): Promise<Buffer> {
  return image(bytes, { limitInputPixels: maxPixels })
    .timeout({ seconds: thumbnailSeconds })
    .autoOrient()
    .resize({ width: thumbnailPixels, height: thumbnailPixels, fit: "inside", withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer();
}
