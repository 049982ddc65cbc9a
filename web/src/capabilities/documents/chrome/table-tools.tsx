import type { Editor } from "@tiptap/core";
import { BetweenHorizontalEnd, BetweenVerticalEnd, Columns3 } from "lucide-react";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import { alignColumn } from "../editor/align-column.ts";
import { Divider } from "./divider.tsx";

/** Tools for the table that contains the caret. */
export function TableTools({ editor }: { editor: Editor }) {
  const chain = () => editor.chain().focus();
  return (
    <>
      <Divider />
      <IconButton
        label="Add a row below"
        icon={BetweenHorizontalEnd}
        size="sm"
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => chain().addRowAfter().run()}
      />
      <IconButton
        label="Add a column to the right"
        icon={BetweenVerticalEnd}
        size="sm"
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => chain().addColumnAfter().run()}
      />
      <Menu
        label="Table"
        trigger={<IconButton label="More for this table" icon={Columns3} size="sm" />}
        items={[
          { label: "Add a row above", onSelect: () => void chain().addRowBefore().run() },
          { label: "Add a column to the left", onSelect: () => void chain().addColumnBefore().run() },
          "separator",
          { label: "Align left", onSelect: () => alignColumn(editor, null) },
          { label: "Align centre", onSelect: () => alignColumn(editor, "center") },
          { label: "Align right", onSelect: () => alignColumn(editor, "right") },
          "separator",
          { label: "Delete row", danger: true, onSelect: () => void chain().deleteRow().run() },
          { label: "Delete column", danger: true, onSelect: () => void chain().deleteColumn().run() },
          { label: "Delete table", danger: true, onSelect: () => void chain().deleteTable().run() },
        ]}
      />
    </>
  );
}
