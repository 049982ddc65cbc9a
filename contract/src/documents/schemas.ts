import { z } from "zod";
import { subjectSchema } from "../comments/schemas.ts";
import { idSchema, instantSchema, sequenceSchema } from "../identifiers.ts";
import { canvasPointerSchema } from "./canvas.ts";
import { cursorMaxLength, documentUpdateMaxBytes, referenceKinds, socketUpdateMaxBytes } from "./limits.ts";

/** Bytes in base64, at most so many. */
const bytesSchema = (max: number) => z.base64().max(Math.ceil(max / 3) * 4);

/** One life of a draft: from its seeding until it is published or discarded. A page of another epoch never syncs. */
export const openDocumentSchema = z.object({ subject: subjectSchema, epoch: idSchema });
export type OpenDocument = z.infer<typeof openDocumentSchema>;

/** The fields of every update. */
const updateHead = {
  ...openDocumentSchema.shape,
  /** `documentSchemaVersion` of the page that sends it. */
  schemaVersion: z.int().min(1).max(1000),
};

/** A small update, over the socket. */
export const socketUpdateSchema = z.object({ ...updateHead, update: bytesSchema(socketUpdateMaxBytes) });
/** An update of any permitted size, over HTTP. */
export const largeUpdateSchema = z.object({
  epoch: idSchema,
  schemaVersion: updateHead.schemaVersion,
  update: bytesSchema(documentUpdateMaxBytes),
});

/** The update is stored, and survives whatever happens to the server. */
export const savedUpdateSchema = z.object({ sequence: sequenceSchema, savedAt: instantSchema });
export type SavedUpdate = z.infer<typeof savedUpdateSchema>;

/** Where a co-editor's cursor is, as relative positions of the shared text in JSON. Null: they look elsewhere. */
export const cursorSchema = z.object({
  anchor: z.string().max(cursorMaxLength),
  head: z.string().max(cursorMaxLength),
});
export type DocumentCursor = z.infer<typeof cursorSchema>;

/** A co-editor. The server writes who it is; the page says only where the cursor is. */
export const coEditorSchema = z.object({
  /** One page of theirs: the same person may have several open. */
  clientId: z
    .int()
    .min(0)
    .max(2 ** 53 - 1),
  userId: idSchema,
  name: z.string(),
  /** The department whose colour their cursor has. */
  departmentSlug: z.string().nullable(),
  cursor: cursorSchema.nullable(),
  /** On a canvas, instead of a cursor in a text. */
  pointer: canvasPointerSchema.nullable().default(null),
  /** False: the page was closed. */
  isHere: z.boolean(),
});
export type CoEditor = z.infer<typeof coEditorSchema>;

/**
 * The pages in which the viewer typed, on all devices, by the numbers that Yjs gives them: what others delete of them
 * without having seen it is given back to the viewer.
 */
const ownClientsSchema = z.array(z.number());

/** A draft as the editor opens it. */
export const documentStateSchema = z.object({
  subject: subjectSchema,
  epoch: idSchema,
  /** The newest schema that wrote to it: older pages only read. */
  schemaVersion: z.int(),
  /** The number of the last update in `state`. */
  sequence: sequenceSchema,
  /** The whole document as one update, in base64. */
  state: z.string(),
  ownClients: ownClientsSchema,
  mayEdit: z.boolean(),
  /** When it was last changed. */
  savedAt: instantSchema,
});
export type DocumentState = z.infer<typeof documentStateSchema>;

/** Updates since a number, or the whole document where they have been merged since. */
export const documentUpdatesSchema = z.object({
  /** The sequence number of the last of `updates`. */
  sequence: sequenceSchema,
  /** Whether there are more. */
  hasMore: z.boolean(),
  ownClients: ownClientsSchema,
  updates: z.array(z.string()),
});

/** A thing that a text points to by its id. What it is called is looked up for each reader. */
export const referenceSchema = z.object({ kind: z.enum(referenceKinds), id: idSchema });
export type Reference = z.infer<typeof referenceSchema>;

/** Words of the viewer that someone deleted from a draft without having seen them. */
export const unplacedTextSchema = z.object({ id: idSchema, text: z.string(), at: instantSchema });
export type UnplacedText = z.infer<typeof unplacedTextSchema>;
