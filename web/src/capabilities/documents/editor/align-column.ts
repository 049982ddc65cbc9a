import type { Editor } from "@tiptap/core";
import { isInTable, selectedRect } from "@tiptap/pm/tables";

/** Aligns the selected columns: Markdown knows one alignment for a whole column, so a single cell's would be lost. */
export function alignColumn(editor: Editor, align: "center" | "right" | null): void {
  editor
    .chain()
    .focus()
    .command(({ tr, state }) => {
      if (!isInTable(state)) return false;
      const { map, tableStart, left, right } = selectedRect(state);
      for (const cell of map.cellsInRect({ left, right, top: 0, bottom: map.height }))
        tr.setNodeAttribute(tableStart + cell, "align", align);
      return true;
    })
    .run();
}
