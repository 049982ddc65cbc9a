import type { AuditAction } from "@atoll/contract/audit/schemas";
import type { Moderation, VotedSubject } from "@atoll/contract/votes/schemas";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { recordAct } from "../../platform/audit.ts";
import { transact } from "../../platform/database/transact.ts";
import type { SliceContext } from "../../slice.ts";
import { accessVoted } from "./access.ts";
import { lockSubjects } from "./lock-subjects.ts";
import type { Moderator } from "./merge-subjects.ts";

/**
 * Hides a thing with a reason or shows it again, locks or unlocks it. The audit entry has the reason and the ID, and
 * never the text or an author.
 * @throws {AppError} `subject_not_found`, `forbidden`
 */
export function moderateSubject(
  context: SliceContext,
  moderator: Moderator,
  subject: VotedSubject,
  after: Moderation,
): Promise<(() => void) | undefined> {
  return transact(context.db, async (tx) => {
    await accessVoted(tx, context, moderator, subject);
    const [row] = await lockSubjects(tx, subject.kind, [subject.id]);
    if (!row) throw new AppError("subject_not_found");
    const { kind, rights } = await accessVoted(tx, context, moderator, subject);
    if (!rights.mayModerate) throw new AppError("forbidden", { detail: "no community/moderate" });
    const before = { isLocked: row.locked_at !== null, hiddenReason: row.hidden_reason };
    const actions = actionsOf(before, after);
    if (actions.length === 0) return undefined;
    await sql`UPDATE vote_subjects SET
        locked_at = CASE WHEN ${after.isLocked} THEN coalesce(locked_at, now()) END,
        hidden_at = CASE WHEN ${after.hiddenReason}::text IS NOT NULL THEN coalesce(hidden_at, now()) END,
        hidden_reason = ${after.hiddenReason}
      WHERE kind = ${subject.kind} AND id = ${subject.id}`.execute(tx);
    const afterCommit = await kind.onChange?.(context, tx, {
      what: "moderated",
      subjectId: subject.id,
      actorId: moderator.id,
      before,
      after,
    });
    for (const action of actions)
      await recordAct(tx, {
        action,
        actor: { id: moderator.id, name: moderator.name },
        address: moderator.address,
        subject: { type: subject.kind, id: subject.id, name: "" },
        ...(action === "content.hidden" && { after: { reason: after.hiddenReason } }),
      });
    return afterCommit;
  });
}

function actionsOf(before: Moderation, after: Moderation): AuditAction[] {
  const actions: AuditAction[] = [];
  if (before.isLocked !== after.isLocked)
    actions.push(after.isLocked ? "content.locked" : "content.unlocked");
  if (before.hiddenReason !== after.hiddenReason)
    actions.push(after.hiddenReason === null ? "content.restored" : "content.hidden");
  return actions;
}
