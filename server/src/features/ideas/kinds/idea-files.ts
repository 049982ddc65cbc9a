import type { FileKind } from "../../../platform/kinds/file-kinds.ts";
import type { RequestViewer } from "../../../slice.ts";
import { ideaKind } from "../idea-kind.ts";
import { isIdeaReadable } from "../readable.ts";

/** The files of ideas, for everyone who may read the idea. */
export const ideaFiles: FileKind<RequestViewer> = {
  kind: ideaKind,
  bucket: "idea-attachments",
  keyOf: ({ ownerId, filename, subjectId }) => `public/${ownerId}/${subjectId ?? "new"}/${filename}`,
  isOpenTo: () => true,
  isReadable: isIdeaReadable,
};
