import { documentNodeNames, isDocumentMark } from "@atoll/contract/documents/limits";
import * as Y from "yjs";
import type { DocumentFormat } from "./thread-tasks.ts";

/** An update has what no page of this version shows: each would say that it is out of date, and stop. */
class UnknownContent extends Error {}

/** An update does more than any honest one: merging it would take seconds, here and in each browser. */
export class TooComplex extends Error {}

/** The pages that may have typed one update: a page that was offline for long sends what it typed before reloads, too. */
const mostClients = 2_000;
/** Pieces of content, and ranges of deletions: more than the largest document has. */
const mostStructs = 60_000;
/**
 * How many others an update's insertions may pass on the way to their places. Merging is quadratic in insertions at one
 * place by pages that did not see each other. Two people who were offline for a day pass some hundreds.
 */
const leastSteps = 50_000;
const stepsPerByte = 0.5;

let stepsLeft = Number.POSITIVE_INFINITY;

/**
 * Refuses an update whose structure is too much, before it is merged, and content that the editor does not have.
 * @returns the pages that it was typed in.
 * @throws {TooComplex} and others; what the decoder throws for malformed bytes.
 */
export function assertStructure(update: Uint8Array, format: DocumentFormat): number[] {
  const { structs, ds } = Y.decodeUpdate(update);
  if (structs.length > mostStructs) throw new TooComplex("structs");
  const clients = new Set(structs.map(({ id }) => id.client));
  if (clients.size > mostClients) throw new TooComplex("clients");
  let ranges = 0;
  for (const one of ds.clients.values()) ranges += one.length;
  if (ranges > mostStructs || ds.clients.size > mostClients) throw new TooComplex("deletions");
  if (format === "text" && !structs.every(isKnown)) throw new UnknownContent();
  return [...clients];
}

function isKnown(struct: Y.Item | Y.GC | Y.Skip): boolean {
  if (!(struct instanceof Y.Item)) return true;
  const { content } = struct;
  if (content instanceof Y.ContentType)
    return content.type instanceof Y.XmlElement
      ? documentNodeNames.has(content.type.nodeName)
      : content.type instanceof Y.XmlText;
  if (content instanceof Y.ContentFormat) return isDocumentMark(content.key);
  return !(content instanceof Y.ContentEmbed || content instanceof Y.ContentDoc);
}

/**
 * Merges an update within a budget that grows with its bytes. After a refusal the document is spoiled.
 * @throws {TooComplex}
 */
export function applyWithin(shared: Y.Doc, update: Uint8Array): void {
  boundIntegration();
  stepsLeft = leastSteps + update.length * stepsPerByte;
  try {
    Y.applyUpdate(shared, update);
  } finally {
    stepsLeft = Number.POSITIVE_INFINITY;
  }
}

const { integrate } = Y.Item.prototype;

/** Counts the steps of each insertion before Yjs takes them: a pointer's walk, where Yjs compares ids. */
function boundIntegration(): void {
  if (Y.Item.prototype.integrate !== integrate) return;
  Y.Item.prototype.integrate = function boundedIntegrate(transaction, offset) {
    if (stepsLeft !== Number.POSITIVE_INFINITY) countSteps(this);
    return integrate.call(this, transaction, offset);
  };
}

function countSteps(item: Y.Item): void {
  const { left, right, parent, parentSub } = item;
  const isPlaced = left ? left.right === right : right !== null && right.left === null;
  if (isPlaced || !(parent instanceof Y.AbstractType)) return;
  let other = left ? left.right : parentSub === null ? parent._start : (parent._map.get(parentSub) ?? null);
  if (!left && parentSub !== null)
    for (; other?.left; other = other.left) if (--stepsLeft < 0) throw new TooComplex("insertions");
  for (; other !== null && other !== right; other = other.right)
    if (--stepsLeft < 0) throw new TooComplex("insertions at one place");
}
