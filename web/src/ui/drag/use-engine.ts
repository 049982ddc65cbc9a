import { useCallback, useRef, useState, useSyncExternalStore } from "react";
import type { DragGround } from "./carry.ts";
import { DragEngine, type DragState } from "./drag-engine.ts";

export interface Engaged<What extends object, Place extends object> extends DragState<What, Place> {
  /** On the element around all that takes part. */
  root: (element: HTMLElement | null) => void;
  control: DragEngine<What, Place>;
}

/** The part of its engine for a screen that should not render with every change of place. */
export type Engine<What extends object, Place extends object> = Pick<
  Engaged<What, Place>,
  "root" | "control"
>;

/** The engine of one screen, on its ground: the first one that is given. */
export function useEngine<What extends object, Place extends object>(
  ground: DragGround<What, Place>,
): Engaged<What, Place> {
  const engine = useSilentEngine(ground);
  const state = useSyncExternalStore(engine.control.subscribe, engine.control.getState);
  return { ...state, ...engine };
}

/** The same for a screen of many parts: those that show what is carried subscribe to it themselves. */
export function useSilentEngine<What extends object, Place extends object>(
  ground: DragGround<What, Place>,
): Engine<What, Place> {
  const [control] = useState(() => new DragEngine(ground));
  const stop = useRef<(() => void) | undefined>(undefined);
  const root = useCallback(
    (element: HTMLElement | null) => {
      stop.current?.();
      stop.current = control.attach(element);
    },
    [control],
  );
  return { root, control };
}
