/** What somebody may do with the draft of a thing that they may read. */
export interface DocumentRights {
  mayEdit: boolean;
}

/** A kind of things that people write drafts of together. The slice that owns the things decides who may. */
export interface DocumentKind<Person, Tx> {
  /** In the singular: "article". Stored with each draft, and so never changed. */
  kind: string;
  /**
   * What these people may do with the draft of a thing at this moment, by their ids. People who may not read the draft
   * are left out, and so is everybody if the thing does not exist (any more). One query for all of them: it runs with
   * every update.
   */
  judge(
    db: Tx,
    subjectId: string,
    people: readonly Person[],
  ): Promise<ReadonlyMap<string, Readonly<DocumentRights>>>;
}

/** The kinds of all slices. A draft of a kind that nobody registered is nobody's. */
export interface DocumentKinds<Person, Tx> {
  find(kind: string): DocumentKind<Person, Tx> | undefined;
}

/** Knows these kinds. */
export function createDocumentKinds<Person, Tx>(
  kinds: readonly DocumentKind<Person, Tx>[],
): DocumentKinds<Person, Tx> {
  return { find: (name) => kinds.find(({ kind }) => kind === name) };
}
