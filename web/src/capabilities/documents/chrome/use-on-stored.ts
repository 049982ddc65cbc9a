import type { Editor } from "@tiptap/core";
import { useEffect, useEffectEvent } from "react";

const quietMs = 1000;

/** Calls back a moment after the text has changed: after the viewer's changes are stored, and after those of others. */
export function useOnStored(
  editor: Editor,
  savedAt: string | undefined,
  onStored: (() => void) | undefined,
): void {
  const call = useEffectEvent(() => onStored?.());
  useEffect(() => {
    if (savedAt === undefined) return undefined;
    const timer = setTimeout(() => call(), quietMs);
    return () => clearTimeout(timer);
  }, [savedAt]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(() => call(), quietMs);
    };
    editor.on("update", later);
    return () => {
      clearTimeout(timer);
      editor.off("update", later);
    };
  }, [editor]);
}
