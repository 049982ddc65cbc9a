import { useEffect, useEffectEvent } from "react";
import { isPressed } from "../../../lib/page/shortcuts.ts";
import { boardShortcuts } from "../shortcuts.ts";

/** Calls back for the key that edits the selected element, unless a button or link has the focus, which Enter presses. */
export function useEditKey(onEdit: () => void): void {
  const edit = useEffectEvent(onEdit);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.target !== document.body) return;
      if (!isPressed(boardShortcuts.edit, event)) return;
      event.preventDefault();
      edit();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
