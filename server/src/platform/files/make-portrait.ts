import { readFile, stat } from "node:fs/promises";
import { AppError } from "../app-error.ts";
import { isAffordable, maxPixels } from "./image-cost.ts";
import { oneImageAtATime, openImages } from "./open-images.ts";

/** The part of an image that is kept: the middle of a portrait, or the whole of a logo. */
export type PictureShape = "portrait" | "logo";

/** A rendered image. */
export interface DrawnPicture {
  bytes: Buffer;
  name: string;
  kind: { mimeType: string; preview: "image" };
  /** On each side. */
  pixels: number;
}

/** Shown at most at a quarter of it, also on screens of four times as many pixels. */
const portraitPixels = 256;
/** As large as installed apps show it. */
const logoPixels = 512;
/** No camera writes a larger one. */
const maxPortraitBytes = 32 * 1024 * 1024;
const mostSeconds = 10;

/**
 * Renders a small square picture from an image: the middle of a portrait as WebP, or the whole of a logo on a
 * transparent background as PNG, which installed apps require. Only the visible pixels of the upload are kept: no
 * location, date or other hidden data.
 * @throws {AppError} `picture_unreadable` for what is no picture, and for drawings; `image_too_large` for one that takes
 *   too much to unpack.
 */
export function drawPicture(path: string, shape: PictureShape): Promise<DrawnPicture> {
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
    const upright = image(bytes, { limitInputPixels: maxPixels })
      .timeout({ seconds: mostSeconds })
      .autoOrient();
    const [drawing, drawn] =
      shape === "portrait"
        ? [
            upright
              .resize({ width: portraitPixels, height: portraitPixels, fit: "cover" })
              .webp({ quality: 85 }),
            { name: "picture.webp", kind: asImage("image/webp"), pixels: portraitPixels },
          ]
        : [
            upright
              .resize({ width: logoPixels, height: logoPixels, fit: "contain", background: "#00000000" })
              .png({ palette: false }),
            { name: "logo.png", kind: asImage("image/png"), pixels: logoPixels },
          ];
    const drawnBytes = await drawing.toBuffer().catch((cause: unknown) => {
      throw new AppError("picture_unreadable", { cause });
    });
    return { ...drawn, bytes: drawnBytes };
  });
}

const asImage = (mimeType: string) => ({ mimeType, preview: "image" as const });
