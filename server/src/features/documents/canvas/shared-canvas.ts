import {
  type CanvasElement,
  canvasAuthorsRoot,
  canvasElementSchema,
  canvasElementsRoot,
  type IdentifiedElement,
} from "@atoll/contract/documents/canvas";
import { canvasMaxElements } from "@atoll/contract/documents/canvas-limits";
import * as Y from "yjs";
import type { CheckedUpdate, Refusal } from "../thread-tasks.ts";

/** The two roots of a canvas. */
export function rootsOf(shared: Y.Doc): { elements: Y.Map<unknown>; authors: Y.Map<unknown> } {
  return { elements: shared.getMap(canvasElementsRoot), authors: shared.getMap(canvasAuthorsRoot) };
}

/** A new shared canvas with these elements, as one update. */
export function seedCanvas(elements: readonly IdentifiedElement[]): Uint8Array {
  const shared = new Y.Doc({ gc: true });
  shared.transact(() => put(shared, elements));
  const update = Y.encodeStateAsUpdate(shared);
  shared.destroy();
  return update;
}

/** An element to add. One that is on the canvas already stays as it is, unless it is to be moved. */
export type AddedElement = IdentifiedElement & { isMoved?: boolean };

/** The update that adds elements to a canvas, for those that are not there, and moves those that are to be moved. */
export function addElements(
  shared: Y.Doc,
  elements: readonly AddedElement[],
): Omit<CheckedUpdate, "clients" | "removed"> | { verdict: Refusal } {
  const { elements: there, authors } = rootsOf(shared);
  const missing = elements.filter(({ id, isMoved }) => !isMoved && !there.has(id));
  const moved = elements.filter(({ id, isMoved }) => isMoved && there.has(id));
  if (there.size + missing.length > canvasMaxElements) return { verdict: "too_large" };
  const before = Y.encodeStateVector(shared);
  shared.transact(() => {
    put(shared, missing);
    for (const { id, element } of moved) moveTo(there.get(id), element);
  });
  const merged = Y.encodeStateAsUpdate(shared, before);
  const changed = [...missing, ...moved.flatMap(({ id }) => readElement(there, authors, id) ?? [])];
  shared.destroy();
  return { verdict: "fits", merged, changes: { changed, removedIds: [] } };
}

/** Moves an element, and nothing else about it: its text may have changed since it was read. */
function moveTo(shared: unknown, { kind, at, ...fields }: CanvasElement): void {
  if (!(shared instanceof Y.Map) || shared.get("kind") !== kind) return;
  const ends = ["size", "from", "to"].map((name) => [name, Reflect.get(fields, name)] as const);
  for (const [name, value] of [["at", at] as const, ...ends])
    if (value !== undefined && JSON.stringify(shared.get(name)) !== JSON.stringify(value))
      shared.set(name, value);
}

function put(shared: Y.Doc, added: readonly IdentifiedElement[]): void {
  const { elements, authors } = rootsOf(shared);
  for (const { id, authorId, element } of added) {
    const entries = Object.entries(element).map(([field, value]): [string, unknown] => [
      field,
      field === "text" ? new Y.Text(String(value)) : value,
    ]);
    elements.set(id, new Y.Map(entries.filter(([, value]) => value !== null)));
    if (authorId !== null) authors.set(id, authorId);
  }
}

/** The id of the author in an entry of `authors`: a deleted element has a fingerprint behind it. */
export const authorIn = (sign: string): string => sign.split(" ", 1)[0] ?? sign;

/** An element of a canvas as plain data; undefined for what is none, or says more than an element can. */
export function readElement(elements: Y.Map<unknown>, authors: Y.Map<unknown>, id: string) {
  const shared = elements.get(id);
  if (!(shared instanceof Y.Map) || shared._start !== null) return undefined;
  const fields: [string, unknown][] = [];
  for (const [field, value] of shared.entries()) {
    // Assigned, it would change the object's prototype, and no schema would see it.
    if (field === "__proto__") return undefined;
    const read = field === "text" ? textOf(value) : value;
    if (read === undefined) return undefined;
    fields.push([field, read]);
  }
  const parsed = canvasElementSchema.safeParse(Object.fromEntries(fields));
  const authorId = authors.get(id);
  return parsed.success
    ? { id, authorId: typeof authorId === "string" ? authorIn(authorId) : null, element: parsed.data }
    : undefined;
}

/** Text without formatting, and nothing else in it. */
function textOf(value: unknown): string | undefined {
  if (!(value instanceof Y.Text) || value._map.size > 0) return undefined;
  const parts: { insert?: unknown; attributes?: object }[] = value.toDelta();
  const isPlain = parts.every(({ insert, attributes }) => typeof insert === "string" && !attributes);
  return isPlain ? parts.map(({ insert }) => insert).join("") : undefined;
}
