import type { Reference } from "@atoll/contract/documents/schemas";
import type { Editor, Range } from "@tiptap/core";

/** Puts a name where its search was typed. */
export function insertMention(editor: Editor, range: Range, reference: Reference): void {
  editor
    .chain()
    .focus()
    .insertContentAt(range, [
      { type: "mention", attrs: reference },
      { type: "text", text: " " },
    ])
    .run();
}

/** Puts a card in place of the line where its search was typed, or after it if the line says more. The cursor follows. */
export function insertCard(editor: Editor, range: Range, reference: Reference): void {
  editor.chain().focus().deleteRange(range).run();
  const { $from } = editor.state.selection;
  const isAlone = $from.parent.content.size === 0;
  const at = isAlone ? { from: $from.before(), to: $from.after() } : $from.after();
  const start = isAlone ? $from.before() : $from.after();
  editor
    .chain()
    .insertContentAt(at, [{ type: "card", attrs: reference }, { type: "paragraph" }])
    .setTextSelection(start + 2)
    .run();
}
