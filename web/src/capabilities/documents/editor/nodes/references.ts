import { type ReferenceKind, referenceKinds } from "@atoll/contract/documents/limits";
import { mergeAttributes, Node } from "@tiptap/core";
import type { ReferenceNames } from "../../references/reference-names.ts";

export interface ReferenceOptions {
  names: ReferenceNames | null;
}

const attributes = () => ({
  kind: { default: null, parseHTML: () => null, rendered: false },
  id: { default: null, parseHTML: () => null, rendered: false },
});

const fallback = { person: "Somebody", task: "Task", channel: "Channel", article: "Article" };

/** A person, task, channel or article within a line. */
export const Mention = Node.create<ReferenceOptions>({
  name: "mention",
  group: "inline",
  inline: true,
  atom: true,
  selectable: true,
  addOptions: () => ({ names: null }),
  addAttributes: attributes,
  parseHTML: () => [],
  renderHTML: ({ HTMLAttributes }) => ["span", mergeAttributes(HTMLAttributes, { class: "doc-mention" })],
  renderText: ({ node }) => fallback[node.attrs.kind as ReferenceKind] ?? "",
  addNodeView() {
    return ({ node }) =>
      namedView(document.createElement("span"), "doc-mention", node.attrs, this.options.names);
  },
});

/** The same as a card of its own. */
export const Card = Node.create<ReferenceOptions>({
  name: "card",
  group: "block",
  atom: true,
  draggable: true,
  addOptions: () => ({ names: null }),
  addAttributes: attributes,
  parseHTML: () => [],
  renderHTML: ({ HTMLAttributes }) => ["div", mergeAttributes(HTMLAttributes, { class: "doc-card" })],
  addNodeView() {
    return ({ node }) => namedView(document.createElement("div"), "doc-card", node.attrs, this.options.names);
  },
});

function namedView(
  dom: HTMLElement,
  className: string,
  { kind, id }: Record<string, unknown>,
  names: ReferenceNames | null,
) {
  const known = referenceKinds.find((one) => one === kind);
  dom.className = className;
  dom.contentEditable = "false";
  if (!known || typeof id !== "string") return { dom };
  dom.dataset.kind = known;
  const show = (name: string | null | undefined) => {
    dom.textContent = `${known === "person" ? "@" : ""}${name ?? fallback[known]}`;
    dom.toggleAttribute("data-unknown", name === null);
  };
  show(names?.read({ kind: known, id }));
  const stop = names?.watch({ kind: known, id }, show);
  return { dom, destroy: () => stop?.() };
}
