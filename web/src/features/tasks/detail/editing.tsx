import { createContext, type RefObject, use, useEffect, useRef } from "react";

/** How many fields of the task are open for writing: while there is one, Escape does not close the sheet. */
export const EditingContext = createContext<RefObject<number> | null>(null);

export function useWhileEditing(isEditing: boolean): void {
  const editing = use(EditingContext);
  useEffect(() => {
    if (!isEditing || !editing) return undefined;
    editing.current += 1;
    return () => {
      editing.current -= 1;
    };
  }, [isEditing, editing]);
}

/**
 * Gives the focus back to what a field was opened with. It has to have it before the sheet misses it: the field that had
 * it is gone.
 * @returns to be called by who closes the field, unless the focus went elsewhere by itself.
 */
export function useFocusBack(isEditing: boolean, opener: RefObject<HTMLElement | null>): () => void {
  const isWanted = useRef(false);
  useEffect(() => {
    if (isEditing || !isWanted.current) return;
    isWanted.current = false;
    opener.current?.focus();
  }, [isEditing, opener]);
  return () => {
    isWanted.current = true;
  };
}
