import { sql } from "kysely";
import type { FileKind } from "../../../platform/kinds/file-kinds.ts";
import type { RequestViewer } from "../../../slice.ts";
import { isReadable } from "../readable.ts";

export const announcementFileKind = "announcement";

/** The files of announcements, readable with the announcement. For uploads by people who may only read, see below. */
export const announcementFiles: FileKind<RequestViewer> = {
  kind: announcementFileKind,
  bucket: "announcement-attachments",
  keyOf: ({ ownerId, filename, subjectId }) => `public/${ownerId}/${subjectId ?? "new"}/${filename}`,
  // Readers get here too. They cannot attach what they upload, so the sweep deletes it.
  isOpenTo: () => true,
  isReadable: (viewer, announcementId) =>
    sql<boolean>`EXISTS (SELECT FROM announcements a WHERE a.id = ${announcementId} AND ${isReadable(viewer)})`,
};
