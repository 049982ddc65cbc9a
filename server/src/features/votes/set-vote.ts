import type { VotedSubject } from "@atoll/contract/votes/schemas";
import { AppError } from "../../platform/app-error.ts";
import { transact } from "../../platform/database/transact.ts";
import { milestoneOf } from "../../platform/kinds/vote-kinds.ts";
import type { Colleague, SliceContext, VotedKind } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { notify } from "../notifications/public.ts";
import { accessVoted } from "./public.ts";
import { type LockedSubject, lockRoot, recount } from "./queries.ts";

/** The result of a vote, and the work to do after the commit. */
export interface SetVote {
  root: VotedSubject;
  hasChanged: boolean;
  afterCommit: (() => void) | undefined;
}

/**
 * Casts or withdraws a person's vote, at the root of the thing. Setting the current state again changes nothing.
 * Withdrawing removes every vote that merges combined, so that none returns when a merge is undone.
 * @throws {AppError} `subject_not_found`, `forbidden`
 */
export function setVote(
  context: SliceContext,
  viewer: Colleague,
  subject: VotedSubject,
  wantsVote: boolean,
): Promise<SetVote> {
  return transact(context.db, async (tx) => {
    await accessVoted(tx, context, viewer, subject);
    const root = await lockRoot(tx, subject);
    const at = { kind: subject.kind, id: root.id };
    const { kind, rights } = await accessVoted(tx, context, viewer, at);
    if (!rights.mayVote) throw new AppError("forbidden", { detail: "may not vote on this" });
    const hasChanged = await (wantsVote ? insertVote : deleteVotes)(tx, at, viewer.id);
    if (!hasChanged) return { root: at, hasChanged, afterCommit: undefined };
    await recount(tx, at.kind, at.id);
    const count = await countAndNotify(tx, kind, root);
    const afterCommit = await kind.onChange?.(context, tx, {
      what: wantsVote ? "voted" : "withdrawn",
      subjectId: at.id,
      personId: viewer.id,
      count,
    });
    return { root: at, hasChanged, afterCommit };
  });
}

/** Inserts a vote. The lock on the root excludes a second vote of the same person. */
async function insertVote(tx: Database, { kind, id }: VotedSubject, personId: string): Promise<boolean> {
  const mine = await tx
    .selectFrom("votes")
    .select("subject_id")
    .where("root_id", "=", id)
    .where("subject_kind", "=", kind)
    .where("person_id", "=", personId)
    .limit(1)
    .executeTakeFirst();
  if (mine) return false;
  await tx
    .insertInto("votes")
    .values({ subject_kind: kind, subject_id: id, person_id: personId, root_id: id })
    .execute();
  return true;
}

async function deleteVotes(tx: Database, { kind, id }: VotedSubject, personId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("votes")
    .where("root_id", "=", id)
    .where("subject_kind", "=", kind)
    .where("person_id", "=", personId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Notifies the author of a milestone once, even if votes come and go around it. */
async function countAndNotify(tx: Database, kind: VotedKind, root: LockedSubject): Promise<number> {
  const { vote_count: count } = await tx
    .selectFrom("vote_subjects")
    .select("vote_count")
    .where("kind", "=", root.kind)
    .where("id", "=", root.id)
    .executeTakeFirstOrThrow();
  const milestone = milestoneOf(count);
  if (!kind.milestone || milestone <= root.milestone) return count;
  await tx
    .updateTable("vote_subjects")
    .set({ milestone })
    .where("kind", "=", root.kind)
    .where("id", "=", root.id)
    .execute();
  await notify(tx, { kind: kind.milestone, subjectId: root.id, rule: "author" });
  return count;
}
