import { sql } from "kysely";
import type { FileKind } from "../../platform/kinds/file-kinds.ts";
import type { RequestViewer } from "../../slice.ts";
import { isReadable } from "./ground/readable.ts";

/** The files of published articles: read by everybody who may read the article. */
export const articleFiles: FileKind<RequestViewer> = {
  kind: "article",
  bucket: "article-attachments",
  keyOf: ({ ownerId, filename, subjectId }) => `public/${ownerId}/${subjectId ?? "new"}/${filename}`,
  // Readers are asked, too. A file that a reader uploads is attached to nothing, and swept up.
  isOpenTo: () => true,
  isReadable: (viewer, articleId) =>
    sql<boolean>`EXISTS (SELECT FROM articles a WHERE a.id = ${articleId} AND ${isReadable(viewer)})`,
};
