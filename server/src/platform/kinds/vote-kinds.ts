import type { NotificationKind } from "@atoll/contract/notification-kinds";
import type { VoteRights } from "@atoll/contract/votes/schemas";
import type { RawBuilder } from "kysely";

/** A change to the votes or the moderation of a thing, in a transaction that is still open. */
export type VoteChange =
  | { what: "voted" | "withdrawn"; subjectId: string; personId: string; count: number }
  | { what: "merged" | "unmerged"; subjectId: string; rootId: string; actorId: string }
  | {
      what: "moderated";
      subjectId: string;
      actorId: string;
      before: { isLocked: boolean; hiddenReason: string | null };
      after: { isLocked: boolean; hiddenReason: string | null };
    };

/** A person's permissions for the votes of a thing that they may read. */
export interface JudgedVoteRights extends VoteRights {
  /**
   * They read the thing only because they are its hidden author. What others observe, such as a count of followers, does
   * not change by what they do.
   */
  readsAsHiddenAuthor?: true;
}

/**
 * A kind of thing that people vote on, follow, merge and moderate. The slice that owns the things decides who may read
 * them; the slice `votes` does everything else. `Person` is the part of a person that policies read.
 */
export interface VoteKind<Person, Tx, Context> {
  /** Singular: "question". Stored with each vote, so it must never change. */
  kind: string;
  /** Whether two things of the kind can be merged. */
  isMergeable: boolean;
  /** Whether readers can see who voted. */
  showsVoters: boolean;
  /** The notification, with the rule "author", for reaching the number of votes in `isMilestone`. */
  milestone?: NotificationKind;
  /**
   * Returns these people's permissions, by their IDs. People who may not read the thing are left out, and everyone is
   * if it does not exist.
   */
  judge(
    db: Tx,
    subjectId: string,
    people: readonly Person[],
  ): Promise<ReadonlyMap<string, Readonly<JudgedVoteRights>>>;
  /**
   * Returns the SQL condition that the person with this ID may currently read the thing, ignoring permissions to
   * moderate, and without being its hidden author.
   */
  isReadableBy(userId: RawBuilder<string>, subjectId: RawBuilder<string>): RawBuilder<boolean>;
  /** Returns the realtime rooms of everyone who may currently read the thing. */
  roomsOf(db: Tx, subjectId: string): Promise<readonly string[]>;
  /**
   * Locks the rows that `onChange` writes, before a merge or moderation locks the votes of these things: everything else
   * in the slice locks its own rows first, too.
   */
  lock?(tx: Tx, subjectIds: readonly string[]): Promise<void>;
  /**
   * Called in the transaction of each change, to update the slice's own data. Returns what to do after the commit:
   * broadcast the change.
   */
  onChange?(context: Context, tx: Tx, change: VoteChange): Promise<(() => void) | undefined>;
}

/** The kinds of all slices. A thing of an unregistered kind is not found. */
export interface VoteKinds<Person, Tx, Context> {
  find(kind: string): VoteKind<Person, Tx, Context> | undefined;
  all: readonly VoteKind<Person, Tx, Context>[];
}

/** Creates the registry of these kinds. */
export function createVoteKinds<Person, Tx, Context>(
  kinds: readonly VoteKind<Person, Tx, Context>[],
): VoteKinds<Person, Tx, Context> {
  return { all: kinds, find: (name) => kinds.find(({ kind }) => kind === name) };
}

const milestones = [5, 10, 25, 50, 100, 250, 500, 1000] as const;

/** Returns the highest milestone reached by this many votes. 0 for none. */
export function milestoneOf(count: number): number {
  return milestones.findLast((one) => count >= one) ?? 0;
}
