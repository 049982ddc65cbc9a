import { useCallback, useState } from "react";
import type { TaskField } from "../data/list-shortcuts.ts";

/** The field of a card that is being changed by keys. */
export interface ShownField {
  taskId: string;
  field: TaskField;
  /** Distinguishes one opening from the next. */
  opening: number;
}

/** Opens one field of one card at a time. */
export function useCardField() {
  const [shown, setShown] = useState<ShownField>();
  const open = useCallback((taskId: string, field: TaskField) => {
    setShown((before) => ({ taskId, field, opening: (before?.opening ?? 0) + 1 }));
  }, []);
  const close = useCallback(() => setShown(undefined), []);
  return { shown, open, close };
}
