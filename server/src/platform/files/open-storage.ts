import type { Config } from "../configuration/config.ts";
import type { StartLog } from "../log/start-log.ts";
import { openDiskStorage } from "./disk-storage.ts";
import type { FileStorage } from "./file-storage.ts";
import type { StorageOptions } from "./staging.ts";

/** Opens the storage that the settings name. The client of S3 is loaded only where it is used. */
export async function openStorage(
  { s3, filesFolder }: Pick<Config, "s3" | "filesFolder">,
  log: StartLog,
  options?: StorageOptions,
): Promise<FileStorage> {
  if (!s3) return openDiskStorage(filesFolder, options);
  const { openS3Storage } = await import("./s3/s3-storage.ts");
  return openS3Storage(s3, filesFolder, log, options);
}
