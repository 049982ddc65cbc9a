import type { OpenBoard } from "@atoll/contract/brainstorm/schemas";
import type { CanvasElement, CanvasPoint } from "@atoll/contract/documents/canvas";
import type { CanvasColor } from "@atoll/contract/documents/canvas-limits";
import type { Attachment } from "@atoll/contract/files/schemas";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import { castVote, deletePrivateNote, revealNotes, withdrawVote } from "../data/api.ts";
import type { BoardCache } from "../data/use-board.ts";
import type { BoardCanvas, CanvasItem, ElementChange } from "./board-canvas.ts";
import { boxOf, frameAt, freePlace, freePlaces, noteSize, takenInBy } from "./geometry.ts";
import { growFrames } from "./grow-frames.ts";

/** Actions on the elements of a board, shared by the canvas and the list. */
export interface BoardActions {
  /** Adds a note; with no place, at the first free one of its group. */
  addNote(note: { text: string; frameId: string | null; at?: CanvasPoint; color?: CanvasColor }): string;
  /** Adds several notes side by side, as one step of undo. */
  addNotes(notes: { texts: readonly string[]; frameId: string | null; near?: CanvasPoint }): void;
  addElement(element: CanvasElement): string;
  /** Adds an uploaded image, at most so many pixels wide and high. */
  addImage(file: Attachment, largestEdge: number): string;
  /** Moves elements, with those that frames among them hold, in one write. */
  move(places: Places): void;
  /** Moves a note to the first free place of a group. */
  moveToGroup(noteId: string, frameId: string | null): void;
  change(ids: Iterable<string>, change: ElementChange): void;
  remove(ids: Iterable<string>): void;
  /** Casts a vote. Returns whether it counts; a refused one shows a toast. */
  vote(noteId: string): Promise<boolean>;
  /** Takes back one of the viewer's votes. */
  unvote(noteId: string): void;
  deletePrivateNote(id: string): void;
  reveal(): void;
}

export interface ActionsOptions {
  board: () => OpenBoard;
  canvas: BoardCanvas;
  cache: BoardCache;
  votes: () => readonly { id: string; noteId: string }[];
  /** The middle of what the viewer looks at. */
  middle: () => CanvasPoint;
}

export function createBoardActions({ board, canvas, cache, votes, middle }: ActionsOptions): BoardActions {
  const items = () => canvas.getSnapshot().items;
  const report = (fallback: string) => (error: unknown) => notify.error(errorMessage(error, fallback));
  /** Adds elements, and makes frames as large as they need. */
  const put = (added: readonly { id: string; element: CanvasElement }[]): void => {
    const after = new Map(items());
    for (const one of added) after.set(one.id, { ...one, authorId: null });
    const changes = growFrames(
      after,
      added.map(({ id }) => id),
    );
    canvas.add(
      added.map(({ id, element }) => ({ id, element: { ...element, ...changes.get(id) } as CanvasElement })),
      new Map([...changes].filter(([id]) => items().has(id))),
    );
  };
  const addElement = (element: CanvasElement): string => {
    const id = uuidv7();
    if (element.kind === "frame") {
      const taken = takenInBy(boxOf({ id, element, authorId: null }, items()), items().values());
      canvas.add([{ id, element }], new Map(taken.map((one) => [one, { frame: id }])));
    } else put([{ id, element }]);
    return id;
  };
  /** Changes elements, and makes frames as large as those that were put into them need. */
  const change = (changes: ReadonlyMap<string, ElementChange>, putIds: readonly string[]): void => {
    const after = new Map(items());
    for (const [id, one] of changes) {
      const item = after.get(id);
      if (item) after.set(id, { ...item, element: { ...item.element, ...one } as CanvasElement });
    }
    const all = new Map(changes);
    for (const [id, more] of growFrames(after, putIds)) all.set(id, { ...all.get(id), ...more });
    canvas.change(all);
  };
  /** Whether a move puts an element into a frame that it was not in. */
  const isNewIn = (id: string, to: ElementChange | undefined): boolean =>
    typeof to?.frame === "string" && items().get(id)?.element.frame !== to.frame;
  return {
    addNote({ text, frameId, at, color }) {
      const frame = frameId === null ? undefined : items().get(frameId);
      const note = noteIn(frame, text, at ?? freePlace(items(), frame, middle()));
      return addElement(color ? { ...note, color } : note);
    },
    addNotes({ texts, frameId, near }) {
      const frame = frameId === null ? undefined : items().get(frameId);
      const places = freePlaces(items(), frame, near ?? middle(), texts.length);
      put(
        texts.map((text, index) => ({
          id: uuidv7(),
          element: noteIn(frame, text, places[index] ?? middle()),
        })),
      );
    },
    addElement,
    addImage({ id: fileId, originalName, width, height }, largestEdge) {
      const [wide, high] = [width ?? largestEdge, height ?? largestEdge];
      const scale = Math.min(1, largestEdge / Math.max(wide, high));
      return addElement({
        kind: "image",
        at: freePlace(items(), undefined, middle()),
        size: [Math.max(1, Math.round(wide * scale)), Math.max(1, Math.round(high * scale))],
        fileId,
        text: originalName.replace(/\.[^.]+$/, ""),
        stack: 0,
        frame: null,
        group: null,
      });
    },
    move(places) {
      const moved = withPlaces(items(), places);
      const changes = new Map<string, ElementChange>();
      for (const id of places.keys()) {
        const frame = moved.get(id);
        if (frame?.element.kind !== "frame") continue;
        for (const one of takenInBy(boxOf(frame, moved), moved.values())) changes.set(one, { frame: id });
      }
      for (const [id, place] of places) {
        const item = moved.get(id);
        if (item) changes.set(id, { ...changes.get(id), ...place, ...frameChange(item, moved) });
      }
      change(
        changes,
        [...places.keys()].filter((id) => isNewIn(id, changes.get(id))),
      );
    },
    moveToGroup(noteId, frameId) {
      const others = new Map(items());
      others.delete(noteId);
      const frame = frameId === null ? undefined : others.get(frameId);
      change(new Map([[noteId, { at: freePlace(others, frame, middle()), frame: frameId }]]), [noteId]);
    },
    change: (ids, change) => canvas.change(new Map([...ids].map((id) => [id, change]))),
    remove: (ids) => canvas.remove([...ids]),
    async vote(noteId) {
      try {
        const { votes: answer } = await castVote(board().id, { id: uuidv7(), noteId });
        cache.keepVotes(answer);
        return true;
      } catch (error) {
        report("Failed to vote")(error);
        return false;
      }
    },
    unvote(noteId) {
      const own = votes().findLast((vote) => vote.noteId === noteId);
      if (!own) return;
      withdrawVote(board().id, own.id).then(
        ({ votes: answer }) => cache.keepVotes(answer),
        report("Failed to remove the vote"),
      );
    },
    deletePrivateNote(id) {
      deletePrivateNote(board().id, id).then(
        () => cache.changePrivateNotes((notes) => notes.filter((one) => one.id !== id)),
        report("Failed to delete the note"),
      );
    },
    reveal() {
      revealNotes(board().id).then(
        ({ revealedIds }) =>
          cache.changePrivateNotes((notes) => {
            const left = notes.filter(({ id }) => !revealedIds.includes(id));
            if (left.length > 0)
              notify.info(
                `The board is full: ${left.length} of your notes stay private until there is space`,
              );
            return left;
          }),
        report("Failed to reveal the notes"),
      );
    },
  };
}

/** A note at a place of a frame, in the frame's colour, or of the open canvas. */
function noteIn(frame: CanvasItem | undefined, text: string, at: CanvasPoint) {
  return {
    kind: "note" as const,
    at,
    size: [...noteSize] as [number, number],
    color: frame?.element.kind === "frame" ? frame.element.color : ("sun" as const),
    text,
    stack: 0,
    frame: frame?.id ?? null,
    group: null,
  };
}

type Places = ReadonlyMap<string, { at: CanvasPoint; size?: [number, number] }>;

/** The elements as they are once some of them are somewhere else. */
function withPlaces(items: ReadonlyMap<string, CanvasItem>, places: Places): Map<string, CanvasItem> {
  const moved = new Map(items);
  for (const [id, { at, size }] of places) {
    const item = items.get(id);
    if (!item || item.element.kind === "arrow") continue;
    moved.set(id, { ...item, element: { ...item.element, at, size: size ?? item.element.size } });
  }
  return moved;
}

/** The frame that an element is in after a move. Frames are in none. */
function frameChange(item: CanvasItem, moved: ReadonlyMap<string, CanvasItem>): ElementChange {
  if (item.element.kind === "frame" || item.element.kind === "arrow") return {};
  return { frame: frameAt(boxOf(item, moved), moved.values()) };
}
