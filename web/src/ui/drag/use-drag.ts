import { useEffect, useState } from "react";
import type { Dragged as DraggedOf } from "./drag-engine.ts";
import { type DragOptions, type Lifted, PlaceGround } from "./place-ground.ts";
import type { DragPlace } from "./places.ts";
import { type Engaged, useEngine } from "./use-engine.ts";

export type Dragged = DraggedOf<Lifted>;

export type Drag = Engaged<Lifted, DragPlace>;

/**
 * Lets people drag what lies in an element, by mouse, touch and keyboard. Its zones are `data-drag-zone="{key}"`, and what
 * can be lifted in them `data-drag-item="{id}"`, in the order of the page; a link or button in it takes the keys. Where it
 * would be dropped the screen shows itself, a `data-drag-slot`; a `DragOverlay` floats under the pointer, and says it.
 */
export function useDrag(options: DragOptions): Drag {
  const [ground] = useState(() => new PlaceGround(options));
  useEffect(() => {
    ground.options = options;
  }, [ground, options]);
  return useEngine(ground);
}

/** Returns the dragged item as it is now. The drag ends when there is no such item any more, as after its deletion. */
export function useDragged<Item>({ dragged, control }: Drag, find: (id: string) => Item | undefined) {
  const item = dragged && find(dragged.id);
  const isGone = dragged !== undefined && item === undefined;
  useEffect(() => {
    if (isGone) control.cancel();
  }, [isGone, control]);
  return item;
}
