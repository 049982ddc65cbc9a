import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { DragControl, type DragOptions, type DragState } from "./drag-control.ts";

export interface Drag extends DragState {
  /** On the element around all that takes part. */
  root: (element: HTMLElement | null) => void;
  control: DragControl;
}

/**
 * Lets people drag what lies in an element, by mouse, touch and keyboard. Its zones are `data-drag-zone="{key}"`, and what
 * can be lifted in them `data-drag-item="{id}"`, in the order of the page; a link or button in it takes the keys. Where it
 * would be dropped the screen shows itself, a `data-drag-slot`; a `DragOverlay` floats under the pointer, and says it.
 */
export function useDrag(options: DragOptions): Drag {
  const [control] = useState(() => new DragControl(options));
  useEffect(() => {
    control.options = options;
  }, [control, options]);
  const stop = useRef<(() => void) | undefined>(undefined);
  const root = useCallback(
    (element: HTMLElement | null) => {
      stop.current?.();
      stop.current = control.attach(element);
    },
    [control],
  );
  const state = useSyncExternalStore(control.subscribe, control.getState);
  return { ...state, root, control };
}
