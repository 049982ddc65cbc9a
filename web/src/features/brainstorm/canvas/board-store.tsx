import type { BoardNote, BoardVotes, OpenBoard, PrivateNote } from "@atoll/contract/brainstorm/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { createContext, use } from "react";
import type { SharedDocument } from "../../../capabilities/documents/sharing/document-status.ts";
import type { BoardActions } from "./actions.ts";
import type { BoardCanvas, CanvasSnapshot } from "./board-canvas.ts";
import type { PastedText } from "./notes/paste-notes.ts";

/** An opened board: what canvas, list and chrome show, and what they can do. */
export interface BoardStore {
  board: OpenBoard;
  clockOffsetMs: number;
  document: SharedDocument;
  canvas: BoardCanvas;
  snapshot: CanvasSnapshot;
  votes: BoardVotes | undefined;
  /** Comments, reactions, tasks and ideas by elements. */
  notes: ReadonlyMap<string, BoardNote>;
  privateNotes: readonly PrivateNote[];
  actions: BoardActions;
  /** People who are known, by id. */
  people: ReadonlyMap<string, Person>;
  viewerId: string;
  /** Writes to the canvas at the moment. */
  mayWrite: boolean;
  /** Votes, writes private notes and makes tasks of notes. */
  mayTakePart: boolean;
  mayLead: boolean;
  /** Elements that are selected. */
  selectedIds: ReadonlySet<string>;
  select(ids: Selection): void;
  /** The element whose text is being edited. */
  editingId: string | null;
  edit(id: string | null): void;
  openDialog(dialog: BoardDialog | null): void;
}

/** The elements to select, or a function from those that are selected now. */
export type Selection = Iterable<string> | ((current: ReadonlySet<string>) => Iterable<string>);

/** The data that a note shows in addition to its element. It stays the same while elements move, so that a move draws no other note. */
export type NoteStore = Pick<
  BoardStore,
  | "people"
  | "notes"
  | "votes"
  | "editingId"
  | "edit"
  | "canvas"
  | "actions"
  | "openDialog"
  | "viewerId"
  | "mayTakePart"
>;

const NoteStoreContext = createContext<NoteStore | null>(null);
export const NoteStoreProvider = NoteStoreContext;

export function useNoteStore(): NoteStore {
  const store = use(NoteStoreContext);
  if (!store) throw new Error("useNoteStore is for notes of an opened board");
  return store;
}

/** The dialog that is open over the board. */
export type BoardDialog =
  | { kind: "share" | "versions" | "outcome" | "clusters" | "rename" | "copy" | "archive" | "leave" }
  | { kind: "phases" | "frames" | "timer" }
  | { kind: "present" }
  | { kind: "print"; isByFrame: boolean }
  | { kind: "comments" | "task" | "idea"; noteId: string }
  | { kind: "paste"; pasted: PastedText };

const BoardStoreContext = createContext<BoardStore | null>(null);
export const BoardStoreProvider = BoardStoreContext;

export function useBoardStore(): BoardStore {
  const store = use(BoardStoreContext);
  if (!store) throw new Error("useBoardStore is for parts of an opened board");
  return store;
}
