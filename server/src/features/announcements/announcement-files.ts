import { sql } from "kysely";
import type { FileKind } from "../../platform/file-kinds.ts";
import type { RequestViewer } from "../../slice.ts";
import { isReadable } from "./readable.ts";

export const announcementFileKind = "announcement";

/** The files of announcements: read by whoever may read the announcement. Who may only read uploads none, see below. */
export const announcementFiles: FileKind<RequestViewer> = {
  kind: announcementFileKind,
  bucket: "announcement-attachments",
  keyOf: ({ ownerId, filename, subjectId }) => `public/${ownerId}/${subjectId ?? "new"}/${filename}`,
  // Asked of whoever reads, too. What a reader uploads nobody ever attaches, and it is swept up.
  isOpenTo: () => true,
  isReadable: (viewer, announcementId) =>
    sql<boolean>`EXISTS (SELECT FROM announcements a WHERE a.id = ${announcementId} AND ${isReadable(viewer)})`,
};
