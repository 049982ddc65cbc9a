import type { Editor } from "@tiptap/core";
import { notify } from "../../../ui/toast/toast.tsx";

/**
 * Says that pasted text was read as Markdown, which undo takes back, or asks whether it should be.
 * @param read reads the text that was pasted as it is.
 */
export function sayMarkdown(editor: Editor, read: (() => void) | undefined): void {
  if (read)
    notify.info("The pasted text may be Markdown.", {
      action: { label: "Read as Markdown", onClick: read },
    });
  else
    notify.info("The pasted text was read as Markdown.", {
      action: {
        label: "Undo",
        onClick: () => void (editor.isDestroyed || editor.commands.undo()),
      },
    });
}
