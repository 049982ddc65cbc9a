import type { AuditAction } from "@atoll/contract/audit/schemas";
import type { Moderated, Moderation, Moderations, VotedSubject } from "@atoll/contract/votes/schemas";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { recordAct } from "../../platform/audit.ts";
import { transact } from "../../platform/database/transact.ts";
import type { SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import type { Moderator } from "./merge-subjects.ts";
import { accessVoted } from "./public.ts";
import { type LockedSubject, lockSubjects } from "./queries.ts";

type Change = Moderations["changes"][number];

/** The things that were changed, and the work to do after the commit. */
interface Done {
  moderated: Moderated[];
  afterCommit: () => void;
}

/**
 * Hides things of a kind with a reason or shows them again, locks or unlocks them: all or none. A change that says what
 * it has seen leaves a thing alone that somebody else has moderated since. An audit entry has the reason and the ID,
 * and never the text or an author.
 * @throws {AppError} `subject_not_found`; `forbidden`; `changed_meanwhile` if every thing was left alone.
 */
export function moderateSubjects(
  context: SliceContext,
  moderator: Moderator,
  kind: string,
  changes: readonly Change[],
): Promise<Done> {
  const ids = changes.map(({ id }) => id);
  return transact(context.db, async (tx) => {
    for (const id of ids) await accessVoted(tx, context, moderator, { kind, id });
    await context.voteKinds.find(kind)?.lock?.(tx, ids);
    const rows = await lockSubjects(tx, kind, ids);
    const moderated: Moderated[] = [];
    const work: (() => void)[] = [];
    let left = 0;
    for (const row of rows) {
      const change = changes.find(({ id }) => id === row.id);
      if (!change) continue;
      const before = stateOf(row);
      if (change.seen && actionsOf(change.seen, before).length > 0) {
        left += 1;
        continue;
      }
      const after = { ...before, ...definedOf(change.set) };
      const afterCommit = await writeState(tx, context, moderator, { kind, id: row.id }, { before, after });
      if (afterCommit) work.push(afterCommit);
      moderated.push({ id: row.id, before, after });
    }
    if (left > 0 && moderated.length === 0) throw new AppError("changed_meanwhile");
    // The log has one writer at a time, so that comes last.
    for (const { id, before, after } of moderated)
      await recordActs(tx, moderator, { kind, id }, before, after);
    return {
      moderated,
      afterCommit: () => {
        for (const one of work) one();
      },
    };
  });
}

/** Writes the state of a locked thing, if it differs. Returns the work to do after the commit. */
async function writeState(
  tx: Database,
  context: SliceContext,
  moderator: Moderator,
  subject: VotedSubject,
  { before, after }: { before: Moderation; after: Moderation },
): Promise<(() => void) | undefined> {
  // Read again under the lock.
  const { kind, rights } = await accessVoted(tx, context, moderator, subject);
  if (!rights.mayModerate) throw new AppError("forbidden", { detail: "no community/moderate" });
  if (actionsOf(before, after).length === 0) return undefined;
  await sql`UPDATE vote_subjects SET
      locked_at = CASE WHEN ${after.isLocked} THEN coalesce(locked_at, now()) END,
      hidden_at = CASE WHEN ${after.hiddenReason}::text IS NOT NULL THEN coalesce(hidden_at, now()) END,
      hidden_reason = ${after.hiddenReason}
    WHERE kind = ${subject.kind} AND id = ${subject.id}`.execute(tx);
  return kind.onChange?.(context, tx, {
    what: "moderated",
    subjectId: subject.id,
    actorId: moderator.id,
    before,
    after,
  });
}

async function recordActs(
  tx: Database,
  moderator: Moderator,
  { kind, id }: VotedSubject,
  before: Moderation,
  after: Moderation,
): Promise<void> {
  for (const action of actionsOf(before, after))
    await recordAct(tx, {
      action,
      actor: { id: moderator.id, name: moderator.name },
      address: moderator.address,
      subject: { type: kind, id, name: "" },
      ...(action === "content.hidden" && { after: { reason: after.hiddenReason } }),
    });
}

const stateOf = (row: LockedSubject): Moderation => ({
  isLocked: row.locked_at !== null,
  hiddenReason: row.hidden_reason,
});

const definedOf = ({ isLocked, hiddenReason }: Change["set"]): Partial<Moderation> => ({
  ...(isLocked !== undefined && { isLocked }),
  ...(hiddenReason !== undefined && { hiddenReason }),
});

function actionsOf(before: Moderation, after: Moderation): AuditAction[] {
  const actions: AuditAction[] = [];
  if (before.isLocked !== after.isLocked)
    actions.push(after.isLocked ? "content.locked" : "content.unlocked");
  if (before.hiddenReason !== after.hiddenReason)
    actions.push(after.hiddenReason === null ? "content.restored" : "content.hidden");
  return actions;
}
