import type { WrittenDocument } from "../text/write-checked.ts";

/** What is done off the main thread, and what comes back. */
export interface DocumentTasks {
  /** Markdown as the first state of a shared document. */
  seed: { input: { markdown: string }; output: Uint8Array };
  /** A shared document as Markdown, with what Markdown cannot say. */
  write: { input: { updates: readonly Uint8Array[] }; output: WrittenDocument };
  /** Updates as one, without what was deleted. */
  compact: { input: { updates: readonly Uint8Array[] }; output: Uint8Array };
  /**
   * Whether updates can be applied to a document, and leave it within its limits. If so they come back as one. Without
   * a verdict the thread does not have the document as of `since`: the same is asked again with all of it.
   */
  check: {
    input: {
      epoch: string;
      /** What the thread has already; 0 stands for nothing. */
      since: number;
      /** What came after that, up to `sequence`. */
      updates: readonly Uint8Array[];
      sequence: number;
      candidates: readonly Uint8Array[];
    };
    output: { verdict: "fits"; merged: Uint8Array } | { verdict: Refusal } | { verdict: "unknown" };
  };
}

/** `missing`: it follows updates that the server does not have. */
export type Refusal = "invalid" | "missing" | "too_large";

export type DocumentTask = {
  [Name in keyof DocumentTasks]: { name: Name; input: DocumentTasks[Name]["input"] };
}[keyof DocumentTasks];
