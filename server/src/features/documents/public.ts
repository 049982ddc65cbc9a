import type { Subject } from "@atoll/contract/comments/schemas";
import { AppError } from "../../platform/app-error.ts";
import type { DocumentRights } from "../../platform/kinds/document-kinds.ts";
import type { Colleague, SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { type DocumentRow, findDocument } from "./queries.ts";
import { roomsOf } from "./rooms/rooms.ts";

export { addToCanvas } from "./add-to-canvas.ts";
export {
  checkMarkdown,
  leaveOutNames,
  normalizeHtmlPage,
  normalizeMarkdown,
  writeHtml,
  writeWord,
} from "./check-markdown.ts";
export {
  announceDocumentRights,
  dropDocument,
  openCanvas,
  openDocument,
  openSeeded,
  seed,
} from "./open-document.ts";
// For slices with drafts that several people write together.
export { releaseWriters } from "./queries.ts";
export { readDocument } from "./read-document.ts";
export { findExcess } from "./text/find-excess.ts";
export type { ForeignText } from "./text/foreign/normalize-foreign.ts";
export type { Loss } from "./text/foreign/prepare-lines.ts";
export type { FileTarget } from "./text/foreign/rewrite-inlines.ts";
export type { WordImage, WordPage } from "./text/word-inlines.ts";
export { hasUnplaced } from "./unplaced-texts.ts";

/** Returns the people of this node who have drafts of a kind open on a connected page, once for each page. */
export const peopleWithOpen = (
  slice: SliceContext,
  kind: string,
): readonly { subjectId: string; userId: string }[] => roomsOf(slice).peopleWith(kind);

/** A draft that the viewer may read. */
export interface OpenDraft {
  row: DocumentRow;
  rights: Readonly<DocumentRights>;
}

/**
 * The draft of a thing, for somebody who may read it.
 * @throws {AppError} `subject_not_found` when the thing is missing, or not theirs to see; `document_not_found` when it
 * has no draft.
 */
export async function accessDocument(
  db: Database,
  { documentKinds }: Pick<SliceContext, "documentKinds">,
  viewer: Colleague,
  subject: Subject,
): Promise<OpenDraft> {
  const rights = await accessSubject(db, { documentKinds }, viewer, subject);
  const row = await findDocument(db, subject);
  if (!row) throw new AppError("document_not_found");
  return { row, rights };
}

/**
 * Returns what a viewer may do with the draft of a thing, whether it is open or not.
 * @throws {AppError} `subject_not_found` when the thing is missing, or its draft is not theirs to see.
 */
async function accessSubject(
  db: Database,
  { documentKinds }: Pick<SliceContext, "documentKinds">,
  viewer: Colleague,
  subject: Subject,
): Promise<Readonly<DocumentRights>> {
  const rights = (await documentKinds.find(subject.kind)?.judge(db, subject.id, [viewer]))?.get(viewer.id);
  if (!rights) throw new AppError("subject_not_found");
  return rights;
}
