import { sql } from "kysely";
import { madeFrom, ofServers, personExportKind } from "../../platform/kinds/personal-data.ts";
import type { Slice } from "../../slice.ts";
import { fileEraser, fileNameEraser, storageEraser } from "./erase-files.ts";
import { fileSource } from "./file-source.ts";
import { deleteForgottenJob } from "./forget-files.ts";
import { isNotAnonymous } from "./queries.ts";
import { registerFiles } from "./routes.ts";
import { sweepJob, watchReceivedFiles } from "./sweep-files.ts";
import { fileTextsJob, watchFileTexts } from "./text/read-texts.ts";

/** Files of things of any kind. Specification, sections 3, 5 and 7 (storage buckets). */
export const files: Slice = {
  name: "files",
  routes: [registerFiles],
  live: [watchFileTexts, watchReceivedFiles],
  jobs: [sweepJob, deleteForgottenJob, fileTextsJob],
  searchSources: [fileSource],
  erasers: [fileEraser, fileNameEraser, storageEraser],
  personalData: {
    files: {
      title: "Uploaded files",
      erase: "special",
      where: (personId, isForOwner) =>
        sql<boolean>`t.owner_id = ${personId} AND t.discarded_at IS NULL AND t.subject_kind <> ${personExportKind}
          AND ${isForOwner ? sql`true` : isNotAnonymous(sql`t`)}`,
      columns: ["created_at", "id", "original_name", "mime_type", "size_bytes", "subject_kind", "subject_id"],
    },
    file_texts: madeFrom("the uploaded files"),
    forgotten_files: ofServers,
    files_folder: ofServers,
  },
};
