import type { VotedSubject } from "@atoll/contract/votes/schemas";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { recordAct } from "../../platform/audit.ts";
import { transact } from "../../platform/database/transact.ts";
import type { Colleague, SliceContext, VotedKind } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { accessVoted } from "./public.ts";
import { findRoot, lockSubjects, recount } from "./queries.ts";

export type Moderator = Colleague & { address: string };

/** The roots whose votes changed, and the work to do after the commit. */
export interface Merged {
  roots: readonly string[];
  afterCommit: (() => void) | undefined;
}

/**
 * Merges a thing into another one, or into the root of that one. Each voter and follower counts once there; their rows
 * keep the thing they came from, so that `unmergeSubject` can restore them.
 * @throws {AppError} `subject_not_found`; `forbidden`; `merged_already` if it was merged elsewhere, or the target into
 *   it; `merge_hides_votes` if somebody who voted for it or follows it may not read the target.
 */
export function mergeSubjects(
  context: SliceContext,
  moderator: Moderator,
  subject: VotedSubject,
  targetId: string,
): Promise<Merged> {
  return transact(context.db, async (tx) => {
    const kind = await accessBoth(tx, context, moderator, subject, targetId);
    const rootId = await findRoot(tx, { kind: subject.kind, id: targetId });
    if (rootId === undefined) throw new AppError("subject_not_found");
    await kind.lock?.(tx, [subject.id, rootId]);
    const locked = await lockSubjects(tx, subject.kind, [subject.id, rootId]);
    const source = locked.find(({ id }) => id === subject.id);
    const root = locked.find(({ id }) => id === rootId);
    if (!source || !root) throw new AppError("subject_not_found");
    if (source.id === root.id)
      throw new AppError("merged_already", { detail: "the target is merged into it" });
    if (source.root_id === root.id) return { roots: [], afterCommit: undefined };
    // The target was merged between finding its root and locking it, or the source was merged elsewhere.
    if (source.merged_into !== null || root.merged_into !== null) throw new AppError("merged_already");
    // Access to the root may differ from access to the target that was named, and both are locked only now.
    await accessBoth(tx, context, moderator, subject, root.id);
    await assertReadersMayRead(tx, kind, source.id, root.id);
    await moveTo(tx, subject.kind, source.id, root.id);
    const afterCommit = await kind.onChange?.(context, tx, {
      what: "merged",
      subjectId: source.id,
      rootId: root.id,
      actorId: moderator.id,
    });
    await record(tx, moderator, "content.merged", subject, { mergedInto: root.id });
    return { roots: [source.id, root.id], afterCommit };
  });
}

/**
 * Undoes a merge: the thing is a root again, with the votes and followers that came from it and from things merged into
 * it before. Does nothing for a thing that is not merged.
 * @throws {AppError} `subject_not_found`, `forbidden`
 */
export function unmergeSubject(
  context: SliceContext,
  moderator: Moderator,
  subject: VotedSubject,
): Promise<Merged> {
  return transact(context.db, async (tx) => {
    const { kind, rights } = await accessVoted(tx, context, moderator, subject);
    if (!rights.mayModerate || !kind.isMergeable) throw new AppError("forbidden", { detail: "merges" });
    const rootId = await findRoot(tx, subject);
    if (rootId === undefined) throw new AppError("subject_not_found");
    await kind.lock?.(tx, [subject.id, rootId]);
    const locked = await lockSubjects(tx, subject.kind, [subject.id, rootId]);
    const source = locked.find(({ id }) => id === subject.id);
    if (!source) throw new AppError("subject_not_found");
    if (source.merged_into === null) return { roots: [], afterCommit: undefined };
    if (source.root_id !== rootId) throw new AppError("merged_already", { detail: "its root was merged" });
    await moveBack(tx, subject);
    await recount(tx, subject.kind, rootId);
    await recount(tx, subject.kind, subject.id);
    const afterCommit = await kind.onChange?.(context, tx, {
      what: "unmerged",
      subjectId: source.id,
      rootId,
      actorId: moderator.id,
    });
    await record(tx, moderator, "content.unmerged", subject, { mergedInto: null });
    return { roots: [source.id, rootId], afterCommit };
  });
}

async function accessBoth(
  tx: Database,
  context: SliceContext,
  moderator: Moderator,
  subject: VotedSubject,
  targetId: string,
): Promise<VotedKind> {
  const { kind, rights } = await accessVoted(tx, context, moderator, subject);
  const target = await accessVoted(tx, context, moderator, { ...subject, id: targetId });
  if (!rights.mayModerate || !target.rights.mayModerate || !kind.isMergeable)
    throw new AppError("forbidden", { detail: "merges" });
  return kind;
}

/** People who have left the company are not checked, because they read nothing any more. */
async function assertReadersMayRead(
  tx: Database,
  kind: VotedKind,
  sourceId: string,
  rootId: string,
): Promise<void> {
  const { rows } = await sql`
    SELECT FROM (
      SELECT person_id FROM votes WHERE root_id = ${sourceId} AND subject_kind = ${kind.kind}
      UNION SELECT person_id FROM followers
      WHERE root_id = ${sourceId} AND subject_kind = ${kind.kind} AND is_following
    ) reader JOIN accounts present ON present.id = reader.person_id AND present.disabled_at IS NULL
    WHERE NOT ${kind.isReadableBy(sql`reader.person_id`, sql`${rootId}::uuid`)} LIMIT 1`.execute(tx);
  if (rows.length > 0) throw new AppError("merge_hides_votes");
}

async function moveTo(tx: Database, kind: string, sourceId: string, rootId: string): Promise<void> {
  await sql`UPDATE votes SET root_id = ${rootId} WHERE root_id = ${sourceId} AND subject_kind = ${kind}`.execute(
    tx,
  );
  await sql`UPDATE followers SET root_id = ${rootId}
    WHERE root_id = ${sourceId} AND subject_kind = ${kind}`.execute(tx);
  await sql`UPDATE vote_subjects SET root_id = ${rootId},
      merged_into = CASE WHEN id = ${sourceId} THEN ${rootId}::uuid ELSE merged_into END
    WHERE kind = ${kind} AND (id = ${sourceId} OR (root_id = ${sourceId} AND merged_into IS NOT NULL))`.execute(
    tx,
  );
  await sql`UPDATE vote_subjects SET vote_count = 0, follower_count = 0, version = version + 1
    WHERE kind = ${kind} AND id = ${sourceId}`.execute(tx);
  await recount(tx, kind, rootId);
}

/** Makes the thing the root of itself and of everything below it in the tree of merges. */
async function moveBack(tx: Database, { kind, id }: VotedSubject): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    WITH RECURSIVE below AS (
      SELECT ${id}::uuid AS id
      UNION SELECT s.id FROM vote_subjects s JOIN below b ON s.merged_into = b.id AND s.kind = ${kind}
    ) SELECT id FROM below`.execute(tx);
  const ids = rows.map((row) => row.id);
  await sql`UPDATE vote_subjects SET root_id = ${id}, merged_into = CASE WHEN id = ${id} THEN NULL ELSE merged_into END
    WHERE kind = ${kind} AND id = ANY(${ids}::uuid[])`.execute(tx);
  await sql`UPDATE votes SET root_id = ${id}
    WHERE subject_kind = ${kind} AND subject_id = ANY(${ids}::uuid[])`.execute(tx);
  await sql`UPDATE followers SET root_id = ${id}
    WHERE subject_kind = ${kind} AND subject_id = ANY(${ids}::uuid[])`.execute(tx);
}

/** Writes the audit entry, last in the transaction and with IDs only, because the things may be private. */
async function record(
  tx: Database,
  { id, name, address }: Moderator,
  action: "content.merged" | "content.unmerged",
  subject: VotedSubject,
  after: Record<string, unknown>,
): Promise<void> {
  await recordAct(tx, {
    action,
    actor: { id, name },
    address,
    subject: { type: subject.kind, id: subject.id, name: "" },
    after,
  });
}
