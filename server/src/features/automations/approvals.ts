import { maxOpenApprovals, subjectOfTrigger, type TriggerKind } from "@atoll/contract/automations/limits";
import type { Action } from "@atoll/contract/automations/schemas";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { transact } from "../../platform/database/transact.ts";
import { namesInWords } from "../../platform/kinds/notification-kinds.ts";
import type { Colleague, SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { findAbsent, findAllAbsent } from "../identity/public.ts";
import { notify } from "../notifications/public.ts";
import { kindOfRun, nameOfPlace, orNull, type Place } from "./access.ts";
import type { Value } from "./fill-text.ts";
import { idOf, note, type Running } from "./run-action.ts";
import { readAs, type Subject } from "./subjects.ts";

type Ask = Extract<Action, { do: "approval.ask" }>;
export type Sources = Pick<SliceContext, "db" | "people" | "publicUrl">;

/**
 * Asks for approval, once, and lets the run wait. Returns how it stands. A decision is noted as the result of the action.
 * @throws {AppError} `approval_people_missing`.
 */
export function askForApproval(
  context: SliceContext,
  running: Running,
  index: number,
  action: Ask,
): Promise<"open" | "expired" | "decided"> {
  const { runId } = running;
  const id = idOf(runId, index);
  return transact(context.db, async (tx) => {
    // The run is locked before its request, as everywhere, so that nobody decides in between.
    const run = await lockRun(tx, runId);
    if (run?.state !== "waiting") return "open";
    let approval = await lockApproval(tx, id);
    if (!approval) {
      await insertApproval(context, tx, running, { id, action });
      approval = await lockApproval(tx, id);
    }
    if (!approval) return "open";
    const answers = await answersOf(tx, id);
    const isComplete = approval.needs_all && deciders(answers, true).length > 0;
    if (approval.state === "open" && isComplete && !(await findAllAbsent(tx, unanswered(answers))).size) {
      // Colleagues who have left are not waited for.
      await sql`UPDATE approvals SET state = 'approved', settled_at = clock_timestamp() WHERE id = ${id}`.execute(
        tx,
      );
      approval = { ...approval, state: "approved", settled_at: new Date() };
    }
    if (approval.state === "open") {
      if (approval.is_late) return "expired";
      await sql`UPDATE automation_runs SET due_at = ${approval.ends_at}, reason = ${waitText(approval, answers)}
        WHERE id = ${runId}`.execute(tx);
      return "open";
    }
    const by = namesInWords(...shownNames(deciders(answers, approval.state === "approved")));
    const at = (approval.settled_at ?? new Date()).toISOString();
    const word = approval.state === "approved" ? "Approved" : "Declined";
    await note(tx, runId, index, { text: `${word} by ${by}`, link: null, at });
    return "decided";
  });
}

/** Writes a request and asks those who are there and can see what it is about. */
async function insertApproval(
  { people, publicUrl }: Sources,
  tx: Database,
  { runId, automation, owner, subjectId }: Running,
  { id, action: { personIds, needs, text, days } }: { id: string; action: Ask },
): Promise<void> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM approvals a
    JOIN automation_runs r ON r.id = a.run_id
    WHERE r.automation_id = ${automation.id} AND r.state = 'waiting' AND a.state = 'open'`.execute(tx);
  if ((rows[0]?.count ?? 0) >= maxOpenApprovals) throw new AppError("too_many_approvals");
  const able: string[] = [];
  for (const personId of personIds) {
    const person = await findAbsent(tx, personId);
    const row = { ...automation, event_key: automation.trigger.kind, subject_id: subjectId };
    if (person && (await readFor({ db: tx, people, publicUrl }, person, row))) able.push(personId);
  }
  if (able.length === 0 || (needs === "all" && able.length < personIds.length))
    throw new AppError("approval_people_missing");
  await sql`INSERT INTO approvals (id, run_id, text, needs_all, ends_at)
    VALUES (${id}, ${runId}, ${text}, ${needs === "all"}, now() + make_interval(days => ${days}))`.execute(
    tx,
  );
  await sql`INSERT INTO approval_answers (approval_id, person_id)
    SELECT ${id}, person_id FROM unnest(${able}::uuid[]) AS named (person_id)`.execute(tx);
  await notify(tx, {
    ...{ kind: "approval.asked", subjectId: id, people: able },
    facts: { name: automation.name, owner: owner.name },
  });
}

/** Returns whether the last request before an action was declined. */
export async function isDeclinedBefore(
  db: Database,
  { runId, automation }: Running,
  index: number,
): Promise<boolean> {
  return (await decisionBefore(db, { runId, automation }, index))?.state === "declined";
}

/** Returns the run with the decision before an action among the values of its texts. */
export async function withDecision(db: Database, running: Running, index: number): Promise<Running> {
  const decision = await decisionBefore(db, running, index);
  if (!decision) return running;
  const decided = deciders(await answersOf(db, decision.id), decision.state === "approved");
  const reasons = decided.map(({ reason }) => reason).filter((reason) => reason !== "");
  const values = new Map<string, Value>([
    ...running.subject.values,
    ["approval.by", { text: namesInWords(...shownNames(decided)) }],
    ["approval.reason", { text: reasons.join("; ") || "no reason given" }],
  ]);
  return { ...running, subject: { ...running.subject, values } };
}

async function decisionBefore(
  db: Database,
  { runId, automation }: Pick<Running, "runId" | "automation">,
  index: number,
) {
  const before = automation.actions.slice(0, index);
  const ids = before.flatMap((action, at) => (action.do === "approval.ask" ? [idOf(runId, at)] : []));
  if (ids.length === 0) return undefined;
  const rows = await db
    .selectFrom("approvals")
    .select(["id", "state"])
    .where("id", "in", ids)
    .where("state", "in", ["approved", "declined"])
    .execute();
  return ids.reverse().flatMap((id) => rows.find((row) => row.id === id) ?? [])[0];
}

export type Answer = Awaited<ReturnType<typeof answersOf>>[number];

export const answersOf = (db: Database, ...approvalIds: string[]) =>
  db
    .selectFrom("approval_answers as o")
    .innerJoin("profiles as p", "p.id", "o.person_id")
    .select(["o.approval_id", "o.person_id", "o.is_approved", "o.reason", "o.answered_at", "p.name"])
    .where("o.approval_id", "in", approvalIds)
    .orderBy("o.answered_at")
    .orderBy("p.name")
    .execute();

/** Returns the IDs of those who have not answered. */
export const unanswered = (answers: readonly Answer[]): string[] =>
  answers.filter((one) => one.is_approved === null).map(({ person_id }) => person_id);
const deciders = (answers: readonly Answer[], isApproved: boolean) =>
  answers.filter((one) => one.is_approved === isApproved);
const shownNames = (answers: readonly Answer[]): [string[], number] => [
  answers.slice(0, 3).map(({ name }) => name),
  answers.length,
];

/** Says in the log why a run waits. */
export function waitText({ ends_at }: { ends_at: Date }, answers: readonly Answer[]): string {
  const names = namesInWords(...shownNames(answers.filter((one) => one.is_approved === null)));
  const approved = deciders(answers, true).length;
  const soFar = approved > 0 ? `, ${approved} of ${answers.length} approved so far` : "";
  return `Waits until ${ends_at.toISOString().slice(0, 10)} for the approval of ${names}${soFar}`;
}

export async function lockRun(tx: Database, runId: string) {
  return tx
    .selectFrom("automation_runs")
    .select("state")
    .where("id", "=", runId)
    .forUpdate()
    .executeTakeFirst();
}

/** Returns a request, locked until the transaction ends. The clock of the database says whether it is too late to answer. */
export async function lockApproval(tx: Database, id: string) {
  return tx
    .selectFrom("approvals")
    .selectAll()
    .select(sql<boolean>`ends_at <= clock_timestamp()`.as("is_late"))
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** Reads what a request is about, as one of those who are asked sees it. Undefined if they cannot, or if it is gone. */
export async function readFor(
  sources: Sources,
  viewer: Colleague,
  row: { place_kind: Place["kind"]; place_id: string; event_key: string; subject_id: string | null },
): Promise<Subject | undefined> {
  const place = { kind: row.place_kind, id: row.place_id };
  const kind = subjectOfTrigger[kindOfRun(row) as TriggerKind];
  const placeName = (await orNull(nameOfPlace(sources.db, viewer, place))) ?? "its place";
  return readAs(sources, viewer, place, { kind, subjectId: row.subject_id, placeName, zone: "UTC" });
}

/**
 * Makes runs due that wait for approval although what they are about was deleted or moved away, or those who have not
 * answered left. Nothing else wakes them.
 */
export async function wakeEndedApprovals(tx: Database): Promise<void> {
  await sql`UPDATE automation_runs r SET due_at = now() FROM approvals a, automations au
    WHERE a.run_id = r.id AND a.state = 'open' AND r.state = 'waiting' AND r.due_at > now() + interval '3 minutes'
      AND au.id = r.automation_id
      AND (NOT is_run_subject_there(r.event_key, r.subject_id) OR ${isMovedAway} OR ${isWithoutMissing})`.execute(
    tx,
  );
}

/** SQL: what the run `r` is about was moved out of the place of its automation `au`. */
const isMovedAway = sql<boolean>`(
  EXISTS (SELECT FROM tasks WHERE id = r.subject_id AND department_id IS DISTINCT FROM au.place_id)
  OR EXISTS (SELECT FROM cards WHERE id = r.subject_id AND type_id IS DISTINCT FROM au.place_id)
  OR EXISTS (SELECT FROM questions WHERE id = r.subject_id AND department_id IS DISTINCT FROM au.place_id)
  OR EXISTS (SELECT FROM ideas WHERE id = r.subject_id AND department_id IS DISTINCT FROM au.place_id))`;

/** SQL: everyone has approved the request `a`, other than colleagues who have left. */
const isWithoutMissing = sql<boolean>`(a.needs_all
  AND EXISTS (SELECT FROM approval_answers o WHERE o.approval_id = a.id AND o.is_approved)
  AND NOT EXISTS (SELECT FROM approval_answers o JOIN accounts c ON c.id = o.person_id
    WHERE o.approval_id = a.id AND o.is_approved IS NULL AND c.disabled_at IS NULL))`;
