import { readFile, stat } from "node:fs/promises";
import { AppError } from "../app-error.ts";
import { isAffordable, maxPixels } from "./image-cost.ts";
import { oneImageAtATime, openImages } from "./open-images.ts";

/** Shown at most at a quarter of it, also on screens of four times as many pixels. */
export const portraitPixels = 256;
/** No camera writes a larger one. */
const maxPortraitBytes = 32 * 1024 * 1024;
const mostSeconds = 10;

/**
 * A small square of the middle of a picture, drawn anew as WebP: nothing of the file that was sent is kept but what is
 * seen, neither where and when it was taken nor what else was hidden in it.
 * @throws {AppError} `picture_unreadable` for what is no picture, and for drawings; `image_too_large` for one that takes
 *   too much to unpack.
 */
export function makePortrait(path: string): Promise<Buffer> {
  return oneImageAtATime(async () => {
    if ((await stat(path)).size > maxPortraitBytes) throw new AppError("image_too_large");
    const bytes = await readFile(path);
    const image = await openImages();
    const found = await image(bytes, { limitInputPixels: false })
      .metadata()
      .catch((cause: unknown) => {
        throw new AppError("picture_unreadable", { cause });
      });
    if (!isAffordable(found))
      throw new AppError("image_too_large", { detail: `${found.width} x ${found.height}` });
    return image(bytes, { limitInputPixels: maxPixels })
      .timeout({ seconds: mostSeconds })
      .autoOrient()
      .resize({ width: portraitPixels, height: portraitPixels, fit: "cover" })
      .webp({ quality: 85 })
      .toBuffer()
      .catch((cause: unknown) => {
        throw new AppError("picture_unreadable", { cause });
      });
  });
}
