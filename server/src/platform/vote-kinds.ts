import type { NotificationKind } from "@atoll/contract/notifications/kinds";
import type { VoteRights } from "@atoll/contract/votes/schemas";
import type { RawBuilder } from "kysely";

/** A change to what people made of a thing, whose transaction is not over. */
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

/**
 * A kind of things that people vote on, follow, merge and moderate. The slice that owns the things says who may read
 * them; everything else is the slice `votes`. `Person` is what a policy may know of somebody.
 */
export interface VoteKind<Person, Tx, Context> {
  /** In the singular: "question". Stored with each vote, and so never changed. */
  kind: string;
  /** Whether two things of the kind can become one. */
  isMergeable: boolean;
  /** Whether readers see who voted. */
  showsVoters: boolean;
  /** Told by the rule "author" when a thing has as many votes as `isMilestone` says. */
  milestone?: NotificationKind;
  /**
   * Returns these people's permissions, by their IDs. People who may not read the thing are left out, and everyone is
   * if it does not exist.
   */
  judge(
    db: Tx,
    subjectId: string,
    people: readonly Person[],
  ): Promise<ReadonlyMap<string, Readonly<VoteRights>>>;
  /** SQL: whether the person of this id may read the thing now, whatever permissions to moderate they have. */
  isReadableBy(userId: RawBuilder<string>, subjectId: RawBuilder<string>): RawBuilder<boolean>;
  /** The realtime rooms of all who may read the thing now. */
  roomsOf(db: Tx, subjectId: string): Promise<readonly string[]>;
  /**
   * Called within the transaction of each change, for what the slice keeps of it. Returns what to do after the commit:
   * broadcast that the thing changed.
   */
  onChange?(context: Context, tx: Tx, change: VoteChange): Promise<(() => void) | undefined>;
}

/** The kinds of all slices. A thing of a kind that nobody registered is not found. */
export interface VoteKinds<Person, Tx, Context> {
  find(kind: string): VoteKind<Person, Tx, Context> | undefined;
  all: readonly VoteKind<Person, Tx, Context>[];
}

/** Knows these kinds. */
export function createVoteKinds<Person, Tx, Context>(
  kinds: readonly VoteKind<Person, Tx, Context>[],
): VoteKinds<Person, Tx, Context> {
  return { all: kinds, find: (name) => kinds.find(({ kind }) => kind === name) };
}

const milestones = [5, 10, 25, 50, 100, 250, 500, 1000] as const;

/** The highest milestone that so many votes have reached; 0 for none. */
export function milestoneOf(count: number): number {
  return milestones.findLast((one) => count >= one) ?? 0;
}
