import { z } from "zod";
import { defineCommand } from "../command.ts";
import { idSchema, sequenceSchema } from "../identifiers.ts";
import { maxOpenDocuments } from "./limits.ts";
import {
  coEditorSchema,
  cursorSchema,
  openDocumentSchema,
  savedUpdateSchema,
  socketUpdateSchema,
} from "./schemas.ts";

/** Sent to the pages that have the draft open, and only to people who may read it at that moment. */
export const documentEvents = {
  /** Without `update`, where it is large: the page asks for what it does not have. */
  "document.updated": z.object({
    epoch: idSchema,
    sequence: sequenceSchema,
    update: z.string().nullable(),
  }),
  /** Cursors moved. */
  "document.pointed": z.object({ epoch: idSchema, editors: z.array(coEditorSchema) }),
  /** Nobody writes to this draft any more (`ended`), or the viewer may not see it any more (`revoked`). */
  "document.closed": z.object({ epoch: idSchema, reason: z.enum(["ended", "revoked"]) }),
};

export const documentCommands = {
  /** The drafts that the page has open, instead of those before. Answers those that the viewer may read now. */
  "documents.watch": defineCommand({
    payload: z.object({ documents: z.array(openDocumentSchema).max(maxOpenDocuments) }),
    answer: z.object({ documents: z.array(openDocumentSchema.extend({ sequence: sequenceSchema })) }),
    rateLimit: { max: 40, windowSeconds: 10 },
  }),
  /** Writes to a draft. Answered once the update is stored. */
  "document.update": defineCommand({
    payload: socketUpdateSchema,
    answer: savedUpdateSchema,
    rateLimit: { max: 300, windowSeconds: 10 },
    writes: () => true,
  }),
  /** Shows the others where the viewer's cursor is. */
  "document.point": defineCommand({
    payload: z.object({
      epoch: idSchema,
      clientId: coEditorSchema.shape.clientId,
      cursor: cursorSchema.nullable(),
      pointer: coEditorSchema.shape.pointer,
      isHere: coEditorSchema.shape.isHere,
    }),
    answer: z.object({}),
    rateLimit: { max: 200, windowSeconds: 10 },
  }),
};
