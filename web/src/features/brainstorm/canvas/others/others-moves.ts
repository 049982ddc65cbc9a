import type { CanvasPointer } from "@atoll/contract/documents/canvas";
import type { PassingPlace } from "../use-flow-nodes.ts";

type Moved = CanvasPointer["moving"][number];

interface OthersMovesOptions {
  /** Elements that others move at the moment, and those that they have dropped that the flow has not put there yet: each once. */
  moving: () => Iterable<Moved>;
  /** Where the flow has put the element; undefined for one that is not there, or an arrow. */
  placeOf: (id: string) => readonly [number, number] | undefined;
  /** The element as it is drawn; undefined while it is out of view. */
  drawnOf: (id: string) => HTMLElement | undefined;
  isInView: (at: readonly [number, number]) => boolean;
  /** The elements that the flow itself must draw elsewhere than where the board has them. */
  onFlowPlaces: (places: ReadonlyMap<string, PassingPlace>) => void;
}

export interface OthersMoves {
  /** Draws what others move where it is now. Called before a frame, and after the flow has drawn its nodes. */
  draw(): void;
}

/**
 * Shifts what others drag in the page itself: a change of a flow's nodes costs time for each of its nodes, and thirty
 * people drag at once. Only an element that comes into view, or that changes its size, is given to the flow.
 */
export function createOthersMoves(options: OthersMovesOptions): OthersMoves {
  const { moving, placeOf, drawnOf, isInView, onFlowPlaces } = options;
  let flowPlaces = new Map<string, PassingPlace>();
  let shifted = new Map<string, HTMLElement>();

  return {
    draw() {
      const nextShifted = new Map<string, HTMLElement>();
      const nextPlaces = new Map<string, PassingPlace>();
      for (const { id, at, size } of moving()) {
        const before = placeOf(id);
        if (!before) continue;
        const entered = flowPlaces.get(id);
        if (size) nextPlaces.set(id, { at, size });
        else if (entered && !entered.size) nextPlaces.set(id, entered);
        const drawn = size ? undefined : drawnOf(id);
        if (drawn) {
          const [x, y] = nextPlaces.get(id)?.at ?? before;
          shift(drawn, at[0] - x, at[1] - y);
          nextShifted.set(id, drawn);
        } else if (!nextPlaces.has(id) && isInView(at)) nextPlaces.set(id, { at });
      }
      for (const [id, drawn] of shifted) if (nextShifted.get(id) !== drawn) shift(drawn, 0, 0);
      shifted = nextShifted;
      if (isSame(flowPlaces, nextPlaces)) return;
      flowPlaces = nextPlaces;
      onFlowPlaces(nextPlaces);
    },
  };
}

function shift({ style, dataset }: HTMLElement, dx: number, dy: number): void {
  if (dx === 0 && dy === 0) {
    style.translate = "";
    delete dataset.shifted;
  } else {
    style.translate = `${dx}px ${dy}px`;
    dataset.shifted = "";
  }
}

function isSame(one: ReadonlyMap<string, PassingPlace>, other: ReadonlyMap<string, PassingPlace>): boolean {
  if (one.size !== other.size) return false;
  return [...one].every(([id, { at, size }]) => {
    const there = other.get(id);
    return there !== undefined && String(there.at) === String(at) && String(there.size) === String(size);
  });
}
