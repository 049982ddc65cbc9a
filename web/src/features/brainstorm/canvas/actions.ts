import type { BoardNote, OpenBoard } from "@atoll/contract/brainstorm/schemas";
import { type CanvasElement, type CanvasPoint, canvasElementSchema } from "@atoll/contract/documents/canvas";
import {
  type CanvasColor,
  type CanvasInk,
  type CanvasTextSize,
  canvasMaxSize,
} from "@atoll/contract/documents/canvas-limits";
import type { Attachment } from "@atoll/contract/files/schemas";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import { castVote, deletePrivateNote, revealNotes, setReaction, withdrawVote } from "../data/api.ts";
import type { BoardCache } from "../data/use-board.ts";
import { createAdding } from "./add-elements.ts";
import type { BoardCanvas, CanvasItem, ElementChange } from "./board-canvas.ts";
import { type CopiedElement, copyElements } from "./clipboard/copied-elements.ts";
import {
  boxOf,
  clampPoint,
  frameAt,
  frameChange,
  freePlace,
  freePlaces,
  noteSize,
  takenInBy,
} from "./geometry.ts";
import { growFrames } from "./grow-frames.ts";
import { paintChange } from "./looks/paints.ts";
import { textSizeOf } from "./looks/text-sizes.ts";
import { stackChanges } from "./stacking.ts";

/** A duplicate is so far from its original. */
const duplicateShift = 20;

/** Actions on the elements of a board, shared by the canvas and the list. */
export interface BoardActions {
  /** Adds a note; with no place, at the first free one of its group. */
  addNote(note: { text: string; frameId: string | null; at?: CanvasPoint; color?: CanvasColor }): string;
  /** Adds several notes side by side, as one step of undo. Returns their ids; none once the viewer may not write. */
  addNotes(notes: { texts: readonly string[]; frameId: string | null; near?: CanvasPoint }): string[];
  addElement(element: CanvasElement): string;
  /** Adds an emoji of its own, at the first free place. */
  addSticker(emoji: string): string;
  /** Adds an uploaded image, at most so many pixels wide and high; with no place, at the first free one. */
  addImage(file: Attachment, largestEdge: number, middle?: CanvasPoint): string;
  /**
   * Adds copied elements under new ids, moved by so much, as one step of undo. Returns the ids; none, with a toast, when the
   * board has no space for all of them.
   */
  addCopies(copied: readonly CopiedElement[], by: readonly [number, number]): string[];
  /** Adds copies of elements and of what belongs to them, a little below and to the right. */
  duplicate(ids: Iterable<string>): string[];
  /** Moves elements, with those that frames among them hold, in one write. */
  move(places: Places): void;
  /** Moves a note to the first free place of a group. */
  moveToGroup(noteId: string, frameId: string | null): void;
  /** Changes elements; the form, line or other style of those that have one. */
  change(ids: Iterable<string>, change: ElementChange): void;
  /** Gives elements a colour; bare text and lines draw in it, everything else is filled with it. */
  paint(ids: Iterable<string>, paint: CanvasInk): void;
  /** Gives elements a text size. The box of a bare text grows and shrinks with it. */
  resizeText(ids: Iterable<string>, textSize: CanvasTextSize): void;
  /** Puts elements above or below all others of the board. */
  stack(ids: Iterable<string>, to: "front" | "back"): void;
  /** Returns false, with a toast, when the viewer may no longer write. */
  remove(ids: Iterable<string>): boolean;
  /** Casts a vote. Returns whether it counts; a refused one shows a toast. */
  vote(noteId: string): Promise<boolean>;
  /** Takes back one of the viewer's votes. */
  unvote(noteId: string): void;
  /** Adds the viewer's reaction to a note, or removes it. Returns whether it is there now; a refused one shows a toast. */
  react(noteId: string, emoji: string): Promise<boolean | undefined>;
  deletePrivateNote(id: string): void;
  reveal(): void;
}

export interface ActionsOptions {
  board: () => OpenBoard;
  /** Whether the viewer may write at this moment. */
  mayWrite: () => boolean;
  canvas: BoardCanvas;
  cache: BoardCache;
  votes: () => readonly { id: string; noteId: string }[];
  /** Comments, reactions, tasks and ideas by elements. */
  notes: () => ReadonlyMap<string, BoardNote>;
  viewerId: string;
  /** The middle of what the viewer looks at. */
  middle: () => CanvasPoint;
}

export function createBoardActions(options: ActionsOptions): BoardActions {
  const { board, mayWrite, canvas, cache, votes, notes, viewerId, middle } = options;
  const items = () => canvas.getSnapshot().items;
  const report = (fallback: string) => (error: unknown) => notify.error(errorMessage(error, fallback));
  /** A question of the browser or a dialog may have been open while the right to write ended. */
  const isRefused = (): boolean => {
    if (mayWrite()) return false;
    notify.error("You can no longer change this board.");
    return true;
  };
  const { put, addElement, addCopies } = createAdding(canvas, isRefused);
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
  const changeEach = (ids: Iterable<string>, changeOf: (element: CanvasElement) => ElementChange | null) =>
    canvas.change(
      new Map(
        [...ids].flatMap((id) => {
          const element = items().get(id)?.element;
          const one = element ? changeOf(element) : null;
          return element && one && hasFields(element, one) ? [[id, one] as const] : [];
        }),
      ),
    );
  return {
    addNote({ text, frameId, at, color }) {
      const frame = frameId === null ? undefined : items().get(frameId);
      const note = noteIn(frame, text, at ?? freePlace(items(), frame, middle()));
      return addElement(color ? { ...note, color } : note);
    },
    addNotes({ texts, frameId, near }) {
      if (isRefused()) return [];
      const frame = frameId === null ? undefined : items().get(frameId);
      const places = freePlaces(items(), frame, near ?? middle(), texts.length);
      const added = texts.map((text, index) => ({
        id: uuidv7(),
        element: noteIn(frame, text, places[index] ?? middle()),
      }));
      put(added);
      return added.map(({ id }) => id);
    },
    addElement,
    addSticker: (emoji) =>
      addElement({
        ...{ kind: "sticker", at: freePlace(items(), undefined, middle()), size: [64, 64], emoji, text: "" },
        ...{ stack: 0, frame: null, group: null },
      }),
    addImage({ id: fileId, originalName, width, height }, largestEdge, at) {
      const [wide, high] = [width ?? largestEdge, height ?? largestEdge];
      const scale = Math.min(1, largestEdge / Math.max(wide, high));
      const size: [number, number] = [
        Math.max(1, Math.round(wide * scale)),
        Math.max(1, Math.round(high * scale)),
      ];
      const place = at
        ? clampPoint([at[0] - size[0] / 2, at[1] - size[1] / 2])
        : freePlace(items(), undefined, middle());
      const box = { x: place[0], y: place[1], width: size[0], height: size[1] };
      return addElement({
        kind: "image",
        at: place,
        size,
        fileId,
        text: originalName.replace(/\.[^.]+$/, ""),
        stack: 0,
        frame: at ? frameAt(box, items().values()) : null,
        group: null,
      });
    },
    addCopies,
    duplicate: (ids) => addCopies(copyElements(items(), ids), [duplicateShift, duplicateShift]),
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
    change: (ids, change) => changeEach(ids, () => change),
    paint: (ids, paint) => changeEach(ids, (element) => paintChange(element, paint)),
    resizeText: (ids, textSize) => changeEach(ids, (element) => textSizeChange(element, textSize)),
    stack: (ids, to) => canvas.change(stackChanges(items(), new Set(ids), to)),
    remove(ids) {
      if (isRefused()) return false;
      canvas.remove([...ids]);
      return true;
    },
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
    async react(noteId, emoji) {
      const own = notes()
        .get(noteId)
        ?.reactions.find((one) => one.emoji === emoji);
      const isOn = !own?.userIds.includes(viewerId);
      try {
        cache.keepReactions(await setReaction(board().id, { noteId, emoji }, isOn));
        return isOn;
      } catch (error) {
        report(isOn ? "Failed to add the reaction" : "Failed to remove the reaction")(error);
        return undefined;
      }
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
  const color = frame?.element.kind === "frame" ? frame.element.color : ("sun" as const);
  const size: [number, number] = [...noteSize];
  return { kind: "note" as const, at, size, color, text, stack: 0, frame: frame?.id ?? null, group: null };
}

const fieldsOfKinds: ReadonlyMap<string, object> = new Map(
  canvasElementSchema.options.map(({ shape }) => [shape.kind.value, shape]),
);

/** Whether an element has these fields: the server refuses an update that gives it one that its kind does not have. */
const hasFields = ({ kind }: CanvasElement, change: ElementChange): boolean =>
  Object.keys(change).every((name) => name in (fieldsOfKinds.get(kind) ?? {}));

function textSizeChange(element: CanvasElement, textSize: CanvasTextSize): ElementChange {
  if (element.kind !== "text") return { textSize };
  const factor = textSizeOf({ ...element, textSize }).px / textSizeOf(element).px;
  const [width, height] = element.size.map((length) =>
    Math.max(1, Math.min(canvasMaxSize, Math.round(length * factor))),
  );
  return { textSize, size: [width, height] };
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
