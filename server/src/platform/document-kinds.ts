import type { IdentifiedElement } from "@atoll/contract/documents/canvas";

/** The effect of an update on the elements of a canvas. */
export interface CanvasChanges {
  /** Those that are new or have changed, as they are now. */
  changed: IdentifiedElement[];
  removedIds: string[];
}

/** A person's permissions for the draft of a thing that they may read. */
export interface DocumentRights {
  mayEdit: boolean;
}

/** A kind of things that people write drafts of together. The slice that owns the things decides who may. */
export interface DocumentKind<Person, Tx, Context> {
  /** In the singular: "article". Stored with each draft, and so never changed. */
  kind: string;
  /** Left out: text. A canvas is described by `documents/canvas.ts` of the contract. */
  format?: "canvas";
  /**
   * Called with what changed on a canvas, in the transaction that stores it: for what the slice keeps of elements. An
   * `AppError` refuses the update. What it answers is called after the commit.
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

/** The kinds of all slices. A draft of a kind that nobody registered is nobody's. */
export interface DocumentKinds<Person, Tx, Context> {
  find(kind: string): DocumentKind<Person, Tx, Context> | undefined;
}

/** Knows these kinds. */
export function createDocumentKinds<Person, Tx, Context>(
  kinds: readonly DocumentKind<Person, Tx, Context>[],
): DocumentKinds<Person, Tx, Context> {
  return { find: (name) => kinds.find(({ kind }) => kind === name) };
}
