import type { RawBuilder } from "kysely";

/** A person's permissions for the comments of a thing that they may read. */
export interface CommentRights {
  /** Write, and change what they wrote. */
  mayComment: boolean;
  /** Delete what others wrote. */
  mayModerate: boolean;
}

/** A comment was written, edited or deleted, and the transaction of it is not over. */
export interface CommentChange {
  what: "posted" | "edited" | "deleted";
  id: string;
  subjectId: string;
  authorId: string;
  /** The author, or the moderator who deleted it. */
  actorId: string;
  /** As it is now; empty once it is deleted. */
  content: string;
  /** The people who are mentioned now and were not before. They may read the thing, and never include the author. */
  newlyCalledIds: readonly string[];
}

/**
 * A kind of thing that people comment on. The slice that owns the things decides who reads them, and so their comments.
 * `Person` is the part of a person that policies read.
 */
export interface CommentKind<Person, Tx, Context> {
  /** In the singular: "task". Stored with each comment, and so never changed. */
  kind: string;
  /** Keeps the thing from being deleted until the transaction ends: `FOR KEY SHARE` of its row. */
  hold(tx: Tx, subjectId: string): Promise<unknown>;
  /**
   * Returns these people's permissions for the comments of a thing, by their IDs. People who may not read the thing are
   * left out. If the thing does not exist (any more), everyone is.
   */
  judge(
    db: Tx,
    subjectId: string,
    people: readonly Person[],
  ): Promise<ReadonlyMap<string, Readonly<CommentRights>>>;
  /** The same as a condition, for many things at once: whether the viewer may read the thing of this id now. */
  isReadable(viewer: Person, subjectId: RawBuilder<string>): RawBuilder<boolean>;
  /**
   * Called within the transaction of every change to a comment, for what the slice keeps of it: a number, a history,
   * who is to be notified. What it answers is called after the commit, to tell of it.
   */
  onComment?(context: Context, tx: Tx, change: CommentChange): Promise<(() => void) | undefined>;
}

/** The kinds of all slices. A comment of a kind that nobody registered is nobody's. */
export interface CommentKinds<Person, Tx, Context> {
  find(kind: string): CommentKind<Person, Tx, Context> | undefined;
  all: readonly CommentKind<Person, Tx, Context>[];
}

/** Knows these kinds. */
export function createCommentKinds<Person, Tx, Context>(
  kinds: readonly CommentKind<Person, Tx, Context>[],
): CommentKinds<Person, Tx, Context> {
  return { all: kinds, find: (name) => kinds.find(({ kind }) => kind === name) };
}
