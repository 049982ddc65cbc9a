import type { CanvasItem } from "./board-canvas.ts";

const kindNames: Readonly<Record<CanvasItem["element"]["kind"], string>> = {
  note: "Note",
  text: "Text",
  shape: "Shape",
  frame: "Group",
  arrow: "Arrow",
  image: "Image",
  stroke: "Drawing",
  sticker: "Sticker",
};

const wordless = new Set<CanvasItem["element"]["kind"]>(["image", "stroke", "sticker"]);
/** Whether the text of an element is written on the canvas. */
export const hasText = ({ element }: CanvasItem): boolean => !wordless.has(element.kind);

export const kindName = ({ element }: CanvasItem) => kindNames[element.kind];

/** Returns what an element is called in the list and in announcements: its text, or its kind without one. */
export function elementName(item: CanvasItem, items: ReadonlyMap<string, CanvasItem>): string {
  const { element } = item;
  const text = element.text.trim();
  if (text !== "") return text;
  if (element.kind === "note") return "Empty note";
  if (element.kind === "frame") return "Unnamed group";
  if (element.kind === "sticker") return element.emoji;
  if (element.kind !== "arrow") return kindNames[element.kind];
  return `Arrow from ${endName(element.from, items)} to ${endName(element.to, items)}`;
}

type End = Extract<CanvasItem["element"], { kind: "arrow" }>["from"];

function endName(end: End, items: ReadonlyMap<string, CanvasItem>): string {
  const item = "element" in end ? items.get(end.element) : undefined;
  return item && item.element.kind !== "arrow" ? `“${elementName(item, items)}”` : "a place on the canvas";
}
