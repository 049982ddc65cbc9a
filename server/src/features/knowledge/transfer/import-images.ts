import { basename } from "node:path";
import { AppError } from "../../../platform/app-error.ts";
import type { SliceContext } from "../../../slice.ts";
import { uploadFile } from "../../files/public.ts";
import { articleFiles } from "../kinds.ts";
import type { Archive } from "./read-archive.ts";

/** The part of the server that stores images. */
export type ImageSources = Pick<SliceContext, "db" | "files" | "workspace" | "maxBytesPerPerson">;

/**
 * Stores the images of one page as files of the importer, which are swept up unless the page is created.
 * @returns the ids of their files by path; files that are no images are not among them.
 * @throws {AppError} `storage_full`, `storage_quota`, `import_unreadable`, `import_too_large`.
 */
export async function storeImages(
  { db, files, workspace, maxBytesPerPerson }: ImageSources,
  ownerId: string,
  archive: Archive,
  paths: readonly string[],
): Promise<Map<string, string>> {
  const stored = new Map<string, string>();
  const limits = { maxBytes: workspace.maxFileBytes, maxBytesPerPerson };
  for (const path of paths) {
    const content = [await archive.readImage(path)];
    try {
      const owner = { ownerId, kind: articleFiles };
      const file = await uploadFile(
        { db, files },
        owner,
        { name: basename(path), content: streamOf(content) },
        limits,
      );
      if (file.preview === "image") stored.set(path, file.id);
    } catch (error) {
      if (!(error instanceof AppError && unusable.has(error.code))) throw error;
    }
  }
  return stored;
}

/** The page is imported without such an image, and says so. */
const unusable: ReadonlySet<string> = new Set([
  "file_empty",
  "file_too_large",
  "image_too_large",
  "picture_unreadable",
]);

async function* streamOf(chunks: readonly Buffer[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}
