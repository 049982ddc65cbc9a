import type { CoEditor } from "@atoll/contract/documents/schemas";

/** The status shown to a person who is editing a shared text. */
export type DocumentStatus =
  /** On its way from the server; with words for the person when that failed and is tried again. */
  | { kind: "loading"; failure?: string | undefined }
  /** On its way to the server. */
  | { kind: "saving" }
  /** All of it is stored at the server, since this instant. */
  | { kind: "saved"; savedAt: string }
  /** No connection: what is written is kept in this browser, and sent later. */
  | { kind: "offline" }
  /** The viewer may read, and not write. */
  | { kind: "read-only" }
  /** This page is older than what others write with. */
  | { kind: "outdated" }
  /** The draft was published or discarded. */
  | { kind: "ended" }
  /** The viewer may not read it any more. */
  | { kind: "revoked" }
  /** It could not be opened, or takes no more; with words for the person. */
  | { kind: "failed"; message: string };

/** Text of the viewer that is not in the document. */
export interface KeptText {
  id: string;
  /** `unplaced`: somebody deleted the place it was typed into. `earlier`: it belongs to a draft that has ended. */
  why: "unplaced" | "earlier";
  text: string;
  /** By the clock of this machine, in milliseconds. */
  at: number;
}

export interface DocumentSnapshot {
  status: DocumentStatus;
  /** Whether the text can be typed into. */
  isEditable: boolean;
  /** Whether there is something to show, from the server or from this browser. */
  isLoaded: boolean;
  /** Other people who have the draft open, each once. */
  coEditors: readonly CoEditor[];
  keptTexts: readonly KeptText[];
}
