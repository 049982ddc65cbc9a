import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { storableTextSchema } from "../text.ts";
import {
  canvasColors,
  canvasMaxCoordinate,
  canvasMaxSize,
  canvasMaxStack,
  canvasMaxZoom,
  canvasMinZoom,
  canvasTextMaxLength,
  maxMovedAtOnce,
  shapeForms,
} from "./canvas-limits.ts";

/**
 * The shared document of a board, as the browser's Yjs document and the server's checks see it.
 *
 * The document has two roots, both of type `Y.Map`, and no other:
 *
 * - `elements` (`canvasElementsRoot`): a `Y.Map` per element under the element's id, a lowercase UUID made by the
 *   browser. Its entries are the fields of `canvasElementSchema`, each a plain JSON value, except `text`, which is a
 *   `Y.Text` without formatting. A field that may be null may be left out instead. A move sets `at` once, when the
 *   element is dropped: on the way it travels in `document.point`. A deletion removes the element's key.
 * - `authors` (`canvasAuthorsRoot`): the id of the person who added an element, under the element's id. Only the server
 *   writes to it: an update of a browser that touches it is refused with `document_update_invalid`. The server adds the
 *   author of each new element before it stores the update, and sends it to every page, the sender's too; until then
 *   a browser shows its own new element as the viewer's. An author outlasts the element, so that a deletion that is
 *   undone gives the element back to the same person. Elements of a template have no author.
 *
 * Positions are absolute, also of elements within a frame: whoever moves a frame moves its elements in the same
 * transaction. `frame` says where an element belongs, not where it is.
 *
 * Votes, private notes, phases, the timer, the lock and summonses are rows of the server and never part of it.
 */
export const canvasElementsRoot = "elements";
export const canvasAuthorsRoot = "authors";

const coordinate = z.number().min(-canvasMaxCoordinate).max(canvasMaxCoordinate);
const length = z.number().min(1).max(canvasMaxSize);

/** A place on the canvas: x to the right, y down, in pixels at full size. */
export const canvasPointSchema = z.tuple([coordinate, coordinate]);
export type CanvasPoint = z.infer<typeof canvasPointSchema>;
const sizeSchema = z.tuple([length, length]);

const color = z.enum(canvasColors);
export const canvasTextSchema = storableTextSchema.refine(
  (text) => text.length <= canvasTextMaxLength || [...text].length <= canvasTextMaxLength,
  `This can have at most ${canvasTextMaxLength} characters`,
);

/** Either end of an arrow: an element, or a place where there is none. */
const endSchema = z.union([
  z.strictObject({ element: idSchema }),
  z.strictObject({ point: canvasPointSchema }),
]);

/** Fields that every element has. */
const placed = {
  /** Its upper left corner. Of an arrow: where both ends are elements, the place has no meaning. */
  at: canvasPointSchema,
  /** A higher element covers a lower one; equal ones are ordered by id. */
  stack: z.int().min(-canvasMaxStack).max(canvasMaxStack).default(0),
  /** The frame that it belongs to: the group of a note in the list, in votes and in exports. */
  frame: idSchema.nullable().default(null),
  /** Elements with the same value are selected and moved together. */
  group: idSchema.nullable().default(null),
};

/** An element as plain JSON, with its `text` as a string. Unknown fields are refused. */
export const canvasElementSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("note"),
    ...placed,
    size: sizeSchema.default([132, 114]),
    color,
    text: canvasTextSchema.default(""),
  }),
  z.strictObject({
    kind: z.literal("text"),
    ...placed,
    size: sizeSchema,
    color,
    text: canvasTextSchema.default(""),
  }),
  z.strictObject({
    kind: z.literal("shape"),
    ...placed,
    size: sizeSchema,
    form: z.enum(shapeForms),
    color,
    text: canvasTextSchema.default(""),
  }),
  /** Its `text` is its name. */
  z.strictObject({
    kind: z.literal("frame"),
    ...placed,
    size: sizeSchema,
    color,
    text: canvasTextSchema.default(""),
  }),
  /** Its `text` is its label. */
  z.strictObject({
    kind: z.literal("arrow"),
    ...placed,
    from: endSchema,
    to: endSchema,
    color,
    text: canvasTextSchema.default(""),
  }),
  /** Its `text` is its description. Its file is attached to the board: see `attachDocumentFiles`. */
  z.strictObject({
    kind: z.literal("image"),
    ...placed,
    size: sizeSchema,
    fileId: idSchema,
    text: canvasTextSchema.default(""),
  }),
]);
export type CanvasElement = z.infer<typeof canvasElementSchema>;
export type CanvasElementKind = CanvasElement["kind"];

/** An element with its id and author, as versions, templates and lists hold it. */
export const identifiedElementSchema = z.object({
  id: idSchema,
  /** Null: part of a template. */
  authorId: idSchema.nullable(),
  element: canvasElementSchema,
});
export type IdentifiedElement = z.infer<typeof identifiedElementSchema>;

/** A part of the canvas that somebody looks at: its middle, and how large it is drawn. */
export const canvasViewSchema = z.object({
  x: coordinate,
  y: coordinate,
  zoom: z.number().min(canvasMinZoom).max(canvasMaxZoom),
});
export type CanvasView = z.infer<typeof canvasViewSchema>;

/**
 * Where somebody is on a canvas, and what they are just moving. It goes from page to page and is never stored, and holds
 * no text: a note that is written in private shows nothing of itself here.
 */
export const canvasPointerSchema = z.object({
  /** Null: the pointer is elsewhere. */
  at: canvasPointSchema.nullable(),
  /** The part that they look at, for those who follow them. */
  view: canvasViewSchema.nullable(),
  selectedIds: z.array(idSchema).max(maxMovedAtOnce).default([]),
  /** Elements on their way, as they are drawn until the drop is written to the document; with their sizes while resized. */
  moving: z
    .array(z.object({ id: idSchema, at: canvasPointSchema, size: sizeSchema.optional() }))
    .max(maxMovedAtOnce)
    .default([]),
});
export type CanvasPointer = z.infer<typeof canvasPointerSchema>;
