import { z } from "zod";
import {
  canvasPointSchema,
  canvasTextSchema,
  canvasViewSchema,
  identifiedElementSchema,
} from "../documents/canvas.ts";
import { canvasColors } from "../documents/canvas-limits.ts";
import { idSchema, instantSchema } from "../identifiers.ts";
import { personSchema } from "../people/schemas.ts";
import { atMost } from "../text/at-most.ts";
import { storableTextSchema } from "../text/storable-text.ts";
import { visible } from "../text/visible-text.ts";
import {
  boardPhases,
  boardRoles,
  boardTemplateNames,
  boardTitleMaxLength,
  boardVersionReasons,
  maxBoardGrants,
  maxOrderedFrames,
  maxVotesPerPerson,
  phaseNameMaxLength,
} from "./limits.ts";

export const boardTitleSchema = storableTextSchema
  .trim()
  .refine(...visible("Give the board a name"))
  .refine(...atMost("A name", boardTitleMaxLength));

export const boardPhaseSchema = z.enum(boardPhases);
export const boardRoleSchema = z.enum(boardRoles);

/** A recipient of a board: everyone in the company, a department or a person. */
export const grantTargetSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("everyone") }),
  z.object({ kind: z.literal("department"), id: idSchema }),
  z.object({ kind: z.literal("person"), id: idSchema }),
]);
export type GrantTarget = z.infer<typeof grantTargetSchema>;

/** The role a board is shared with. A person's strongest role counts. The owner is always a facilitator. */
export const newGrantSchema = z.object({ to: grantTargetSchema, role: boardRoleSchema });
export type NewGrant = z.infer<typeof newGrantSchema>;

/** A grant as readers see it. */
export const boardGrantSchema = newGrantSchema.extend({
  /** The name of the department or person, or "Everyone". */
  name: z.string(),
  person: personSchema.nullable(),
});
export type BoardGrant = z.infer<typeof boardGrantSchema>;

/** The board a browser sends. The browser generates the ID, so that sending it again does not create a second board. */
export const newBoardSchema = z.object({
  id: idSchema,
  title: boardTitleSchema,
  template: z.enum(boardTemplateNames).default("blank"),
  departmentId: idSchema.nullable().default(null),
  grants: z.array(newGrantSchema).max(maxBoardGrants).default([]),
});
export type NewBoard = z.input<typeof newBoardSchema>;

/** A change: only the fields that are named. */
export const boardChangeSchema = z.object({
  title: boardTitleSchema.optional(),
  departmentId: idSchema.nullable().optional(),
  /** The title that was edited: a new one is refused if somebody has given the board another one since. */
  seenTitle: z.string().max(1000).optional(),
});
export type BoardChange = z.input<typeof boardChangeSchema>;

/**
 * Time for a phase, by the server's clock. A browser takes the difference of its own clock from `now` in the answer of
 * `getBoard`, and counts down to `endsAt`.
 */
export const boardTimerSchema = z.object({
  /** When it runs out, or has; null while it is paused. */
  endsAt: instantSchema.nullable(),
  /** The remaining time when it was paused, in milliseconds. Null while it runs. */
  leftMs: z.int().nullable(),
});
export type BoardTimer = z.infer<typeof boardTimerSchema>;

/** Everybody who has the board open is asked to look at a place of it. */
export const boardSummonsSchema = z.object({
  id: idSchema,
  by: personSchema,
  at: instantSchema,
  view: canvasViewSchema,
});
export type BoardSummons = z.infer<typeof boardSummonsSchema>;

const phaseNameSchema = storableTextSchema
  .trim()
  .refine(...visible("Give the step a name"))
  .refine(...atMost("A name", phaseNameMaxLength));

/** Names of phases on one board. The others have the names that they come with. */
export const phaseNamesSchema = z.partialRecord(boardPhaseSchema, z.string());
export type PhaseNames = z.infer<typeof phaseNamesSchema>;
/** Only the names that change; null: the name that it comes with. */
export const phaseNamesChangeSchema = z.partialRecord(boardPhaseSchema, phaseNameSchema.nullable());
export type PhaseNamesChange = z.infer<typeof phaseNamesChangeSchema>;
export const frameOrderSchema = z.array(idSchema).max(maxOrderedFrames);

/** Where a workshop is. All of it is a row of the server, never a part of the shared document. */
export const boardSessionSchema = z.object({
  /**
   * Null: no workshop runs, and every writer writes. In `collect` only facilitators write to the canvas, and everybody
   * writes private notes; leaving it copies every private note to the canvas. Private notes of later phases are revealed
   * by their authors. Votes are cast in `vote` alone; totals are shown in every other phase.
   */
  phase: boardPhaseSchema.nullable(),
  /** Only facilitators write to the canvas. */
  isLocked: z.boolean(),
  votesPerPerson: z.int(),
  /** One more with each new vote: votes of earlier ones count no more. */
  round: z.int(),
  timer: boardTimerSchema.nullable(),
  /** The newest one. A browser follows one that it has not seen, made within the last minute. */
  summons: boardSummonsSchema.nullable(),
  phaseNames: phaseNamesSchema,
  /** The frames that are presented first, in this order; the others follow in reading order. Some may be deleted. */
  frameOrder: z.array(idSchema),
});
export type BoardSession = z.infer<typeof boardSessionSchema>;

/** An element as the small picture of a board draws it. */
export const previewElementSchema = z.object({
  kind: z.string(),
  at: canvasPointSchema,
  size: z.tuple([z.number(), z.number()]),
  color: z.enum(canvasColors).nullable(),
  /** The other end of an arrow, if that is a point. */
  to: canvasPointSchema.nullable(),
});
export type PreviewElement = z.infer<typeof previewElementSchema>;

/** A board as every reader sees it, and every event brings it. */
export const boardSchema = z.object({
  id: idSchema,
  title: z.string(),
  template: z.enum(boardTemplateNames),
  /** Leads the workshop, and shares the board. */
  owner: personSchema,
  department: z.object({ id: idSchema, name: z.string(), slug: z.string() }).nullable(),
  /**
   * The people and departments it is shared with, apart from the owner. `roleOnBoard` derives the viewer's permissions
   * from it.
   */
  grants: z.array(boardGrantSchema),
  session: boardSessionSchema,
  isArchived: z.boolean(),
  noteCount: z.int(),
  /** The number of votes in the current round. Null while people vote. */
  voteCount: z.int().nullable(),
  taskCount: z.int(),
  ideaCount: z.int(),
  /** Some of the authors of its elements, and how many there are. */
  people: z.array(personSchema),
  peopleCount: z.int(),
  preview: z.array(previewElementSchema),
  /** Grows with every change: of two states the one with the higher version is the newer. */
  version: z.int(),
  createdAt: instantSchema,
  /** When the board or its canvas last changed. */
  changedAt: instantSchema,
});
export type Board = z.infer<typeof boardSchema>;

/** A board as a list of one person shows it. */
export const listedBoardSchema = boardSchema.extend({ isStarred: z.boolean() });
export type ListedBoard = z.infer<typeof listedBoardSchema>;

/** How many notes people keep to themselves: the number is shown to everybody, the notes to nobody else. */
export const boardWritersSchema = z.array(z.object({ person: personSchema, noteCount: z.int() }));
export type BoardWriters = z.infer<typeof boardWritersSchema>;

/** A note that only its author reads, until it is revealed as a note of the canvas with the same id. */
export const privateNoteSchema = z.object({
  id: idSchema,
  text: z.string(),
  color: z.enum(canvasColors),
  /** Where it is put when it is revealed. */
  at: canvasPointSchema,
  frame: idSchema.nullable(),
  /** Grows with every change of the note. */
  version: z.int(),
  createdAt: instantSchema,
});
export type PrivateNote = z.infer<typeof privateNoteSchema>;

export const privateNoteContentSchema = z.object({
  // The browser takes out what cannot be stored; other programs are told.
  text: z
    .string()
    .refine((text) => !text.includes("\0"), "A note cannot contain NUL")
    .pipe(canvasTextSchema)
    .refine((text) => text.trim() !== "", "Write something first"),
  color: z.enum(canvasColors).default("sun"),
  at: canvasPointSchema,
  frame: idSchema.nullable().default(null),
});
export type PrivateNoteContent = z.input<typeof privateNoteContentSchema>;

/** A note that is written for the first time, possibly again after an answer was lost, says so. */
export const privateNoteInputSchema = privateNoteContentSchema.extend({ isNew: z.boolean().default(false) });

/** A vote. A person may give several of theirs to the same note. */
export const boardVoteSchema = z.object({ id: idSchema, noteId: idSchema });
export type BoardVote = z.infer<typeof boardVoteSchema>;

/** The votes of a round. */
export const boardVotesSchema = z.object({
  round: z.int(),
  /** The viewer's own. */
  own: z.array(boardVoteSchema),
  /** By notes, the most votes first; null while people vote, for everybody. */
  totals: z.array(z.object({ noteId: idSchema, count: z.int() })).nullable(),
});
export type BoardVotes = z.infer<typeof boardVotesSchema>;

/** A task or an idea that a note became. */
export const noteLinkSchema = z.object({
  kind: z.enum(["task", "idea"]),
  id: idSchema,
  title: z.string(),
  /** The status of the task or idea, as its own slice names it. */
  status: z.string(),
  link: z.string(),
});
export type NoteLink = z.infer<typeof noteLinkSchema>;

/** An emoji under a note, with the people who reacted, in order, at most `maxListedNoteReactors`; `count` counts all. */
const noteReactionSchema = z.object({
  emoji: z.string(),
  count: z.int(),
  userIds: z.array(idSchema),
});

/** The reactions to a note, each emoji in the order in which it was first used. They are not votes. */
export const noteReactionsSchema = z.object({
  noteId: idSchema,
  /** Grows with each change: of two states the one with the higher number is the newer. */
  version: z.int(),
  reactions: z.array(noteReactionSchema),
});
export type NoteReactions = z.infer<typeof noteReactionsSchema>;

/** Data about an element that is not in the shared document. Elements without any are left out. */
export const boardNoteSchema = z.object({
  id: idSchema,
  commentCount: z.int(),
  /** Those that the viewer may read. */
  links: z.array(noteLinkSchema),
  reactions: noteReactionsSchema.shape.reactions,
  /** The version of its reactions. */
  reactionsVersion: noteReactionsSchema.shape.version,
});
export type BoardNote = z.infer<typeof boardNoteSchema>;

/** A board that is opened, as the viewer sees it. */
export const openBoardSchema = listedBoardSchema.extend({
  role: boardRoleSchema,
  writers: boardWritersSchema,
  /** Whether a facilitator has an active account. Without one, a writer can take the lead. */
  hasLeader: z.boolean(),
  /** Facilitators have active accounts, but none has been on the board for five minutes: a writer can take the lead. */
  isLeaderAway: z.boolean(),
  /** When the lead is free if no facilitator comes before, while a workshop runs or the board is locked; otherwise null. */
  leadFreeAt: instantSchema.nullable(),
});
export type OpenBoard = z.infer<typeof openBoardSchema>;

/** A kept state of the canvas. */
export const boardVersionSchema = z.object({
  id: idSchema,
  reason: z.enum(boardVersionReasons),
  /** The phase that ended then. */
  phase: boardPhaseSchema.nullable(),
  noteCount: z.int(),
  createdAt: instantSchema,
});
export type BoardVersion = z.infer<typeof boardVersionSchema>;
export const openBoardVersionSchema = boardVersionSchema.extend({
  elements: z.array(identifiedElementSchema),
});

/** Notes that share words. Only proposed: nothing is moved. */
export const noteClusterSchema = z.object({
  /** The words the notes share, the most significant first. */
  words: z.array(z.string()),
  noteIds: z.array(idSchema),
});
export type NoteCluster = z.infer<typeof noteClusterSchema>;

export const votesPerPersonSchema = z.int().min(1).max(maxVotesPerPerson);
