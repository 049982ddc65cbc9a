import type { Editor } from "@tiptap/core";
import { useEffect, useRef } from "react";

/** Where the editor's own element stands. */
export function EditorPlace({ editor }: { editor: Editor }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = editor.options.element;
    if (element instanceof HTMLElement) place.current?.append(element);
  }, [editor]);
  return <div ref={place} />;
}
