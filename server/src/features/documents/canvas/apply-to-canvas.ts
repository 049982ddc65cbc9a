import type { IdentifiedElement } from "@atoll/contract/documents/canvas";
import { canvasAuthorsRoot, canvasElementsRoot } from "@atoll/contract/documents/canvas";
import { canvasMaxElements } from "@atoll/contract/documents/canvas-limits";
import { idSchema } from "@atoll/contract/identifiers";
import * as Y from "yjs";
import { applyWithin } from "../thread/bound-merging.ts";
import type { Candidate, CheckedUpdate, Refusal } from "../thread/tasks.ts";
import { readElement, rootsOf } from "./shared-canvas.ts";

/**
 * Applies updates to a copy of a canvas, and writes who added what. Only the elements that an update touches are looked
 * at, so a move costs the same on an empty and on a full board. After a refusal the copy is spoiled.
 */
export function applyToCanvas(
  shared: Y.Doc,
  candidates: readonly Candidate[],
): Omit<CheckedUpdate, "clients"> | { verdict: Refusal } {
  const { elements, authors } = rootsOf(shared);
  const touched = new Set<string>();
  const touchedAuthors = new Set<string>();
  const added = new Set<string>();
  const stamps: Uint8Array[] = [];
  const seeElements = (events: Y.YEvent<Y.AbstractType<unknown>>[]) => {
    for (const { target, keys, path } of events) {
      if (target !== elements) touched.add(String(path[0]));
      else
        for (const [id, { action }] of keys) {
          touched.add(id);
          if (action === "add") added.add(id);
        }
    }
  };
  const seeAuthors = (events: Y.YEvent<Y.AbstractType<unknown>>[]) => {
    for (const { keys, path } of events)
      for (const id of path.length > 0 ? path : keys.keys()) touchedAuthors.add(String(id));
  };
  elements.observeDeep(seeElements);
  authors.observeDeep(seeAuthors);
  try {
    for (const { update, senderId } of candidates) {
      touchedAuthors.clear();
      added.clear();
      applyWithin(shared, update);
      const { pendingStructs, pendingDs } = shared.store;
      if (pendingStructs || pendingDs) return { verdict: "missing" };
      if (senderId === null) continue;
      // Authors are the server's to write.
      if (touchedAuthors.size > 0) return { verdict: "invalid" };
      const stamp = addAuthors(shared, added, senderId);
      if (stamp) stamps.push(stamp);
    }
  } finally {
    elements.unobserveDeep(seeElements);
    authors.unobserveDeep(seeAuthors);
  }
  if (!hasRootsOfCanvas(shared)) return { verdict: "invalid" };
  if (elements.size > canvasMaxElements) return { verdict: "too_large" };
  const changes = { changed: [] as IdentifiedElement[], removedIds: [] as string[] };
  for (const id of touched) {
    if (!isId(id)) return { verdict: "invalid" };
    if (!elements.has(id)) {
      changes.removedIds.push(id);
      continue;
    }
    const element = readElement(elements, authors, id);
    if (!element) return { verdict: "invalid" };
    changes.changed.push(element);
  }
  const merged = Y.mergeUpdates([...candidates.map(({ update }) => update), ...stamps]);
  return { verdict: "fits", merged, changes };
}

/** Writes who added these elements, unless they had an author before; answers it as an update. */
function addAuthors(shared: Y.Doc, added: ReadonlySet<string>, senderId: string): Uint8Array | undefined {
  const { elements, authors } = rootsOf(shared);
  const unsigned = [...added].filter((id) => elements.has(id) && !authors.has(id));
  if (unsigned.length === 0) return undefined;
  const before = Y.encodeStateVector(shared);
  shared.transact(() => {
    for (const id of unsigned) authors.set(id, senderId);
  });
  return Y.encodeStateAsUpdate(shared, before);
}

/** Whether the document holds the two roots of a canvas alone, and both as maps: more would be stored and shown nowhere. */
function hasRootsOfCanvas(shared: Y.Doc): boolean {
  for (const [name, root] of shared.share)
    if ((name !== canvasElementsRoot && name !== canvasAuthorsRoot) || root._start !== null) return false;
  return true;
}

const isId = (id: string): boolean => idSchema.safeParse(id).data === id;
