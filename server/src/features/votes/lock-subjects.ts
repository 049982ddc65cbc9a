import type { VotedSubject } from "@atoll/contract/votes/schemas";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../tables.ts";
import { findRoot } from "./queries.ts";

/** No thing is merged and unmerged this often while one vote waits for it. More would be an endless loop. */
const mostMoves = 10;

/**
 * Locks the things with these IDs until the transaction ends, always in the order of their IDs, so that two merges of
 * the same pair do not deadlock.
 */
export async function lockSubjects(tx: Database, kind: string, ids: readonly string[]) {
  return tx
    .selectFrom("vote_subjects")
    .selectAll()
    .where("kind", "=", kind)
    .where(sql<boolean>`id = ANY(${ids}::uuid[])`)
    .orderBy("id")
    .forUpdate()
    .execute();
}

export type LockedSubject = Awaited<ReturnType<typeof lockSubjects>>[number];

/**
 * Locks the root of a thing until the transaction ends, so that no vote, follow or merge of it is concurrent. A merge
 * that commits while this waits for the lock moves the root, so it looks again.
 * @throws {AppError} `subject_not_found`
 */
export async function lockRoot(tx: Database, { kind, id }: VotedSubject): Promise<LockedSubject> {
  for (let moves = 0; moves < mostMoves; moves += 1) {
    const rootId = await findRoot(tx, { kind, id });
    if (rootId === undefined) throw new AppError("subject_not_found");
    const [root] = await lockSubjects(tx, kind, [rootId]);
    if (root && root.root_id === root.id) return root;
  }
  throw new Error(`the root of ${kind} ${id} does not hold still`);
}
