import type { RowsOfFiles } from "../../platform/backup/compare-files.ts";
import { thumbnailPlace } from "./places.ts";

/** Files that a backup must contain for its rows: those of things, unchanged, and their thumbnails. */
export const rowsOfFiles: RowsOfFiles = {
  table: "files",
  expect(row) {
    // A discarded file is about to be deleted.
    if (row.get("discarded_at")) return [];
    const place = { bucket: row.get("bucket") ?? "", key: row.get("key") ?? "" };
    const shared = {
      name: row.get("original_name") ?? "",
      // An unattached file may be missing: its row is written first, and its owner may delete it.
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
