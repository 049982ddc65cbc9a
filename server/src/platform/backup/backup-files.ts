import { createReadStream } from "node:fs";
import { join } from "node:path";
import { openDiskStorage } from "../files/disk-storage.ts";
import { type FilePlace, type FileStorage, placeAt, type StorageSite } from "../files/file-storage.ts";
import { walkFiles } from "./file-list.ts";

/** The uploaded files of an installation, by their paths as in a folder of files. */
export interface BackupFiles {
  site: StorageSite;
  list(): AsyncIterable<string>;
  /** Undefined, or an error with the code `ENOENT`, if it has since been deleted. */
  open(path: string): Promise<AsyncIterable<Uint8Array> | undefined>;
}

/** Every file in a folder, which need not exist. */
export function filesInFolder(folder: string): BackupFiles {
  return {
    site: openDiskStorage(folder, { isReadOnly: true }).site,
    list: () => walkFiles(folder),
    open: async (path) => createReadStream(join(folder, path)),
  };
}

/** The files that rows name, in a storage whose keys tell nothing. */
export function filesOfRows(
  files: Pick<FileStorage, "read" | "site">,
  places: () => AsyncIterable<{ place: FilePlace }>,
): BackupFiles {
  return {
    site: files.site,
    async *list() {
      for await (const { place } of places()) yield `${place.bucket}/${place.key}`;
    },
    async open(path) {
      const place = placeAt(path);
      return place && (await files.read(place))?.content;
    },
  };
}
