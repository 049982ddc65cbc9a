import { type Editor, mergeAttributes, Node } from "@tiptap/core";

/**
 * A line that folds the content below it: its first block is the line. Whether it is open is the writer's own, and no
 * part of the text.
 */
export const Toggle = Node.create({
  name: "toggle",
  group: "block",
  // Never `+`, as in callouts: two people can empty it together.
  content: "block*",
  defining: true,
  // Before the line break that the same keys make elsewhere.
  priority: 150,
  parseHTML: () => [{ tag: "details" }],
  // Open, so that all of it is there where it is pasted.
  renderHTML: ({ HTMLAttributes }) => ["details", mergeAttributes(HTMLAttributes, { open: "" }), 0],
  addNodeView() {
    return () => {
      const dom = document.createElement("div");
      dom.className = "doc-toggle";
      const button = document.createElement("button");
      button.type = "button";
      button.className = "doc-toggle-fold";
      button.contentEditable = "false";
      const contentDOM = document.createElement("div");
      contentDOM.className = "doc-toggle-text";
      const fold = (isFolded: boolean) => {
        dom.toggleAttribute("data-folded", isFolded);
        button.setAttribute("aria-expanded", String(!isFolded));
      };
      button.setAttribute("aria-label", "Show what is below this line");
      fold(false);
      // The cursor stays where it is.
      button.addEventListener("mousedown", (event) => event.preventDefault());
      button.addEventListener("click", () => fold(!dom.hasAttribute("data-folded")));
      dom.append(button, contentDOM);
      return {
        dom,
        contentDOM,
        stopEvent: ({ target }) => target === button,
        ignoreMutation: (change) => change.type !== "selection" && !contentDOM.contains(change.target),
      };
    };
  },
  addKeyboardShortcuts() {
    return {
      // In its first line.
      "Mod-Enter": ({ editor }) => {
        const { $from } = editor.state.selection;
        const depth = $from.depth - 1;
        if (depth < 1 || $from.node(depth).type !== this.type || $from.index(depth) > 0) return false;
        const dom = elementAt(editor, $from.before(depth));
        dom?.querySelector<HTMLButtonElement>(":scope > button")?.click();
        return dom !== undefined;
      },
    };
  },
  // A cursor that comes into what is folded opens it.
  onSelectionUpdate() {
    const { $head } = this.editor.state.selection;
    for (let depth = 1; depth < $head.depth; depth += 1) {
      if ($head.node(depth).type !== this.type || $head.index(depth) === 0) continue;
      const dom = elementAt(this.editor, $head.before(depth));
      if (dom?.hasAttribute("data-folded")) dom.querySelector<HTMLButtonElement>(":scope > button")?.click();
    }
  },
});

function elementAt(editor: Editor, position: number): HTMLElement | undefined {
  const dom = editor.view.nodeDOM(position);
  return dom instanceof HTMLElement ? dom : undefined;
}
