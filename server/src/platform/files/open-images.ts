import type { Sharp, SharpInput, SharpOptions } from "sharp";
import { takeTurns } from "../turn-taking.ts";

/** Opens an image for decoding and rendering. */
export type OpenImage = (input: SharpInput, options: SharpOptions) => Sharp;

/** Images need much memory, so they are processed one at a time, for all uploads together. */
export const oneImageAtATime = takeTurns(1);

let opened: Promise<OpenImage> | undefined;

/** Loaded with the first image: a server where nobody uploads any starts faster and stays smaller without. */
export function openImages(): Promise<OpenImage> {
  opened ??= load();
  return opened;
}

async function load(): Promise<OpenImage> {
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
