import { type ReferenceKind, referenceKinds } from "@atoll/contract/documents/limits";
import { mergeAttributes, Node } from "@tiptap/core";
import type { ReferenceNames } from "../../references/reference-names.ts";
import { readId } from "./read-id.ts";

export interface ReferenceOptions {
  names: ReferenceNames | null;
}

const kindOf = (value: unknown): ReferenceKind | null => referenceKinds.find((one) => one === value) ?? null;

const attributes = () => ({
  kind: {
    default: null,
    parseHTML: (element: HTMLElement) => kindOf(element.dataset.kind),
    renderHTML: ({ kind }: Record<string, unknown>) => ({ "data-kind": kind }),
  },
  id: {
    default: null,
    parseHTML: (element: HTMLElement) => readId(element, "data-id"),
    renderHTML: ({ id }: Record<string, unknown>) => ({ "data-id": id }),
  },
});

/** Reads only what this editor writes. The words in the element are ignored: the reader sees the name that they may see. */
const parsed = (tag: string) => () => [
  {
    tag,
    getAttrs: (element: HTMLElement) =>
      kindOf(element.dataset.kind) !== null && readId(element, "data-id") !== null && null,
  },
];

const fallback = { person: "Someone", task: "Task", channel: "Channel", article: "Article" };

/** Returns the name as this person sees it, for the clipboard; the word for its kind where it is unknown. */
function nameOf({ kind, id }: Record<string, unknown>, names: ReferenceNames | null): string {
  const known = kindOf(kind);
  if (!known) return "";
  const name = typeof id === "string" ? names?.read({ kind: known, id }) : undefined;
  return `${known === "person" ? "@" : ""}${name ?? fallback[known]}`;
}

/** A person, task, channel or article within a line. */
export const Mention = Node.create<ReferenceOptions>({
  name: "mention",
  group: "inline",
  inline: true,
  atom: true,
  selectable: true,
  addOptions: () => ({ names: null }),
  addAttributes: attributes,
  parseHTML: parsed("span[data-id]"),
  renderHTML({ node, HTMLAttributes }) {
    const attributes = mergeAttributes(HTMLAttributes, { class: "doc-mention" });
    return ["span", attributes, nameOf(node.attrs, this.options.names)];
  },
  renderText({ node }) {
    return nameOf(node.attrs, this.options.names);
  },
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
  parseHTML: parsed("div[data-id]"),
  renderHTML({ node, HTMLAttributes }) {
    const attributes = mergeAttributes(HTMLAttributes, { class: "doc-card" });
    return ["div", attributes, nameOf(node.attrs, this.options.names)];
  },
  renderText({ node }) {
    return nameOf(node.attrs, this.options.names);
  },
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
  const known = kindOf(kind);
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
