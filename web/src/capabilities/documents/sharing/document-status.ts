import type { CoEditor } from "@atoll/contract/documents/schemas";
import type { Awareness } from "y-protocols/awareness";
import type * as Y from "yjs";

/** The status shown to a person who is editing a shared text. */
export type DocumentStatus =
  /** On its way from the server; with words for the person when that failed and is tried again. */
  | { kind: "loading"; failure?: string | undefined }
  /** On its way to the server. */
  | { kind: "saving" }
  /** The viewer's last changes took the server long to check: theirs alone are sent a little later. */
  | { kind: "paused" }
  /** All of it is stored at the server, since this instant. */
  | { kind: "saved"; savedAt: string }
  /** No connection: what is written is kept in this browser, and sent later. */
  | { kind: "offline"; keeping: KeepingState }
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

/** Whether this browser has stored everything that is not sent yet, is doing so, or cannot. */
export type KeepingState = "kept" | "on its way" | "impossible";

/** Text of the viewer that is not in the document. */
export interface KeptText {
  id: string;
  /**
   * `unplaced`: somebody deleted the place it was typed into. `earlier`: it belongs to a draft that has ended. `refused`:
   * the server cannot save it. `not_permitted`: the right to write was taken before it was saved.
   */
  why: "unplaced" | "earlier" | "refused" | "not_permitted";
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

/** A draft that several people write, as this page has it. */
export interface SharedDocument {
  shared: Y.Doc;
  awareness: Awareness;
  /** The other pages that have it open, with where each of them is. `awareness` emits "change" when one moves. */
  coEditors(): readonly CoEditor[];
  getSnapshot(): DocumentSnapshot;
  subscribe(listener: () => void): () => void;
  /** The person copied, inserted or does not want a text that has no place. */
  dismissText(id: string): void;
  /** The viewer's rights may have changed: asks for them, and sends what was refused before if it is permitted now. */
  refetch(): void;
  /** Sends and keeps what is there, and ends. */
  close(): void;
}
