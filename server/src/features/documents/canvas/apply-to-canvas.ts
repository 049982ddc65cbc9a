import { createHash } from "node:crypto";
import type { IdentifiedElement } from "@atoll/contract/documents/canvas";
import { canvasAuthorsRoot, canvasElementsRoot } from "@atoll/contract/documents/canvas";
import { canvasMaxElements } from "@atoll/contract/documents/canvas-limits";
import { idSchema } from "@atoll/contract/identifiers";
import * as Y from "yjs";
import { applyWithin } from "../bound-merging.ts";
import { applyAndFindUnseen, type RemovedWords } from "../find-unseen.ts";
import type { Candidate, CheckedUpdate, Refusal } from "../thread-tasks.ts";
import { authorIn, readElement, rootsOf } from "./shared-canvas.ts";

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
  /** The texts of elements that an update deletes, or puts others in the place of. */
  const removed = new Map<string, string>();
  const removedWords: RemovedWords[][] = [];
  const stamps: Uint8Array[] = [];
  const seeElements = (events: Y.YEvent<Y.AbstractType<unknown>>[]) => {
    for (const event of events) {
      const { target, keys, path } = event;
      if (target !== elements) touched.add(String(path[0]));
      else
        for (const [id, { action, oldValue }] of keys) {
          touched.add(id);
          if (action !== "delete") added.add(id);
          if (action !== "add") removed.set(id, deletedText(event, oldValue));
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
      removed.clear();
      removedWords.push(applyAndFindUnseen(shared, update, () => applyWithin(shared, update)));
      const { pendingStructs, pendingDs } = shared.store;
      if (pendingStructs || pendingDs) return { verdict: "missing" };
      if (senderId === null) continue;
      // Authors are the server's to write.
      if (touchedAuthors.size > 0) return { verdict: "invalid" };
      const stamp = signElements(shared, { added, removed }, senderId);
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
  return { verdict: "fits", merged, changes, removed: removedWords };
}

/**
 * Writes who added these elements, and answers it as an update. The author of a deleted element stays, with a
 * fingerprint of its text: who brings the same text back undoes the deletion, who brings another writes a new element.
 */
function signElements(
  shared: Y.Doc,
  { added, removed }: { added: ReadonlySet<string>; removed: ReadonlyMap<string, string> },
  senderId: string,
): Uint8Array | undefined {
  const { elements, authors } = rootsOf(shared);
  const signs = new Map<string, string>();
  for (const id of new Set([...removed.keys(), ...added])) {
    const text = removed.get(id);
    const sign = authors.get(id);
    const before = typeof sign !== "string" ? undefined : text === undefined ? sign : signOf(sign, text);
    const now = elements.has(id) ? authorNow(before, textOfElement(elements.get(id)), senderId) : before;
    if (now !== undefined && now !== sign) signs.set(id, now);
  }
  if (signs.size === 0) return undefined;
  // Only what this transaction changes: an encoded state names everything that was ever deleted, and browsers take what
  // an update names for what its sender had seen.
  let stamp: Uint8Array | undefined;
  const take = (update: Uint8Array) => {
    stamp = update;
  };
  shared.on("update", take);
  shared.transact(() => {
    for (const [id, sign] of signs) authors.set(id, sign);
  });
  shared.off("update", take);
  return stamp;
}

const authorNow = (before: string | undefined, text: string, senderId: string): string =>
  before !== undefined && before === signOf(before, text) ? authorIn(before) : senderId;

/** The author of a deleted element with a fingerprint of its text. */
const signOf = (sign: string, text: string): string =>
  `${authorIn(sign)} ${createHash("sha256").update(text).digest("base64url").slice(0, 16)}`;

/** The text that an element had before this event deleted it. */
function deletedText(event: Y.YEvent<Y.AbstractType<unknown>>, old: unknown): string {
  const field = old instanceof Y.Map ? old._map.get("text")?.content : undefined;
  let text = "";
  for (let item = field instanceof Y.ContentType ? field.type._start : null; item; item = item.right)
    if (item.content instanceof Y.ContentString && event.deletes(item)) text += item.content.str;
  return text;
}

function textOfElement(element: unknown): string {
  const text = element instanceof Y.Map ? element.get("text") : undefined;
  return text instanceof Y.Text ? text.toString() : "";
}

/** Whether the document holds the two roots of a canvas alone, and both as maps: more would be stored and shown nowhere. */
function hasRootsOfCanvas(shared: Y.Doc): boolean {
  for (const [name, root] of shared.share)
    if ((name !== canvasElementsRoot && name !== canvasAuthorsRoot) || root._start !== null) return false;
  return true;
}

const isId = (id: string): boolean => idSchema.safeParse(id).data === id;
