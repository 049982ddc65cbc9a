import {
  documentMaxBytes,
  documentMaxDepth,
  documentMaxElements,
  documentMaxLength,
} from "@atoll/contract/documents/limits";
import * as Y from "yjs";
import { applyWithin, assertStructure, TooComplex } from "../bound-merging.ts";
import { applyToCanvas } from "../canvas/apply-to-canvas.ts";
import { applyAndFindUnseen } from "../find-unseen.ts";
import { rootName } from "../text/shared-text.ts";
import type {
  Candidate,
  Checked,
  CheckedUpdate,
  DocumentFormat,
  DocumentTasks,
  Refusal,
} from "../thread-tasks.ts";

/** A cache of documents that are being edited. An evicted document is read again. */
const known = new Map<string, { shared: Y.Doc; sequence: number; bytes: number }>();
const mostKnown = 40;

type Check = DocumentTasks["check"];

/** The usual time of a check: some milliseconds, and more for a large document. */
const usualMs = 50;
const usualMsPerByte = 1 / 10_000;

/** Checks updates, and measures how much longer than usual that took. */
export function checkUpdates(input: Check["input"]): Check["output"] {
  const before = process.threadCpuUsage();
  const checked = check(input);
  const { user, system } = process.threadCpuUsage(before);
  const bytes =
    known.get(input.key)?.bytes ??
    sizeOf([...input.updates, ...input.candidates.map(({ update }) => update)]);
  const excessMs = (user + system) / 1000 - usualMs - bytes * usualMsPerByte;
  return { checked, excessMs: Math.max(0, excessMs) };
}

const sizeOf = (updates: readonly Uint8Array[]) => updates.reduce((sum, { length }) => sum + length, 0);

/**
 * Applies updates to a copy of the document, where they can do no harm: what cannot be applied, or makes the document
 * larger than it may be, spoils the copy only, which is then thrown away.
 */
function check({ key, since, updates, sequence, format, candidates }: Check["input"]): Checked {
  const copy = since === 0 ? { shared: new Y.Doc({ gc: true }), sequence: 0, bytes: 0 } : known.get(key);
  // Kept again only if all goes well.
  known.delete(key);
  if (copy?.sequence !== since) return { verdict: "unknown" };
  for (const update of updates) apply(copy, update);
  const checked = judge(copy, candidates, format);
  // The caller gives it the next number.
  if (checked.verdict === "fits") keep(key, { ...copy, sequence: sequence + 1 });
  else copy.shared.destroy();
  return checked;
}

function judge(
  copy: { shared: Y.Doc; bytes: number },
  candidates: readonly Candidate[],
  format: DocumentFormat,
): CheckedUpdate | { verdict: Refusal } {
  try {
    const bytes = copy.bytes + sizeOf(candidates.map(({ update }) => update));
    if (bytes > documentMaxBytes) return { verdict: "too_large" };
    const clients = candidates.map(({ update }) => assertStructure(update, format));
    if (format === "canvas") {
      copy.bytes = bytes;
      const applied = applyToCanvas(copy.shared, candidates);
      return applied.verdict === "fits" ? { ...applied, clients } : applied;
    }
    const removed = candidates.map(({ update }) =>
      applyAndFindUnseen(copy.shared, update, () => applyWithin(copy.shared, update)),
    );
    const merged = Y.mergeUpdates(candidates.map(({ update }) => update));
    copy.bytes += merged.length;
    const { pendingStructs, pendingDs } = copy.shared.store;
    if (pendingStructs || pendingDs) return { verdict: "missing" };
    return isWithinLimits(copy.shared)
      ? { verdict: "fits", merged, clients, removed, changes: null }
      : { verdict: "too_large" };
  } catch (error) {
    return { verdict: error instanceof TooComplex ? "too_complex" : "invalid" };
  }
}

function apply(copy: { shared: Y.Doc; bytes: number }, update: Uint8Array): void {
  Y.applyUpdate(copy.shared, update);
  copy.bytes += update.length;
}

function keep(key: string, copy: { shared: Y.Doc; sequence: number; bytes: number }): void {
  known.delete(key);
  known.set(key, copy);
  for (const oldest of known.keys()) {
    if (known.size <= mostKnown) break;
    known.get(oldest)?.shared.destroy();
    known.delete(oldest);
  }
}

/** Only what was just typed makes a document larger, but to know by how much, all of it is looked at: some milliseconds. */
function isWithinLimits(shared: Y.Doc): boolean {
  // Only the one root: others would be stored and shown nowhere.
  for (const name of shared.share.keys()) if (name !== rootName) return false;
  let elements = 0;
  let length = 0;
  const open: { node: Y.XmlFragment | Y.XmlElement; depth: number }[] = [
    { node: shared.getXmlFragment(rootName), depth: 0 },
  ];
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.depth > documentMaxDepth) return false;
    for (const child of next.node.toArray()) {
      elements += 1;
      if (child instanceof Y.XmlText) length += child.length;
      else if (child instanceof Y.XmlElement) open.push({ node: child, depth: next.depth + 1 });
    }
    if (elements > documentMaxElements || length > documentMaxLength) return false;
  }
  return true;
}
