import { type Editor, Extension } from "@tiptap/core";
import type { ResolvedPos } from "@tiptap/pm/model";
import { Plugin, Selection } from "@tiptap/pm/state";

/**
 * Lets people write on below a table, callout or other block that the text ends with: ArrowDown in its last line, or a
 * click below it, goes to a new paragraph. Nothing is added before that, so opening a draft never changes it.
 */
export const TextEnd = Extension.create({
  name: "textEnd",
  addKeyboardShortcuts() {
    return {
      ArrowDown: ({ editor }) => {
        const { $to, empty } = editor.state.selection;
        if (!empty || $to.depth < 2 || !isInLastLine($to) || !editor.view.endOfTextblock("down"))
          return false;
        writeBelow(editor);
        return true;
      },
      // The browser would put the cursor next to a table at the end, where nothing can be written.
      "Mod-End": ({ editor }) => moveToEnd(editor),
    };
  },
  addProseMirrorPlugins() {
    const { editor } = this;
    return [
      new Plugin({
        props: {
          handleDOMEvents: {
            mousedown(view, event) {
              const last = view.dom.lastElementChild;
              const isBelow = last !== null && event.clientY > last.getBoundingClientRect().bottom;
              if (!editor.isEditable || event.target !== view.dom || !isBelow) return false;
              event.preventDefault();
              writeBelow(editor);
              return true;
            },
          },
        },
      }),
    ];
  },
});

/** Whether nothing of the text is below this position. Cells next to each other are one line. */
function isInLastLine(at: ResolvedPos): boolean {
  for (let depth = 0; depth < at.depth; depth += 1) {
    const node = at.node(depth);
    if (node.type.name !== "tableRow" && at.index(depth) < node.childCount - 1) return false;
  }
  return true;
}

/** Puts the cursor at the end of the text, in a new paragraph if it ends with anything but a line of text. */
function writeBelow(editor: Editor): void {
  const { doc } = editor.state;
  const isLine = doc.lastChild?.isTextblock === true && doc.lastChild.type.spec.code !== true;
  if (!isLine) editor.commands.insertContentAt(doc.content.size, { type: "paragraph" });
  moveToEnd(editor);
  // At once: the next key may come before the next frame.
  editor.view.focus();
}

function moveToEnd(editor: Editor): boolean {
  return editor.chain().setTextSelection(Selection.atEnd(editor.state.doc).to).scrollIntoView().run();
}
