import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import {
  boardSchema,
  boardVotesSchema,
  boardWritersSchema,
  noteReactionsSchema,
  privateNoteSchema,
} from "./schemas.ts";

const ofBoard = { boardId: idSchema };

/** Events of boards. What happens on the canvas is `document.updated`. */
export const brainstormEvents = {
  /** A board is new, or something about it or its workshop has changed: as it is now. To everyone who may read it. */
  "board.changed": z.object({ board: boardSchema }),
  /** The viewer may not read it any more. */
  "board.gone": z.object(ofBoard),
  /** The viewer's star, on whichever device. */
  "board.starred": z.object({ ...ofBoard, isStarred: z.boolean() }),
  /** How many private notes people have. To everyone who may read the board. */
  "board-writers.changed": z.object({ ...ofBoard, writers: boardWritersSchema }),
  /** A private note of the viewer's own is new or has changed. To its author alone. */
  "board-note.saved": z.object({ ...ofBoard, note: privateNoteSchema }),
  /** It was deleted or revealed. To its author alone. */
  "board-note.removed": z.object({ ...ofBoard, noteId: idSchema }),
  /** Comments on an element of the canvas. To everyone who may read the board. */
  "board-note.commented": z.object({ ...ofBoard, noteId: idSchema, commentCount: z.int() }),
  /** The reactions to a note, after one was added or removed. To everyone who may read the board. */
  "board-note.reacted": noteReactionsSchema.extend(ofBoard),
  /** The viewer's votes, after one was cast or taken back. To the voter alone. */
  "board-votes.cast": z.object({ ...ofBoard, round: z.int(), own: boardVotesSchema.shape.own }),
  /** Voting was opened (no totals) or closed. To everyone who may read the board. */
  "board-votes.counted": z.object({ ...ofBoard, round: z.int(), totals: boardVotesSchema.shape.totals }),
};
