import { useCallback, useRef, useState, useSyncExternalStore } from "react";
import type { DragGround } from "./carry.ts";
import { DragEngine, type DragState } from "./drag-engine.ts";

export interface Engaged<What extends object, Place extends object> extends DragState<What, Place> {
  /** On the element around all that takes part. */
  root: (element: HTMLElement | null) => void;
  control: DragEngine<What, Place>;
}

/** The engine of one screen, on its ground: the first one that is given. */
export function useEngine<What extends object, Place extends object>(
  ground: DragGround<What, Place>,
): Engaged<What, Place> {
  const [control] = useState(() => new DragEngine(ground));
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
