import * as Y from "yjs";
import type { DocumentMark, DocumentNode } from "./document-node.ts";

/** The root of the text in the shared document; the editor in the browser uses the same name. */
export const rootName = "text";

/** A new shared document with this content, as one update. */
export function seedUpdate(document: DocumentNode): Uint8Array {
  const shared = new Y.Doc({ gc: true });
  const content = (document.content ?? []).map(sharedNode);
  if (content.length > 0) shared.getXmlFragment(rootName).insert(0, content);
  const update = Y.encodeStateAsUpdate(shared);
  shared.destroy();
  return update;
}

/** The content of a shared document. */
export function documentOf(shared: Y.Doc): DocumentNode {
  return { type: "doc", content: shared.getXmlFragment(rootName).toArray().flatMap(nodesOf) };
}

function sharedNode(node: DocumentNode): Y.XmlElement | Y.XmlText {
  const element = new Y.XmlElement(node.type);
  for (const [name, value] of Object.entries(node.attrs ?? {})) {
    // Yjs keeps any JSON; its types know only texts.
    if (value !== null && value !== undefined) Reflect.apply(element.setAttribute, element, [name, value]);
  }
  const children: (Y.XmlElement | Y.XmlText)[] = [];
  let run: DocumentNode[] = [];
  const endRun = () => {
    if (run.length > 0) children.push(sharedText(run));
    run = [];
  };
  for (const child of node.content ?? []) {
    if (child.type === "text") run.push(child);
    else {
      endRun();
      children.push(sharedNode(child));
    }
  }
  endRun();
  if (children.length > 0) element.insert(0, children);
  return element;
}

/** One text with its marks, as the editor's binding writes it. */
function sharedText(nodes: readonly DocumentNode[]): Y.XmlText {
  const text = new Y.XmlText();
  text.applyDelta(
    nodes.map(({ text: insert = "", marks = [] }) => ({
      insert,
      attributes: Object.fromEntries(marks.map(({ type, attrs }) => [type, attrs ?? {}])),
    })),
  );
  return text;
}

interface Delta {
  insert?: unknown;
  attributes?: Record<string, unknown>;
}

function nodesOf(node: Y.XmlElement | Y.XmlText | Y.XmlHook): DocumentNode[] {
  if (node instanceof Y.XmlText) {
    return node.toDelta().flatMap(({ insert, attributes = {} }: Delta): DocumentNode[] => {
      if (typeof insert !== "string") return [];
      const text = storable(insert);
      const marks = Object.entries(attributes).flatMap(([type, attrs]) => markOf(type, attrs));
      return [{ type: "text", text, ...(marks.length > 0 && { marks }) }];
    });
  }
  if (!(node instanceof Y.XmlElement)) return [];
  const attrs = storableAttributes(node.getAttributes());
  const content = node.toArray().flatMap(nodesOf);
  return [
    {
      type: node.nodeName,
      ...(Object.keys(attrs).length > 0 && { attrs }),
      ...(content.length > 0 && { content }),
    },
  ];
}

function markOf(type: string, attrs: unknown): DocumentMark[] {
  if (typeof attrs !== "object" || attrs === null) return [];
  const kept = storableAttributes(attrs);
  return [Object.keys(kept).length > 0 ? { type, attrs: kept } : { type }];
}

/** Without what no database holds: NUL, which nobody sees, and half characters. */
const storable = (text: string): string => text.replaceAll("\0", "").toWellFormed();

function storableAttributes(attrs: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(attrs).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === "string" ? storable(value) : value,
    ]),
  );
}
