import type { Editor } from "@tiptap/core";
import { yUndoPluginKey, yXmlFragmentToProseMirrorRootNode } from "@tiptap/y-tiptap";
import * as Y from "yjs";
import { fragmentOf } from "../sharing/document-content.ts";
import { canShow } from "../sharing/shown-names.ts";

/**
 * Puts the text of another shared document in place of the whole text, as one change that undo takes back by itself.
 * The blocks that both texts begin and end with stay as they are, with what others type into them at that moment.
 * @param state the other document as one update.
 * @returns false where the editor cannot show all of it: nothing is changed then.
 */
export function replaceText(editor: Editor, state: Uint8Array): boolean {
  if (!canShow(state)) return false;
  const other = new Y.Doc();
  Y.applyUpdate(other, state);
  const { content } = yXmlFragmentToProseMirrorRootNode(fragmentOf(other), editor.schema);
  other.destroy();
  // Undo joins changes within half a second: it must not take back the words typed before or after together with this.
  stopCapturing(editor);
  editor
    .chain()
    .command(({ tr }) => {
      tr.replaceWith(0, tr.doc.content.size, content);
      return true;
    })
    .focus("start")
    .run();
  stopCapturing(editor);
  return true;
}

/** Makes what follows a step of undo of its own. */
export function stopCapturing(editor: Editor): void {
  const undoing: { undoManager: Y.UndoManager } | undefined = yUndoPluginKey.getState(editor.state);
  undoing?.undoManager.stopCapturing();
}
