import { createContext, type RefObject, use, useEffect } from "react";

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
