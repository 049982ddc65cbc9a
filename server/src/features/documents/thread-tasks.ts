import type { IdentifiedElement } from "@atoll/contract/documents/canvas";
import type { CanvasChanges } from "../../platform/kinds/document-kinds.ts";
import type { RemovedWords } from "./find-unseen.ts";
import type { ForeignText } from "./text/foreign/normalize-foreign.ts";
import type { ForeignHtml, HtmlDialect } from "./text/foreign/normalize-html.ts";
import type { HtmlInput } from "./text/html-file.ts";
import type { WordInput } from "./text/word-inlines.ts";
import type { WrittenDocument } from "./text/write-checked.ts";

/** The tasks of the thread, with their results. */
export interface DocumentTasks {
  /** Markdown as the first state of a shared document. */
  seed: { input: { markdown: string }; output: Uint8Array };
  /** Markdown without the names of the things that it refers to. */
  nameless: { input: { markdown: string }; output: string };
  /** Markdown of other programs in the form that the dialect reads, with what that costs. */
  normalize: { input: { markdown: string; aimsAll?: boolean }; output: ForeignText };
  /** HTML of other programs in the form that the dialect reads. */
  normalizeHtml: { input: { html: string; dialect: HtmlDialect }; output: ForeignHtml };
  /** Pages as a Word file. */
  word: { input: WordInput; output: Uint8Array };
  /** The text of a page as HTML. */
  html: { input: HtmlInput; output: string };
  /** A shared document as Markdown, with what Markdown cannot say. */
  write: { input: { updates: readonly Uint8Array[] }; output: WrittenDocument };
  /** Elements as the first state of a shared canvas. */
  seedCanvas: { input: { elements: readonly IdentifiedElement[] }; output: Uint8Array };
  /** The update that adds elements to a shared canvas; those that are on it already are left as they are. */
  addElements: {
    input: { updates: readonly Uint8Array[]; elements: readonly IdentifiedElement[] };
    output: Omit<CheckedUpdate, "clients" | "removed"> | { verdict: Refusal };
  };
  /** Updates as one, without what was deleted. */
  compact: { input: { updates: readonly Uint8Array[] }; output: Uint8Array };
  /**
   * Whether updates can be applied to a document, and leave it within its limits. If so they come back as one. Without
   * a verdict the thread does not have the document as of `since`: the same is asked again with all of it.
   */
  check: {
    input: {
      /** Names the document, and who asks. */
      key: string;
      /** The last sequence number that the thread has; 0 if it has nothing. */
      since: number;
      /** The updates after that one, up to `sequence`. */
      updates: readonly Uint8Array[];
      sequence: number;
      format: DocumentFormat;
      candidates: readonly Candidate[];
    };
    output: {
      checked: Checked;
      /** The computing time beyond what the size of the document and the updates explains. */
      excessMs: number;
    };
  };
}

export type DocumentFormat = "text" | "canvas";

/** An update that somebody sends. */
export interface Candidate {
  update: Uint8Array;
  /** Null: it was checked before. */
  senderId: string | null;
}

/** Updates that can be stored, as one. */
export interface CheckedUpdate {
  verdict: "fits";
  merged: Uint8Array;
  /** The pages that each of the candidates was typed in. */
  clients: readonly (readonly number[])[];
  /** The words that each of the candidates removes although its sender had not seen them, with those around them. */
  removed: readonly (readonly RemovedWords[])[];
  /** For a canvas, the changes to its elements. */
  changes: CanvasChanges | null;
}

export type Checked = CheckedUpdate | { verdict: Refusal } | { verdict: "unknown" };

/** `missing`: it follows updates that the server does not have. `too_complex`: merging it would take far too long. */
export type Refusal = "invalid" | "missing" | "too_large" | "too_complex";

export type DocumentTask = {
  [Name in keyof DocumentTasks]: { name: Name; input: DocumentTasks[Name]["input"] };
}[keyof DocumentTasks];
