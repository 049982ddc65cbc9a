import { readFile, stat } from "node:fs/promises";
import type { Metadata } from "sharp";
import { AppError } from "../app-error.ts";
import { isAffordable, maxPixels } from "./image-cost.ts";
import { type OpenImage, oneImageAtATime, openImages } from "./open-images.ts";
import { stripPng, stripWebp } from "./strip-chunks.ts";
import { stripGif } from "./strip-gif.ts";
import { stripHeif } from "./strip-heif.ts";
import { stripJpeg } from "./strip-jpeg.ts";

/** A larger image is read by nobody here: it is only a download. */
const maxImageBytes = 64 * 1024 * 1024;
const thumbnailPixels = 640;
const thumbnailSeconds = 10;
/** A small image is its own thumbnail. */
const smallBytes = 100 * 1024;
/** An animation stands still in a thumbnail, so one of this size goes without. */
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
 * Makes an uploaded image ready to be shown: where and when it was taken is cut out, its real size is found, and
 * a small one is made of it. An image that cannot be read, or of which that cannot be cut out, is only a download, as
 * is what is no image.
 * @throws {AppError} `image_too_large` for one that takes too much to unpack.
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
    // Nobody's browser gets to try what this server gave up on.
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

/** Undefined: what it tells could not be cut out. */
async function clean(
  image: OpenImage,
  bytes: Buffer,
  mimeType: string,
  { orientation = 1, pages = 1, format }: Metadata,
): Promise<Buffer | undefined> {
  const again = format === "jpeg" || format === "png" || format === "webp" ? format : undefined;
  // Browsers turn a JPEG by its Exif; what says it in other formats is cut out, so that these are turned for good.
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
