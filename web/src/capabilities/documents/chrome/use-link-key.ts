import type { Editor } from "@tiptap/core";
import { useEffect, useEffectEvent } from "react";

/** Ctrl or Cmd with K asks for the address of a link, while the text has the focus; Alt with F10 leads to the toolbar. */
export function useLinkKey(editor: Editor, onLink: () => void): void {
  const ask = useEffectEvent(onLink);
  useEffect(() => {
    const { dom } = editor.view;
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key?.toLowerCase() !== "k" || !editor.isEditable) return;
      event.preventDefault();
      // The palette has the same keys elsewhere.
      event.stopPropagation();
      ask();
    };
    dom.addEventListener("keydown", onKey);
    return () => dom.removeEventListener("keydown", onKey);
  }, [editor]);
}
