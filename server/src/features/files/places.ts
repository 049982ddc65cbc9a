import type { FilePlace } from "../../platform/files/file-storage.ts";

const shared = "public/";

/** Returns the place of a file's thumbnail, in the same bucket. */
export function thumbnailPlace({ bucket, key }: FilePlace): FilePlace {
  return { bucket, key: `thumbnails/${key.slice(shared.length)}.webp` };
}
