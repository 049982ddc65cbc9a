import { AppError } from "../../platform/app-error.ts";
import type { FileKind, FileKinds } from "../../platform/kinds/file-kinds.ts";

/**
 * The kind that a file is uploaded for.
 * @throws {AppError} `forbidden` when the viewer may not upload for it, or there is none.
 */
export function openKind<Viewer>(kinds: FileKinds<Viewer>, viewer: Viewer, kind: string): FileKind<Viewer> {
  const found = kinds.find(kind);
  if (!found?.isOpenTo(viewer)) throw new AppError("forbidden", { detail: `no files of ${kind}` });
  return found;
}

/**
 * Throws if no kind of file is open to the viewer.
 * @throws {AppError} `forbidden`.
 */
export function assertMayUseFiles<Viewer>(kinds: FileKinds<Viewer>, viewer: Viewer): void {
  if (kinds.openTo(viewer).length === 0) throw new AppError("forbidden", { detail: "no kind of files" });
}
