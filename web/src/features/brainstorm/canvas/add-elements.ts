import type { CanvasElement } from "@atoll/contract/documents/canvas";
import { canvasMaxElements } from "@atoll/contract/documents/canvas-limits";
import { formatNumber } from "../../../lib/format-number.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import type { BoardCanvas, ElementChange } from "./board-canvas.ts";
import {
  type CopiedElement,
  isTooLarge,
  newElementsOf,
  tooLargeToCopy,
} from "./clipboard/copied-elements.ts";
import { boxOf, frameAt, takenInBy } from "./geometry.ts";
import { growFrames } from "./grow-frames.ts";

/** Adds elements to a board, each time as one step of undo. */
interface Adding {
  /** Adds elements, and makes frames as large as they need. */
  put(
    added: readonly { id: string; element: CanvasElement }[],
    others?: ReadonlyMap<string, ElementChange>,
  ): void;
  /** Adds an element; a frame takes in what is in its place. Returns its id. */
  addElement(element: CanvasElement): string;
  /**
   * Adds copied elements under new ids, moved by so much. Returns the ids; none, with a toast, when the board has no space for
   * all of them.
   */
  addCopies(copied: readonly CopiedElement[], by: readonly [number, number]): string[];
}

/** @param isRefused whether the viewer may no longer write; it shows a toast then. */
export function createAdding(canvas: BoardCanvas, isRefused: () => boolean): Adding {
  const items = () => canvas.getSnapshot().items;
  const put: Adding["put"] = (added, others = new Map()) => {
    const after = new Map(items());
    for (const one of added) after.set(one.id, { ...one, authorId: null });
    const changes = growFrames(
      after,
      added.map(({ id }) => id),
    );
    canvas.add(
      added.map(({ id, element }) => ({ id, element: { ...element, ...changes.get(id) } as CanvasElement })),
      new Map(
        [...others, ...changes].flatMap(([id]) =>
          items().has(id) ? [[id, { ...others.get(id), ...changes.get(id) }] as const] : [],
        ),
      ),
    );
  };
  const addElement: Adding["addElement"] = (element) => {
    const id = uuidv7();
    if (element.kind === "frame") {
      const taken = takenInBy(boxOf({ id, element, authorId: null }, items()), items().values());
      canvas.add([{ id, element }], new Map(taken.map((one) => [one, { frame: id }])));
    } else put([{ id, element }]);
    return id;
  };
  const addCopies: Adding["addCopies"] = (copied, by) => {
    if (isRefused()) return [];
    const space = canvasMaxElements - items().size;
    if (copied.length > space) {
      notify.error(`The board has space for ${formatNumber(Math.max(0, space))} more elements.`);
      return [];
    }
    if (isTooLarge(copied)) {
      notify.error(tooLargeToCopy);
      return [];
    }
    const before = items();
    const added = newElementsOf(copied, by);
    const all = new Map(before);
    for (const one of added) all.set(one.id, { ...one, authorId: null });
    const taken = new Map<string, ElementChange>();
    const placed = added.map(({ id, element }) => {
      const box = boxOf({ id, element, authorId: null }, all);
      if (element.kind === "frame")
        for (const one of takenInBy(box, before.values())) taken.set(one, { frame: id });
      const isLoose = element.frame === null && element.kind !== "frame" && element.kind !== "arrow";
      return { id, element: isLoose ? { ...element, frame: frameAt(box, before.values()) } : element };
    });
    put(placed, taken);
    return added.map(({ id }) => id);
  };
  return { put, addElement, addCopies };
}
