import type { RowsOfFiles } from "../../platform/backup/compare-files.ts";
import { thumbnailPlace } from "./places.ts";

/** Which files a backup must hold for its rows: those of things, whole and unchanged, and their small images. */
export const rowsOfFiles: RowsOfFiles = {
  table: "files",
  expect(row) {
    // A discarded file is about to be deleted.
    if (row.get("discarded_at")) return [];
    const place = { bucket: row.get("bucket") ?? "", key: row.get("key") ?? "" };
    const shared = {
      name: row.get("original_name") ?? "",
      // Its row is older than its place in storage, and its owner may throw it away.
      mayBeMissing: row.get("subject_id") === null,
    };
    const thumbnail = thumbnailPlace(place);
    return [
      {
        ...shared,
        path: `${place.bucket}/${place.key}`,
        sizeBytes: Number(row.get("size_bytes")),
        sha256: row.get("sha256") ?? undefined,
      },
      ...(row.get("has_thumbnail") === "t"
        ? [
            {
              ...shared,
              path: `${thumbnail.bucket}/${thumbnail.key}`,
              sizeBytes: undefined,
              sha256: undefined,
            },
          ]
        : []),
    ];
  },
};
