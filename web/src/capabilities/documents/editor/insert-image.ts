import type { ImageWidth } from "@atoll/contract/documents/limits";
import type { Editor } from "@tiptap/core";
import type { Transaction } from "@tiptap/pm/state";
import { insertPoint } from "@tiptap/pm/transform";

/** Changes the width of the selected image, which stays selected. */
export function setImageWidth(editor: Editor, width: ImageWidth | null): void {
  editor
    .chain()
    .focus()
    .command(({ tr }) => {
      if (tr.doc.nodeAt(tr.selection.from)?.type.name !== "image") return false;
      tr.setNodeAttribute(tr.selection.from, "width", width);
      return true;
    })
    .run();
}

/** A place in the text that is kept while people go on writing, as an upload takes its time. */
export interface ScrollAnchor {
  at(): number;
  moveTo(at: number): void;
  end(): void;
}

/** Holds a place: the cursor's, or the end of what is selected, unless another one is given. */
export function holdPlace(editor: Editor, start = editor.state.selection.to): ScrollAnchor {
  let at = start;
  const follow = ({ transaction }: { transaction: Transaction }) => {
    at = transaction.mapping.map(at);
  };
  editor.on("transaction", follow);
  return {
    at: () => Math.min(at, editor.state.doc.content.size),
    moveTo(next) {
      at = next;
    },
    end: () => editor.off("transaction", follow),
  };
}

/**
 * Inserts an image at a held place, which moves behind it. Nothing is replaced, and no paragraph is torn apart: within
 * one, and in a cell, the image comes after its block. There is always a line below it to write on.
 */
export function insertImage(
  editor: Editor,
  place: ScrollAnchor,
  attrs: { fileId: string; alt: string },
): void {
  const { doc, schema, selection } = editor.state;
  const type = schema.nodes.image;
  if (!type) return;
  const wanted = place.at();
  const at = insertPoint(doc, wanted, type) ?? doc.resolve(wanted).after(1);
  const image = { type: "image", attrs };
  const isLast = at === doc.content.size;
  // Somebody who has gone on elsewhere keeps their cursor.
  const isCursorHere = selection.empty && selection.to === wanted;
  editor
    .chain()
    .insertContentAt(at, isLast ? [image, { type: "paragraph" }] : image, { updateSelection: false })
    .run();
  place.moveTo(at + 1);
  if (isCursorHere && editor.state.doc.nodeAt(at + 1)?.isTextblock) editor.commands.setTextSelection(at + 2);
}
