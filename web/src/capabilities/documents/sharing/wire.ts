import type { Subject } from "@atoll/contract/comments/schemas";
import { documentRoutes } from "@atoll/contract/documents/routes";
import type { Reference } from "@atoll/contract/documents/schemas";
import { call } from "../../../lib/server/api-client.ts";

/** Everything of drafts that is asked of the server over HTTP is named here. */

const on = ({ kind, id }: Subject) => ({ kind, subjectId: id });

export const getDocument = (subject: Subject) => call(documentRoutes.getDocument, { params: on(subject) });

export const listUpdates = (subject: Subject, epoch: string, since: number) =>
  call(documentRoutes.listDocumentUpdates, {
    params: on(subject),
    query: { epoch, since },
  });

export const saveLargeUpdate = (
  subject: Subject,
  body: { epoch: string; schemaVersion: number; update: string },
) => call(documentRoutes.saveDocumentUpdate, { params: on(subject), body }, { timeoutMs: 60_000 });

export const findNames = (references: Reference[]) =>
  call(documentRoutes.findReferenceNames, { body: { references } });

export const attachFile = (subject: Subject, attachmentId: string) =>
  call(documentRoutes.attachDocumentFiles, { params: on(subject), body: { attachmentIds: [attachmentId] } });

export const listUnplacedTexts = (subject: Subject) =>
  call(documentRoutes.listUnplacedTexts, { params: on(subject) });

export const discardUnplacedText = (subject: Subject, textId: string) =>
  call(documentRoutes.discardUnplacedText, { params: { ...on(subject), textId } });
