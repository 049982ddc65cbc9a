import { readFile } from "node:fs/promises";
import type { Metadata, Sharp, SharpInput, SharpOptions } from "sharp";
import { AppError } from "../app-error.ts";
import { takeTurns } from "../turn-taking.ts";
import { stripPng, stripWebp } from "./strip-chunks.ts";
import { stripHeif } from "./strip-heif.ts";
import { stripJpeg } from "./strip-jpeg.ts";

/** Memory for an image goes by its pixels, not by its bytes: a few kilobytes may stand for gigabytes. */
const maxPixels = 2 ** 27;
/** Of AVIF, which is decoded as a whole and takes some 18 bytes a pixel, where the others take 1 to 4. */
const maxAvifPixels = 2 ** 25;
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

// Images need much memory: a few at once, whoever uploads how many.
const inTurn = takeTurns(2);

const drawable = /^image\/(jpeg|png|apng|gif|webp|avif)$/;
/** Photos of telephones, which hardly any browser draws, and which are not decoded here either. */
const heif = /^image\/hei[cf](-sequence)?$/;
const asItIs: PreparedImage = { cleaned: undefined, size: undefined, thumbnail: undefined };

/**
 * Makes an uploaded image ready to be shown: where and when it was taken is cut out, its real size is found, and
 * a small one is made of it. An image that cannot be read is a file like any other, as is what is no image.
 * @throws {AppError} `image_too_large` for one with too many pixels.
 */
export async function prepareImage(path: string, mimeType: string): Promise<PreparedImage> {
  if (heif.test(mimeType)) return { ...asItIs, cleaned: strip(await readFile(path), mimeType, 1) };
  if (!drawable.test(mimeType)) return asItIs;
  return inTurn(async () => {
    const bytes = await readFile(path);
    opened ??= openImages();
    const image = await opened;
    const found = await image(bytes, { limitInputPixels: false })
      .metadata()
      .catch(() => undefined);
    if (!found) return { ...asItIs, cleaned: strip(bytes, mimeType, 1) };
    const { width, height } = found.autoOrient;
    if (width * height > (mimeType === "image/avif" ? maxAvifPixels : maxPixels))
      throw new AppError("image_too_large", { detail: `${width} x ${height}` });

    const cleaned = await clean(image, bytes, mimeType, found);
    const thumbnail = await makeThumbnail(image, cleaned ?? bytes).catch(() => undefined);
    // Nobody's browser gets to try what this server gave up on.
    if (!thumbnail) return { ...asItIs, cleaned };
    const isSmall = Math.max(width, height) <= thumbnailPixels && bytes.length <= smallBytes;
    const isMoving = (found.pages ?? 1) > 1 && bytes.length <= smallAnimationBytes;
    return { cleaned, size: { width, height }, thumbnail: isSmall || isMoving ? undefined : thumbnail };
  });
}

let opened: Promise<OpenImage> | undefined;
type OpenImage = (input: SharpInput, options: SharpOptions) => Sharp;

/** Loaded with the first image: a server where nobody uploads any starts faster and stays smaller without. */
async function openImages(): Promise<OpenImage> {
  const { default: sharp } = await import("sharp");
  // Whatever a file's beginning says, nothing but these is ever decoded: no drawings, no PDFs, nothing rare.
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({
    operation: ["Jpeg", "Png", "Webp", "Nsgif", "Heif"].map((kind) => `VipsForeignLoad${kind}Buffer`),
  });
  // Every upload is another image: what was decoded is of no use again.
  sharp.cache(false);
  sharp.concurrency(1);
  return (input, options) => sharp(input, { failOn: "none", ...options });
}

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
  if (stripped) return stripped.equals(bytes) ? undefined : stripped;
  return again && pages === 1 ? turn(image, bytes, again).catch(() => undefined) : undefined;
}

async function turn(image: OpenImage, bytes: Buffer, format: "png" | "webp" | "jpeg"): Promise<Buffer> {
  return (
    image(bytes, { limitInputPixels: maxPixels })
      .timeout({ seconds: thumbnailSeconds })
      .autoOrient()
      .keepIccProfile()
      // Of a PNG it would mean fewer colours.
      .toFormat(format, format === "png" ? {} : { quality: 92 })
      .toBuffer()
  );
}

function strip(bytes: Buffer, mimeType: string, orientation: number): Buffer | undefined {
  try {
    if (mimeType === "image/jpeg") return stripJpeg(bytes, orientation);
    if (mimeType === "image/png" || mimeType === "image/apng") return stripPng(bytes);
    if (mimeType === "image/webp") return stripWebp(bytes);
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
