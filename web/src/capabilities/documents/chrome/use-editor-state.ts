import type { Editor } from "@tiptap/core";
import { useRef, useSyncExternalStore } from "react";

/** Something of the editor, as it is after each change; drawn again only when it is another. Before there is an editor, as `read` has it. */
export function useEditorState<One extends Editor | undefined, Value>(
  editor: One,
  read: (editor: One) => Value,
): Value {
  const last = useRef<{ key: string; value: Value } | null>(null);
  return useSyncExternalStore(
    (listener) => {
      editor?.on("transaction", listener);
      return () => void editor?.off("transaction", listener);
    },
    () => {
      const value = read(editor);
      const key = JSON.stringify(value);
      if (last.current?.key !== key) last.current = { key, value };
      return last.current?.value ?? value;
    },
  );
}
