import { sql } from "kysely";
import type { FileKind } from "../../platform/file-kinds.ts";
import type { RequestViewer } from "../../slice.ts";
import { isReadable } from "./readable.ts";

export const taskFileKind = "task";

/** The files of tasks: read by whoever may read the task. Specification, section 7 (bucket task-attachments). */
export const taskFiles: FileKind<RequestViewer> = {
  kind: taskFileKind,
  bucket: "task-attachments",
  keyOf: ({ ownerId, filename, subjectId }) => `public/${ownerId}/${subjectId ?? "new"}/${filename}`,
  // Who sees no task has none to attach to.
  isOpenTo: () => true,
  isReadable: (viewer, taskId) =>
    sql<boolean>`EXISTS (SELECT FROM tasks t WHERE t.id = ${taskId} AND ${isReadable(viewer)})`,
};
