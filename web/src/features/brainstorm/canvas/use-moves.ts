import type { NodeChange } from "@xyflow/react";
import { useEffect, useRef, useState } from "react";
import type { SharedDocument } from "../../../capabilities/documents/sharing/document-status.ts";
import type { BoardActions } from "./actions.ts";
import type { BoardCanvas, CanvasItem } from "./board-canvas.ts";
import type { BoardNode } from "./board-nodes.tsx";
import { clampPoint } from "./geometry.ts";
import { movingOf, type OwnPointer } from "./others/own-pointer.ts";
import type { PassingPlace } from "./use-flow-nodes.ts";

type Places = ReadonlyMap<string, PassingPlace>;
const nothing: Places = new Map();

export interface Moves {
  /** Follows a drag or a change of size. */
  follow(changes: readonly NodeChange<BoardNode>[]): void;
  /**
   * Moves elements by so much, as by the arrow keys. They are written when they are dropped. Returns how many of them can
   * move: arrows go with their ends.
   */
  nudge(ids: Iterable<string>, by: readonly [number, number]): number;
  /** Writes where everything was dropped. */
  drop(): void;
  /** Puts everything back where it was: the viewer may no longer write. */
  cancel(): void;
  /** Follows what becomes of the drops, until the returned function is called. */
  listen(): () => void;
}

interface MovesOptions {
  canvas: Pick<BoardCanvas, "getSnapshot">;
  actions: Pick<BoardActions, "move">;
  document: Pick<SharedDocument, "getSnapshot" | "subscribe">;
  pointer: Pick<OwnPointer, "point">;
  mayWrite: () => boolean;
  /** The present size of the canvas on the screen. */
  zoom: () => number;
  onPlaces: (places: Places) => void;
}

/** A press that moves fewer pixels than this is a click. */
export const clickDistance = 3;

/** Elements that the viewer moves, with the places where they are drawn until they are dropped. */
export function useMoves(
  mayWrite: boolean,
  options: Omit<MovesOptions, "onPlaces" | "mayWrite">,
): { places: Places; moves: Moves } {
  const [places, setPlaces] = useState(nothing);
  const isAllowed = useRef(mayWrite);
  const [moves] = useState(() =>
    createMoves({ ...options, mayWrite: () => isAllowed.current, onPlaces: setPlaces }),
  );
  useEffect(() => moves.listen(), [moves]);
  // The pointer may still be down: the rest of that drag moves nothing.
  useEffect(() => {
    isAllowed.current = mayWrite;
    if (!mayWrite) moves.cancel();
  }, [moves, mayWrite]);
  return { places, moves };
}

/**
 * Reads the places from here and the elements from the canvas, never from what was drawn last: the pointer moves and is
 * released faster than React draws.
 */
export function createMoves({
  canvas,
  actions,
  document,
  pointer,
  mayWrite,
  zoom,
  onPlaces,
}: MovesOptions): Moves {
  let places: Places = nothing;
  let isSaving = false;
  const itemOf = (id: string) => canvas.getSnapshot().items.get(id);

  const placeOf = (id: string) => {
    const element = itemOf(id)?.element;
    return element && element.kind !== "arrow" ? element.at : undefined;
  };

  /** Others draw the drop from the pointer until they have it from the shared document. */
  function settle(): void {
    if (!isSaving || document.getSnapshot().status.kind === "saving") return;
    isSaving = false;
    if (places.size === 0) pointer.point({ moving: [] });
  }

  /** A drag starts where the button went down, however far the pointer has come by its first move. */
  function isClick(changes: readonly NodeChange<BoardNode>[]): boolean {
    if (places.size > 0) return false;
    return changes.every((change) => {
      if (change.type !== "position" || !change.position) return change.type !== "dimensions";
      const at = placeOf(change.id);
      if (!at) return true;
      return Math.hypot(change.position.x - at[0], change.position.y - at[1]) * zoom() < clickDistance;
    });
  }

  function show(next: Places): void {
    places = next;
    onPlaces(next);
  }

  /** Moves an element and what moves with it, other than elements that are dragged themselves. */
  function carry(
    next: Map<string, PassingPlace>,
    id: string,
    at: [number, number],
    dragged: Set<string>,
  ): void {
    const item = itemOf(id);
    if (!item) return;
    const size = next.get(id)?.size;
    next.set(id, size ? { at, size } : { at });
    // A frame that is resized from its upper left corner moves, too, but leaves its notes where they are.
    if (size || item.element.kind === "arrow") return;
    const [dx, dy] = [at[0] - item.element.at[0], at[1] - item.element.at[1]];
    for (const [otherId, [x, y]] of placesWith(item))
      if (!dragged.has(otherId)) next.set(otherId, { at: [x + dx, y + dy] });
  }

  /** Returns the elements grouped with this one, and those in the frames among them, with their places. */
  function placesWith({ id, element: { kind, group } }: CanvasItem): Map<string, [number, number]> {
    const places = new Map<string, [number, number]>();
    if (group === null && kind !== "frame") return places;
    const { items } = canvas.getSnapshot();
    const moves = (one: CanvasItem) => one.id === id || (group !== null && one.element.group === group);
    for (const one of items.values()) {
      if (one.id === id || one.element.kind === "arrow") continue;
      const frame = items.get(one.element.frame ?? "");
      if (moves(one) || (frame && moves(frame))) places.set(one.id, one.element.at);
    }
    return places;
  }

  function drop(): void {
    const dropped = [...places].filter(([id, { at, size }]) => {
      const before = placeOf(id);
      return before && (size || before[0] !== at[0] || before[1] !== at[1]);
    });
    if (dropped.length > 0) {
      pointer.point({ moving: movingOf(places) });
      actions.move(new Map(dropped.map(([id, place]) => [id, { ...place, at: clampPoint(place.at) }])));
      isSaving = document.getSnapshot().status.kind === "saving";
    }
    if (!isSaving) pointer.point({ moving: [] });
    show(nothing);
  }

  return {
    follow(changes) {
      if (!mayWrite() || isClick(changes)) return;
      const next = new Map(places);
      const dragged = new Set(changes.flatMap((change) => (change.type === "position" ? [change.id] : [])));
      let isResized = false;
      for (const change of changes) {
        if (change.type === "position" && change.position)
          carry(next, change.id, [change.position.x, change.position.y], dragged);
        if (change.type === "dimensions" && change.dimensions && change.resizing !== undefined) {
          const { width, height } = change.dimensions;
          const at = next.get(change.id)?.at ?? placeOf(change.id) ?? [0, 0];
          next.set(change.id, { at, size: [Math.round(width), Math.round(height)] });
          isResized ||= !change.resizing;
        }
      }
      if (next.size === 0) return;
      show(next);
      pointer.point({ moving: movingOf(next) });
      if (isResized) drop();
    },
    nudge(ids, [dx, dy]) {
      const moved = new Set([...ids].filter((id) => placeOf(id) !== undefined));
      if (!mayWrite() || moved.size === 0) return 0;
      const next = new Map(places);
      for (const id of moved) {
        const at = places.get(id)?.at ?? placeOf(id);
        if (at) carry(next, id, [at[0] + dx, at[1] + dy], moved);
      }
      show(next);
      pointer.point({ moving: movingOf(next) });
      return moved.size;
    },
    drop,
    cancel() {
      if (places.size === 0) return;
      pointer.point({ moving: [] });
      show(nothing);
    },
    listen: () => document.subscribe(settle),
  };
}
