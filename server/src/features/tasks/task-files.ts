import { sql } from "kysely";
import type { FileKind } from "../../platform/kinds/file-kinds.ts";
import type { RequestViewer } from "../../slice.ts";
import { isReadable } from "./readable.ts";

export const taskFileKind = "task";

/** The files of tasks, readable with the task. Specification, section 7 (bucket task-attachments). */
export const taskFiles: FileKind<RequestViewer> = {
  kind: taskFileKind,
  bucket: "task-attachments",
  keyOf: ({ ownerId, filename, subjectId }) => `public/${ownerId}/${subjectId ?? "new"}/${filename}`,
  // Anyone may upload: a file is only readable to others once it is attached, and that requires access to the task.
  isOpenTo: () => true,
  isReadable: (viewer, taskId) =>
    sql<boolean>`EXISTS (SELECT FROM tasks t WHERE t.id = ${taskId} AND ${isReadable(viewer)})`,
};
