import {
  type CanvasElement,
  canvasAuthorsRoot,
  canvasElementSchema,
  canvasElementsRoot,
} from "@atoll/contract/documents/canvas";
import { canvasSchemaVersion } from "@atoll/contract/documents/canvas-limits";
import * as Y from "yjs";
import type { DocumentContent } from "../../../capabilities/documents/sharing/document-content.ts";
import { replaceText } from "./notes/replace-text.ts";

/** An element of a board with its author; null for one of a template. */
export interface CanvasItem {
  id: string;
  element: CanvasElement;
  authorId: string | null;
}

export interface CanvasSnapshot {
  /** The same item as long as nothing about it changes. */
  items: ReadonlyMap<string, CanvasItem>;
  canUndo: boolean;
  canRedo: boolean;
}

/** Fields that may change after an element was added. */
export type ElementChange = Partial<{ [Field in PlaceField | StyleField]: unknown }>;
type PlaceField = "at" | "size" | "frame" | "group" | "stack" | "from" | "to";
type StyleField = "color" | "ink" | "textSize" | "form" | "line" | "heads" | "dash" | "pen";

/** The canvas of a board, as this page has it. Each call that writes is one transaction and one step of undo. */
export interface BoardCanvas {
  getSnapshot(): CanvasSnapshot;
  subscribe(listener: () => void): () => void;
  add(
    elements: readonly { id: string; element: CanvasElement }[],
    changes?: ReadonlyMap<string, ElementChange>,
  ): void;
  change(changes: ReadonlyMap<string, ElementChange>): void;
  remove(ids: readonly string[]): void;
  /** Everything typed between `begin` and `end` is one step of undo. */
  beginText(): void;
  setText(id: string, text: string): void;
  endText(): void;
  undo(): void;
  redo(): void;
  close(): void;
}

/** The canvas of a board as a shared document. Content that this page does not know is left as it is. */
export const canvasContent: DocumentContent = { schemaVersion: canvasSchemaVersion };

/** Opens the canvas in a shared document. Until the server has named its author, a new element is the viewer's. */
export function openBoardCanvas(shared: Y.Doc, viewerId: string): BoardCanvas {
  const elements = shared.getMap<Y.Map<unknown>>(canvasElementsRoot);
  const authors = shared.getMap<string>(canvasAuthorsRoot);
  const own = new Set<string>();
  const listeners = new Set<() => void>();
  // Undo takes back what was written with this origin alone, and never what others wrote since.
  const gesture = Symbol("gesture");
  /** Elements that the viewer added, and that others have worked on since: undoing the addition leaves them. */
  let kept: ReadonlySet<Y.Item> = new Set();
  const history = new Y.UndoManager(elements, {
    trackedOrigins: new Set([gesture]),
    captureTimeout: 0,
    deleteFilter: (item) => !isWithin(item, kept),
  });
  let snapshot: CanvasSnapshot = { items: readAll(), canUndo: false, canRedo: false };

  function readAll(): Map<string, CanvasItem> {
    const items = new Map<string, CanvasItem>();
    for (const [id, fields] of elements) {
      const item = read(id, fields);
      if (item) items.set(id, item);
    }
    return items;
  }

  function read(id: string, fields: Y.Map<unknown>): CanvasItem | undefined {
    const parsed = canvasElementSchema.safeParse({ ...fields.toJSON(), text: textOf(fields) });
    // An element that this page does not know is left alone.
    if (!parsed.success) return undefined;
    return {
      id,
      element: parsed.data,
      authorId: authors.get(id)?.split(" ", 1)[0] ?? (own.has(id) ? viewerId : null),
    };
  }

  function refresh(ids: Iterable<string>): void {
    const items = new Map(snapshot.items);
    for (const id of ids) {
      const fields = elements.get(id);
      const item = fields && read(id, fields);
      if (item) items.set(id, item);
      else items.delete(id);
    }
    publish(items);
  }

  function publish(items: ReadonlyMap<string, CanvasItem>): void {
    snapshot = { items, canUndo: history.canUndo(), canRedo: history.canRedo() };
    for (const listener of listeners) listener();
  }

  const onElements = (events: readonly Y.YEvent<Y.AbstractType<unknown>>[]) => {
    const ids = new Set<string>();
    for (const event of events) {
      const [id] = event.path;
      if (typeof id === "string") ids.add(id);
      else for (const key of event.keys.keys()) ids.add(key);
    }
    refresh(ids);
  };
  const onAuthors = (event: Y.YMapEvent<string>) => refresh(event.keysChanged as Set<string>);
  const onHistory = () => publish(snapshot.items);
  elements.observeDeep(onElements);
  authors.observe(onAuthors);
  for (const name of ["stack-item-added", "stack-item-popped", "stack-cleared"] as const)
    history.on(name, onHistory);

  function applyChanges(changes: ReadonlyMap<string, ElementChange>): void {
    for (const [id, change] of changes) {
      const fields = elements.get(id);
      if (!fields) continue;
      for (const [name, value] of Object.entries(change))
        if (JSON.stringify(fields.get(name)) !== JSON.stringify(value)) fields.set(name, value);
    }
  }

  const write = (work: () => void) => shared.transact(work, gesture);

  return {
    getSnapshot: () => snapshot,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add: (added, changes = new Map()) =>
      write(() => {
        for (const { id, element } of added) {
          own.add(id);
          elements.set(id, fieldsOf(element));
        }
        applyChanges(changes);
      }),
    change: (changes) => write(() => applyChanges(changes)),
    remove: (ids) =>
      write(() => {
        for (const id of ids) elements.delete(id);
      }),
    beginText() {
      history.stopCapturing();
      history.captureTimeout = Number.POSITIVE_INFINITY;
    },
    setText(id, typed) {
      const text = storable(typed);
      const fields = elements.get(id);
      if (!fields || textOf(fields) === text) return;
      write(() => {
        const shown = fields.get("text");
        if (shown instanceof Y.Text) replaceText(shown, text);
        else fields.set("text", new Y.Text(text));
      });
    },
    endText() {
      history.captureTimeout = 0;
      history.stopCapturing();
    },
    undo() {
      const step = history.undoStack.at(-1);
      const added = [...elements._map.values()].filter(
        (item) => step && Y.isDeleted(step.insertions, item.id),
      );
      kept = new Set(added.filter(hasWorkOfOthers));
      oneStep(history.undoStack, () => history.undo());
      kept = new Set();
    },
    redo: () => oneStep(history.redoStack, () => history.redo()),
    close() {
      elements.unobserveDeep(onElements);
      authors.unobserve(onAuthors);
      history.destroy();
      listeners.clear();
    },
  };
}

/**
 * Undoes one gesture, also where nothing of it is left to undo: the library would go on to the one before, which the
 * person did not mean.
 */
function oneStep(stack: unknown[], step: () => unknown): void {
  const earlier = stack.splice(0, Math.max(0, stack.length - 1));
  step();
  stack.unshift(...earlier);
}

function isWithin(item: Y.Item, ancestors: ReadonlySet<Y.Item>): boolean {
  for (let at: Y.Item | null = item; at; at = at.parent instanceof Y.AbstractType ? at.parent._item : null)
    if (ancestors.has(at)) return true;
  return false;
}

function hasWorkOfOthers({ id, content }: Y.Item): boolean {
  if (!(content instanceof Y.ContentType) || !(content.type instanceof Y.Map)) return false;
  const items = [...content.type._map.values()];
  const text = content.type.get("text");
  for (let item = text instanceof Y.Text ? text._start : null; item; item = item.right) items.push(item);
  return items.some((item) => item.id.client !== id.client && !item.deleted);
}

/** An element as the entries of a shared map. Fields that are null are left out. */
function fieldsOf({ text, ...element }: CanvasElement): Y.Map<unknown> {
  const fields = new Y.Map<unknown>();
  for (const [name, value] of Object.entries(element)) if (value !== null) fields.set(name, value);
  fields.set("text", new Y.Text(storable(text)));
  return fields;
}

/** Some programs put NUL on the clipboard. Nobody sees it, and no server stores it. */
const storable = (text: string): string => text.replaceAll("\0", "");

function textOf(fields: Y.Map<unknown>): string {
  const text = fields.get("text");
  return text instanceof Y.Text ? text.toString() : "";
}
