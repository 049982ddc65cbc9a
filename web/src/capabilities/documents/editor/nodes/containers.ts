import { mergeAttributes, Node } from "@tiptap/core";
import { uuidv7 } from "../../../../lib/uuidv7.ts";
import { readId } from "./read-id.ts";

export const calloutTones = ["note", "tip", "warning"] as const;
export type CalloutTone = (typeof calloutTones)[number];

const toneOf = (value: unknown): CalloutTone => calloutTones.find((tone) => tone === value) ?? "note";

/** An aside in a box: a note, a tip or a warning. */
export const Callout = Node.create({
  name: "callout",
  group: "block",
  // Never `+`: two people can empty it together, and what does not fit its rule would be deleted for everybody.
  content: "block*",
  defining: true,
  addAttributes: () => ({
    tone: {
      default: "note",
      parseHTML: (element) => toneOf(element.dataset.tone),
      renderHTML: ({ tone }) => ({ "data-tone": toneOf(tone) }),
    },
  }),
  parseHTML: () => [{ tag: "aside[data-tone]" }],
  renderHTML: ({ HTMLAttributes }) => ["aside", mergeAttributes(HTMLAttributes, { class: "doc-callout" }), 0],
});

/** A numbered step of a procedure. Its first line is its title; its id stays when it moves. */
export const Step = Node.create({
  name: "step",
  group: "top",
  content: "block*",
  defining: true,
  addAttributes: () => ({
    id: {
      default: null,
      // Kept, so that a step that is cut and pasted is still the same one; a copy gets an id of its own afterwards.
      parseHTML: (element) => readId(element, "data-step"),
      renderHTML: ({ id }) => ({ "data-step": id }),
    },
  }),
  parseHTML: () => [{ tag: "section[data-step]" }],
  renderHTML: ({ HTMLAttributes }) => ["section", mergeAttributes(HTMLAttributes, { class: "doc-step" }), 0],
  addKeyboardShortcuts() {
    return {
      // On an empty line at its end: the next step. On an empty step: back to text.
      Enter: ({ editor }) => {
        const { $from, empty } = editor.state.selection;
        const depth = stepDepth($from);
        if (!empty || depth === undefined || $from.parent.content.size > 0) return false;
        if ($from.depth !== depth + 1) return false;
        const step = $from.node(depth);
        if ($from.index(depth) !== step.childCount - 1) return false;
        const isEmpty = step.childCount === 1;
        return editor.commands.command(({ tr, dispatch, state }) => {
          const paragraph = state.schema.nodes.paragraph?.create();
          if (!dispatch || !paragraph) return true;
          if (isEmpty) {
            tr.replaceWith($from.before(depth), $from.after(depth), paragraph);
            tr.setSelection(selectionAt(tr.doc, $from.before(depth) + 1));
          } else {
            const next = state.schema.nodes.step?.create({ id: uuidv7() }, paragraph);
            if (!next) return false;
            tr.insert($from.after(depth), next);
            tr.delete($from.before(), $from.after());
            tr.setSelection(selectionAt(tr.doc, tr.mapping.map($from.after(depth)) - next.nodeSize + 2));
          }
          tr.scrollIntoView();
          return true;
        });
      },
    };
  },
});

import type { Node as ProseNode, ResolvedPos } from "@tiptap/pm/model";
import { Selection } from "@tiptap/pm/state";

function stepDepth($from: ResolvedPos): number | undefined {
  for (let depth = $from.depth; depth > 0; depth -= 1)
    if ($from.node(depth).type.name === "step") return depth;
  return undefined;
}

function selectionAt(doc: ProseNode, position: number): Selection {
  return Selection.near(doc.resolve(Math.min(position, doc.content.size)));
}
