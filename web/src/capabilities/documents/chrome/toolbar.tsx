import type { Editor } from "@tiptap/core";
import {
  AtSign,
  BetweenHorizontalEnd,
  BetweenVerticalEnd,
  Bold,
  ChevronDown,
  Code,
  Columns3,
  Highlighter,
  Image,
  ImageMinus,
  ImageUpscale,
  Italic,
  Link,
  List,
  ListChecks,
  ListCollapse,
  ListOrdered,
  Quote,
  Redo2,
  Strikethrough,
  Table,
  Undo2,
} from "lucide-react";
import { type KeyboardEvent, useRef } from "react";
import { useShortcut } from "../../../lib/page/shortcuts.ts";
import { Kbd } from "../../../ui/badge/kbd.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import type { IconType } from "../../../ui/icon/icon-type.ts";
import { Menu } from "../../../ui/popup/menu.tsx";
import { alignColumn } from "../editor/align-column.ts";
import { setImageWidth } from "../editor/insert-image.ts";
import type { InsertionActions } from "../editor/insertions.ts";
import { toolbarShortcut } from "./toolbar-shortcut.ts";
import { useEditorState } from "./use-editor-state.ts";

export interface ToolbarProps extends InsertionActions {
  editor: Editor;
  isEditable: boolean;
  editLink: () => void;
}

/** One bar of 40 pixels above the text. Arrow keys move along it, Escape leads back to the text. */
export function Toolbar({ editor, isEditable, editLink, pickImage, openMention }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const on = useEditorState(editor, readActive);
  useShortcut(toolbarShortcut, () =>
    bar.current?.querySelector<HTMLButtonElement>("button:not(:disabled)")?.focus(),
  );
  const off = !isEditable;
  // Cells hold text only.
  const blocksOff = off || on.table;
  const button = (
    label: string,
    icon: IconType,
    run: () => void,
    pressed?: boolean,
    shortcut?: string,
    disabled = off,
  ) => (
    <IconButton
      label={label}
      icon={icon}
      size="sm"
      disabled={disabled}
      {...(pressed !== undefined && { pressed })}
      {...(shortcut !== undefined && { shortcut })}
      onMouseDown={(event) => event.preventDefault()}
      onClick={run}
    />
  );
  const block = (label: string, icon: IconType, run: () => void, pressed?: boolean) =>
    button(label, icon, run, pressed, undefined, blocksOff);
  const chain = () => editor.chain().focus();
  return (
    <div
      ref={bar}
      role="toolbar"
      tabIndex={-1}
      aria-label="Formatting"
      onKeyDown={(event) => moveAlong(event, bar.current, () => editor.commands.focus())}
      className="flex h-10 flex-none items-center gap-px scroll-row border-b bg-surface-raised px-4 max-md:h-12 max-md:px-2"
    >
      <BlockMenu editor={editor} disabled={blocksOff} current={on.block} />
      <Divider />
      {button("Bold", Bold, () => chain().toggleBold().run(), on.bold, "Ctrl B")}
      {button("Italic", Italic, () => chain().toggleItalic().run(), on.italic, "Ctrl I")}
      {button("Strike through", Strikethrough, () => chain().toggleStrike().run(), on.strike)}
      {button(
        "Highlight",
        Highlighter,
        () => chain().toggleMark("highlight").run(),
        on.highlight,
        "Ctrl Shift H",
      )}
      <Divider />
      {button("Link", Link, editLink, on.link, "Ctrl K")}
      {button("Mention", AtSign, openMention)}
      <Divider />
      {block("Bulleted list", List, () => chain().toggleBulletList().run(), on.bullets)}
      {block("Numbered list", ListOrdered, () => chain().toggleOrderedList().run(), on.numbers)}
      {block("Checklist", ListChecks, () => chain().toggleTaskList().run(), on.boxes)}
      <Divider />
      {block("Toggle", ListCollapse, () => chain().toggleWrap("toggle").run(), on.toggle)}
      {block("Quote", Quote, () => chain().toggleBlockquote().run(), on.quote)}
      {block("Code", Code, () => chain().toggleCodeBlock().run(), on.codeBlock)}
      {block("Table", Table, () => chain().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run())}
      {button("Image", Image, pickImage)}
      <Divider />
      {button("Undo", Undo2, () => chain().undo().run(), undefined, "Ctrl Z")}
      {button("Redo", Redo2, () => chain().redo().run(), undefined, "Ctrl Shift Z")}
      {on.table && isEditable && <TableTools editor={editor} />}
      {on.image && isEditable && <ImageTools editor={editor} width={on.width} />}
      {!on.table && (
        <span className="ml-auto flex-none pl-3 text-faint text-xs max-lg:hidden">
          Type <Kbd>/</Kbd> to insert
        </span>
      )}
    </div>
  );
}

const levels = [1, 2, 3] as const;

function readActive(editor: Editor) {
  const level = levels.find((one) => editor.isActive("heading", { level: one }));
  return {
    block: level ? `Heading ${level}` : "Body text",
    bold: editor.isActive("bold"),
    italic: editor.isActive("italic"),
    strike: editor.isActive("strike"),
    link: editor.isActive("link"),
    bullets: editor.isActive("bulletList"),
    numbers: editor.isActive("orderedList"),
    boxes: editor.isActive("taskList"),
    toggle: editor.isActive("toggle"),
    quote: editor.isActive("blockquote"),
    codeBlock: editor.isActive("codeBlock"),
    table: editor.isActive("table"),
    highlight: editor.isActive("highlight"),
    image: editor.isActive("image"),
    width: editor.getAttributes("image").width ?? null,
  };
}

function BlockMenu({ editor, disabled, current }: { editor: Editor; disabled: boolean; current: string }) {
  return (
    <Menu
      label="Text style"
      trigger={
        <button
          type="button"
          disabled={disabled}
          className="flex h-7 w-[104px] flex-none items-center justify-between gap-1 rounded-sm px-2 font-semibold text-muted text-xs hover:not-disabled:bg-surface-active disabled:text-disabled max-md:h-9"
        >
          {current}
          <ChevronDown className="size-3" aria-hidden="true" />
        </button>
      }
      items={[
        { label: "Body text", onSelect: () => void editor.chain().focus().setParagraph().run() },
        ...levels.map((level) => ({
          label: `Heading ${level}`,
          onSelect: () => void editor.chain().focus().setHeading({ level }).run(),
        })),
      ]}
    />
  );
}

function moveAlong(event: KeyboardEvent, bar: HTMLElement | null, leave: () => void): void {
  if (event.key === "Escape") leave();
  const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  if (step === 0 || !bar) return;
  const buttons = [...bar.querySelectorAll<HTMLButtonElement>("button:not(:disabled)")];
  const focused = document.activeElement;
  const at = focused instanceof HTMLButtonElement ? buttons.indexOf(focused) : -1;
  if (at < 0) return;
  event.preventDefault();
  buttons[(at + step + buttons.length) % buttons.length]?.focus();
}

/** Tools for the table that contains the caret. */
function TableTools({ editor }: { editor: Editor }) {
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

const widths = [
  { width: "small", label: "Small image", icon: ImageMinus },
  { width: "medium", label: "Medium image", icon: Image },
  { width: null, label: "Full width", icon: ImageUpscale },
] as const;

/** The width of the selected image. */
function ImageTools({ editor, width: current }: { editor: Editor; width: unknown }) {
  return (
    <>
      <Divider />
      {widths.map(({ width, label, icon }) => (
        <IconButton
          key={label}
          label={label}
          icon={icon}
          size="sm"
          pressed={current === width}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setImageWidth(editor, width)}
        />
      ))}
    </>
  );
}

/** A line between two groups of the toolbar. */
function Divider() {
  return <span aria-hidden="true" className="mx-1.5 h-4 w-px flex-none bg-border-strong" />;
}
