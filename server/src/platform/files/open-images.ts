import type { Sharp, SharpInput, SharpOptions } from "sharp";
import { takeTurns } from "../turns/turn-taking.ts";

/** Opens an image for decoding and rendering. */
export type OpenImage = (input: SharpInput, options: SharpOptions) => Sharp;

/** Images need much memory, so they are processed one at a time, for all uploads together. */
export const oneImageAtATime = takeTurns(1);

let opened: Promise<OpenImage> | undefined;

/** Loads the image library with the first image, so that servers without images start faster and need less memory. */
export function openImages(): Promise<OpenImage> {
  opened ??= load();
  return opened;
}

async function load(): Promise<OpenImage> {
  const { default: sharp } = await import("sharp");
  // Only these formats are ever decoded, whatever a file's header says: no drawings, no PDFs, nothing rare.
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({
    operation: ["Jpeg", "Png", "Webp", "Nsgif", "Heif"].map((kind) => `VipsForeignLoad${kind}Buffer`),
  });
  // Every upload is another image, so caching would be useless.
  sharp.cache(false);
  sharp.concurrency(1);
  return (input, options) => sharp(input, { failOn: "none", ...options });
}
