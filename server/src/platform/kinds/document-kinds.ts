import type { IdentifiedElement } from "@atoll/contract/documents/canvas";

/** The effect of an update on the elements of a canvas. */
export interface CanvasChanges {
  /** The new and changed elements, in their current state. */
  changed: IdentifiedElement[];
  removedIds: string[];
}

/** A person's permissions for the draft of a thing that they may read. */
export interface DocumentRights {
  mayEdit: boolean;
}

/** A kind of thing whose drafts several people edit. The slice that owns the things decides who may. */
export interface DocumentKind<Person, Tx, Context> {
  /** Singular: "article". Stored with each draft, so it must never change. */
  kind: string;
  /** Text, if left out. The contract's `documents/canvas.ts` describes a canvas. */
  format?: "canvas";
  /** Called when a person who may read the draft opens it on a page, or connects again while it is open. */
  opened?(context: Context, subjectId: string, userId: string): Promise<void>;
  /**
   * Called with the changes to a canvas, in the transaction that stores them, to update the slice's own data. An
   * `AppError` refuses the update. Returns what to do after the commit.
   */
  onCanvasChange?(
    context: Context,
    tx: Tx,
    subjectId: string,
    changes: CanvasChanges,
  ): Promise<(() => void) | undefined>;
  /**
   * Returns these people's current permissions for the draft of a thing, by their IDs. People who may not read the
   * draft are left out. If the thing does not exist (any more), everyone is. Uses one query for all of them, because it
   * runs with every update.
   */
  judge(
    db: Tx,
    subjectId: string,
    people: readonly Person[],
  ): Promise<ReadonlyMap<string, Readonly<DocumentRights>>>;
}

/** The kinds of all slices. A draft of an unregistered kind is accessible to nobody. */
export interface DocumentKinds<Person, Tx, Context> {
  find(kind: string): DocumentKind<Person, Tx, Context> | undefined;
}

/** Creates the registry of these kinds. */
export function createDocumentKinds<Person, Tx, Context>(
  kinds: readonly DocumentKind<Person, Tx, Context>[],
): DocumentKinds<Person, Tx, Context> {
  return { find: (name) => kinds.find(({ kind }) => kind === name) };
}
