import type { FilePlace } from "../../platform/files/file-storage.ts";

const shared = "public/";

/** Where a file's small image lies: beside the files, in the same bucket. */
export function thumbnailPlace({ bucket, key }: FilePlace): FilePlace {
  return { bucket, key: `thumbnails/${key.slice(shared.length)}.webp` };
}
