import type { Editor, Range } from "@tiptap/core";
import {
  CircleCheckBig,
  Code,
  Heading1,
  Heading2,
  Heading3,
  Image,
  Info,
  Kanban,
  Lightbulb,
  List,
  ListChecks,
  ListCollapse,
  ListOrdered,
  ListTodo,
  Minus,
  Pilcrow,
  Quote,
  Sigma,
  SquareFunction,
  StickyNote,
  Table,
  TriangleAlert,
} from "lucide-react";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import type { IconType } from "../../../ui/icon/icon-type.ts";
import { formulaLanguage } from "../../writing/markdown/formula.tsx";
import type { CalloutTone } from "./nodes/containers.ts";

/** Something that the slash menu and the toolbar put into the text. */
export interface Insertion {
  name: string;
  /** One line that says what it is for. */
  detail: string;
  icon: IconType;
  /** Other words that people look for it by. */
  words: string;
  /** Works in a cell of a table too, which holds text only: within the text, or as a block after the table. */
  isForCells?: true;
  run(editor: Editor): void;
}

export interface InsertionActions {
  pickImage(): void;
  openMention(): void;
  /** Opens the same menu for a card. */
  openCard(): void;
  /** Opens the form for the cards of a section. Undefined where the page shows no cards. */
  pickSection: (() => void) | undefined;
}

/** All of them, in the order of the menu. */
export function insertions({
  pickImage,
  openMention,
  openCard,
  pickSection,
}: InsertionActions): readonly Insertion[] {
  return [
    {
      name: "Text",
      detail: "A plain paragraph",
      icon: Pilcrow,
      words: "paragraph body",
      run: (editor) => void editor.chain().focus().setParagraph().run(),
    },
    heading(1, Heading1, "A large heading"),
    heading(2, Heading2, "A section"),
    heading(3, Heading3, "Within a section"),
    {
      name: "Step",
      detail: "Numbered, becomes a checklist line",
      icon: ListOrdered,
      words: "procedure number",
      isForCells: true,
      run: insertStep,
    },
    {
      name: "Bulleted list",
      detail: "Points in no order",
      icon: List,
      words: "ul unordered",
      run: (editor) => void editor.chain().focus().toggleBulletList().run(),
    },
    {
      name: "Numbered list",
      detail: "Points in an order",
      icon: ListTodo,
      words: "ol ordered",
      run: (editor) => void editor.chain().focus().toggleOrderedList().run(),
    },
    {
      name: "Checklist",
      detail: "Boxes to tick",
      icon: ListChecks,
      words: "todo task box",
      run: (editor) => void editor.chain().focus().toggleTaskList().run(),
    },
    {
      name: "Toggle",
      detail: "A line that folds what is below it",
      icon: ListCollapse,
      words: "fold collapse expand details hide",
      isForCells: true,
      run: (editor) => insertBlock(editor, "toggle", {}),
    },
    callout("note", "Note", "An aside worth knowing", Info),
    callout("tip", "Tip", "A better or quicker way", Lightbulb),
    callout("warning", "Warning", "Something that can go wrong", TriangleAlert),
    {
      name: "Table",
      detail: "Rows and columns",
      icon: Table,
      words: "grid cells",
      run: (editor) =>
        void editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
    },
    {
      name: "Image",
      detail: "A picture from this device",
      icon: Image,
      words: "picture photo upload",
      run: pickImage,
    },
    {
      name: "Mention",
      detail: "A person, task, channel or article",
      icon: CircleCheckBig,
      words: "link person task channel article @",
      isForCells: true,
      run: openMention,
    },
    {
      name: "Card",
      detail: "A task, channel or article on its own line",
      icon: StickyNote,
      words: "link embed person task channel article",
      run: openCard,
    },
    ...(pickSection
      ? [
          {
            name: "Cards of a section",
            detail: "A table, board or list that stays current",
            icon: Kanban,
            words: "database section board table list view embed",
            run: pickSection,
          },
        ]
      : []),
    {
      name: "Quote",
      detail: "A quotation",
      icon: Quote,
      words: "blockquote",
      run: (editor) => void editor.chain().focus().toggleBlockquote().run(),
    },
    {
      name: "Code",
      detail: "Shown letter by letter",
      icon: Code,
      words: "snippet command",
      run: (editor) => void editor.chain().focus().toggleCodeBlock().run(),
    },
    {
      name: "Formula",
      detail: "In a line of its own, written in TeX",
      icon: Sigma,
      words: "math equation latex tex katex",
      run: (editor) => void editor.chain().focus().setCodeBlock({ language: formulaLanguage }).run(),
    },
    {
      name: "Inline formula",
      detail: "Within the text, between dollar signs",
      icon: SquareFunction,
      words: "math equation latex tex",
      isForCells: true,
      run: insertInlineFormula,
    },
    {
      name: "Divider",
      detail: "A line between two parts",
      icon: Minus,
      words: "hr rule separator",
      run: (editor) => void editor.chain().focus().setHorizontalRule().run(),
    },
  ];
}

/** Those that a text means and that are possible at the cursor, in the order of the menu. */
export function findInsertions(all: readonly Insertion[], text: string, editor: Editor): Insertion[] {
  const wanted = text.trim().toLowerCase();
  const inCell = isInCell(editor);
  return all.filter(
    ({ name, words, isForCells }) =>
      (!inCell || isForCells) &&
      `${name} ${words}`
        .toLowerCase()
        .split(" ")
        .some((word) => word.startsWith(wanted)),
  );
}

/** Whether the cursor is in a cell of a table. */
export function isInCell(editor: Editor): boolean {
  return editor.isActive("tableCell") || editor.isActive("tableHeader");
}

/** Removes what was typed to find it, and inserts it there. */
export function insertInstead(editor: Editor, range: Range, insertion: Insertion): void {
  editor.chain().focus().deleteRange(range).run();
  insertion.run(editor);
}

function heading(level: 1 | 2 | 3, icon: IconType, detail: string): Insertion {
  return {
    name: `Heading ${level}`,
    detail,
    icon,
    words: `h${level} title section`,
    run: (editor) => void editor.chain().focus().toggleHeading({ level }).run(),
  };
}

function callout(tone: CalloutTone, name: string, detail: string, icon: IconType): Insertion {
  return {
    name,
    detail,
    icon,
    words: "callout box aside",
    isForCells: true,
    run: (editor) => insertBlock(editor, "callout", { tone }),
  };
}

/** Selects the formula, so that typing replaces it. */
function insertInlineFormula(editor: Editor): void {
  const { from } = editor.state.selection;
  const code = { type: "text", text: "x^2", marks: [{ type: "code" }] };
  editor
    .chain()
    .focus()
    .insertContent([{ type: "text", text: "$" }, code, { type: "text", text: "$ " }])
    .setTextSelection({ from: from + 1, to: from + 1 + code.text.length })
    .run();
}

/** Steps stand at the top level only: within another block it becomes the next one after it. */
function insertStep(editor: Editor): void {
  insertBlock(editor, "step", { id: uuidv7() });
}

/** Puts the current line into a block of its own, or a new block after it where that is not possible. */
function insertBlock(editor: Editor, type: string, attrs: Record<string, unknown>): void {
  const { $from } = editor.state.selection;
  const isTopLine = $from.depth === 1;
  const isAlone = type !== "step" || isTopLine;
  if (isAlone && editor.can().wrapIn(type, attrs)) {
    editor.chain().focus().wrapIn(type, attrs).run();
    return;
  }
  const after = $from.depth > 0 ? $from.after(1) : editor.state.doc.content.size;
  const content = { type, attrs, content: [{ type: "paragraph" }] };
  editor
    .chain()
    .insertContentAt(after, content)
    .focus(after + 2)
    .run();
}
