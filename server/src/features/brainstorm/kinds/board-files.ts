import type { FileKind } from "../../../platform/kinds/file-kinds.ts";
import type { RequestViewer } from "../../../slice.ts";
import { boardKind } from "../board-kind.ts";
import { isBoardReadable } from "../readable.ts";

/** The images on boards, for everyone who may read the board. */
export const boardFiles: FileKind<RequestViewer> = {
  kind: boardKind,
  bucket: "board-attachments",
  keyOf: ({ ownerId, filename, subjectId }) => `public/${ownerId}/${subjectId ?? "new"}/${filename}`,
  isOpenTo: () => true,
  isReadable: isBoardReadable,
};
