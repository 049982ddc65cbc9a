import type { Editor } from "@tiptap/core";

/** Puts a text at the caret, each line as a paragraph of its own. */
export function insertText(editor: Editor, text: string): void {
  const paragraphs = text
    .split("\n")
    .flatMap((line) => (line === "" ? [] : [{ type: "paragraph", content: [{ type: "text", text: line }] }]));
  const { $from } = editor.state.selection;
  // Whole lines come after the block that the caret is in: within it they would break what it is.
  const at = paragraphs.length > 1 && $from.depth > 0 ? $from.after(1) : $from.pos;
  const content = paragraphs.length > 1 ? paragraphs : { type: "text", text: text.trim() };
  editor.chain().focus().insertContentAt(at, content).run();
}

/** Types the sign that opens the menu of people and things. */
export function openMention(editor: Editor): void {
  const { $from } = editor.state.selection;
  const before = $from.parent.textBetween(
    Math.max(0, $from.parentOffset - 1),
    $from.parentOffset,
    "",
    "\ufffc",
  );
  editor
    .chain()
    .focus()
    .insertContent(before === "" || before === " " ? "@" : " @")
    .run();
}
