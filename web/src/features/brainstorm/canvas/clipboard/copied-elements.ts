import { type CanvasElement, type CanvasPoint, canvasElementSchema } from "@atoll/contract/documents/canvas";
import { canvasMaxCoordinate } from "@atoll/contract/documents/canvas-limits";
import { idSchema } from "@atoll/contract/identifiers";
import { escapeHtml } from "@atoll/contract/text/escape-html";
import { z } from "zod";
import { fromBase64, toBase64 } from "../../../../capabilities/documents/sharing/bytes.ts";
import { uuidv7 } from "../../../../lib/uuidv7.ts";
import type { CanvasItem } from "../board-canvas.ts";
import { type Box, boxOf, clampPoint, endsOf } from "../geometry.ts";
import { inReadingOrder } from "../groups.ts";

/** An element on its way to another place. Frames and arrows of the same copy name it by this id. */
export interface CopiedElement {
  id: string;
  element: CanvasElement;
}

/** Elements of one copy, and their size in bytes: pasting them is one update, which the server takes up to a size. */
export const maxCopiedElements = 1000;
const maxCopiedBytes = 450_000;

export const tooLargeToCopy = "These are too many elements to copy at once. Select fewer of them.";

type Items = ReadonlyMap<string, CanvasItem>;
type Arrow = Extract<CanvasElement, { kind: "arrow" }>;

/**
 * Returns elements with everything that belongs to them: what is in their frames, and the arrows between them. An arrow
 * keeps an end at an element that is not copied as a place.
 */
export function copyElements(items: Items, ids: Iterable<string>): CopiedElement[] {
  const chosen = new Set([...ids].filter((id) => items.has(id)));
  for (const { id, element } of items.values())
    if (element.frame !== null && chosen.has(element.frame)) chosen.add(id);
  const isChosen = (end: Arrow["from"]) => "element" in end && chosen.has(end.element);
  for (const { id, element } of items.values())
    if (element.kind === "arrow" && isChosen(element.from) && isChosen(element.to)) chosen.add(id);
  return [...items.values()]
    .filter(({ id }) => chosen.has(id))
    .map(({ id, element }) => {
      const frame = element.frame !== null && chosen.has(element.frame) ? element.frame : null;
      if (element.kind !== "arrow") return { id, element: { ...element, frame } };
      const [from, to] = endsOf(element, items);
      return {
        id,
        element: {
          ...element,
          frame,
          at: clampPoint(from),
          from: isChosen(element.from) ? element.from : { point: clampPoint(from) },
          to: isChosen(element.to) ? element.to : { point: clampPoint(to) },
        },
      };
    });
}

/** The part of the canvas that copied elements take. */
export function boxOfCopied(copied: readonly CopiedElement[]): Box {
  const items = new Map(copied.map((one) => [one.id, { ...one, authorId: null }]));
  const boxes = [...items.values()].map((item) => boxOf(item, items));
  const x = boxes.reduce((least, box) => Math.min(least, box.x), Number.POSITIVE_INFINITY);
  const y = boxes.reduce((least, box) => Math.min(least, box.y), Number.POSITIVE_INFINITY);
  return {
    x,
    y,
    width: boxes.reduce((most, box) => Math.max(most, box.x + box.width), x) - x,
    height: boxes.reduce((most, box) => Math.max(most, box.y + box.height), y) - y,
  };
}

/** Returns new elements with ids of their own, moved by so much, or by as much of it as the canvas has space for. */
export function newElementsOf(
  copied: readonly CopiedElement[],
  by: readonly [number, number],
): CopiedElement[] {
  const box = boxOfCopied(copied);
  const within = (value: number, start: number, length: number) =>
    Math.max(-canvasMaxCoordinate - start, Math.min(canvasMaxCoordinate - start - length, value));
  const [dx, dy] = [within(by[0], box.x, box.width), within(by[1], box.y, box.height)];
  const moved = ([x, y]: CanvasPoint) => clampPoint([x + dx, y + dy]);
  const ids = new Map(copied.map(({ id }) => [id, uuidv7()]));
  const groups = new Map<string, string>();
  const groupOf = (group: string | null) => {
    if (group === null) return null;
    const known = groups.get(group) ?? uuidv7();
    groups.set(group, known);
    return known;
  };
  return copied.map(({ id, element }) => {
    const parts = {
      at: moved(element.at),
      frame: ids.get(element.frame ?? "") ?? null,
      group: groupOf(element.group),
    };
    const newId = ids.get(id) ?? uuidv7();
    if (element.kind !== "arrow") return { id: newId, element: { ...element, ...parts } };
    const endOf = (end: Arrow["from"]): Arrow["from"] => {
      if ("point" in end) return { point: moved(end.point) };
      const known = ids.get(end.element);
      return known === undefined ? { point: parts.at } : { element: known };
    };
    return { id: newId, element: { ...element, ...parts, from: endOf(element.from), to: endOf(element.to) } };
  });
}

/** Elements as a clipboard holds them. */
export interface ClipboardTexts {
  /** Carries the elements for Atoll, and their texts for programs that show HTML. */
  html: string;
  /** The texts in reading order, for other programs. */
  text: string;
}

const attribute = "data-atoll-board";

const bytesOf = (copied: readonly CopiedElement[]) =>
  new TextEncoder().encode(JSON.stringify({ version: 1, elements: copied }));

/** Whether these are too many or too long for one update. */
export const isTooLarge = (copied: readonly CopiedElement[]): boolean =>
  copied.length > maxCopiedElements || bytesOf(copied).length > maxCopiedBytes;

/** Returns what goes to the clipboard; null for more than can be pasted at once. */
export function writeCopied(copied: readonly CopiedElement[]): ClipboardTexts | null {
  if (isTooLarge(copied)) return null;
  const texts = inReadingOrder(copied).flatMap(({ element }) => element.text.trim() || []);
  const lines = texts.map((text) => `<p>${escapeHtml(text).replaceAll("\n", "<br>")}</p>`).join("");
  return { html: `<div ${attribute}="${toBase64(bytesOf(copied))}">${lines}</div>`, text: texts.join("\n") };
}

const copySchema = z.object({
  version: z.literal(1),
  elements: z.array(z.object({ id: idSchema, element: z.unknown() })).max(maxCopiedElements),
});

/**
 * Reads elements from a clipboard, which any page may have written. Elements that this page does not know are left out
 * and counted; null when there are none at all.
 */
export function readCopied(html: string): { copied: CopiedElement[]; leftOut: number } | null {
  const start = html.indexOf(`${attribute}="`);
  if (start === -1) return null;
  const from = start + attribute.length + 2;
  const end = html.indexOf('"', from);
  if (end === -1 || end - from > Math.ceil(maxCopiedBytes / 3) * 4) return null;
  let content: unknown;
  try {
    content = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(fromBase64(html.slice(from, end))));
  } catch {
    return null;
  }
  const parsed = copySchema.safeParse(content);
  if (!parsed.success) return null;
  const copied = new Map<string, CopiedElement>();
  for (const { id, element } of parsed.data.elements) {
    const known = canvasElementSchema.safeParse(element);
    if (known.success) copied.set(id, { id, element: known.data });
  }
  if (copied.size === 0) return null;
  return { copied: [...copied.values()], leftOut: parsed.data.elements.length - copied.size };
}
