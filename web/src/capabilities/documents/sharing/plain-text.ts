import * as Y from "yjs";

/** The text of a shared document without any marks, a line for each block: to read and to copy. */
export function plainText(fragment: Y.XmlFragment): string {
  const lines: string[] = [];
  for (const child of fragment.toArray()) addLines(child, lines);
  return lines.join("\n").trim();
}

function addLines(node: Y.XmlElement | Y.XmlText | Y.XmlHook, lines: string[]): void {
  if (node instanceof Y.XmlText) return void lines.push(textOf(node));
  if (!(node instanceof Y.XmlElement)) return;
  const children = node.toArray();
  if (!children.some((child) => child instanceof Y.XmlText)) {
    for (const child of children) addLines(child, lines);
    return;
  }
  lines.push(children.map((child) => (child instanceof Y.XmlText ? textOf(child) : "\n")).join(""));
}

function textOf(text: Y.XmlText): string {
  return text
    .toDelta()
    .map(({ insert }: { insert?: unknown }) => (typeof insert === "string" ? insert : ""))
    .join("");
}
