import { type RawBuilder, sql } from "kysely";

/** A person's permissions for the comments of a thing that they may read. */
export interface CommentRights {
  /** May post, and edit their own comments. */
  mayComment: boolean;
  /** May delete other people's comments. */
  mayModerate: boolean;
  /**
   * They read the thing only because they are its hidden author. Nobody may mention them there, and they may delete no
   * comment of theirs: either would show who wrote the thing.
   */
  readsAsHiddenAuthor?: true;
}

/** A comment was posted, edited or deleted, in a transaction that is still open. */
export interface CommentChange {
  what: "posted" | "edited" | "deleted";
  id: string;
  subjectId: string;
  authorId: string;
  /** The author, or the moderator who deleted it. */
  actorId: string;
  /** The current text. Empty once it is deleted. */
  content: string;
  /** The thread on words that it belongs to. */
  threadId: string | null;
  /** The people who are mentioned now and were not before. They may read the thing, and never include the author. */
  newlyCalledIds: readonly string[];
}

/**
 * A kind of thing that people comment on. The slice that owns the things decides who reads them, and so their comments.
 * `Person` is the part of a person that policies read.
 */
export interface CommentKind<Person, Tx, Context> {
  /** Singular: "task". Stored with each comment, so it must never change. */
  kind: string;
  /** People comment on selected words of its text, in threads. */
  hasThreads?: true;
  /** Guests read and write its comments as well, by the same conditions. Of other kinds they have none. */
  isForGuests?: true;
  /** Returns the people that guests see on the thing, apart from the authors of comments. */
  actors?(db: Tx, subjectId: string): Promise<readonly string[]>;
  /** Search leaves out its comments and their files. */
  isUnsearched?: true;
  /** Locks the thing against deletion until the transaction ends: `FOR KEY SHARE` on its row. */
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
  /**
   * Returns the condition that the viewer may currently read the thing with this ID. As SQL, for many things at once.
   */
  isReadable(viewer: Person, subjectId: RawBuilder<string>): RawBuilder<boolean>;
  /**
   * Called in the transaction of every change to a comment, to update the slice's own data: a count, a history,
   * notifications. Returns what to do after the commit: broadcast the change.
   */
  onComment?(context: Context, tx: Tx, change: CommentChange): Promise<(() => void) | undefined>;
}

/** The kinds of all slices. A comment of an unregistered kind is accessible to nobody. */
export interface CommentKinds<Person, Tx, Context> {
  find(kind: string): CommentKind<Person, Tx, Context> | undefined;
  all: readonly CommentKind<Person, Tx, Context>[];
}

/** Creates the registry of these kinds. */
export function createCommentKinds<Person extends { isGuest?: true | undefined }, Tx, Context>(
  given: readonly CommentKind<Person, Tx, Context>[],
): CommentKinds<Person, Tx, Context> {
  const kinds = given.map((kind): CommentKind<Person, Tx, Context> => {
    if (kind.isForGuests) return kind;
    return {
      ...kind,
      judge: (db, id, people) =>
        kind.judge(
          db,
          id,
          people.filter(({ isGuest }) => !isGuest),
        ),
      isReadable: (viewer, id) => (viewer.isGuest ? sql<boolean>`false` : kind.isReadable(viewer, id)),
    };
  });
  return { all: kinds, find: (name) => kinds.find(({ kind }) => kind === name) };
}
