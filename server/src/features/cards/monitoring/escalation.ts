import type { Escalation } from "@atoll/contract/cards/on-call-schemas";
import { sql } from "kysely";
import { assertNotChanged } from "../../../platform/assert-not-changed.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { Job } from "../../../platform/jobs/jobs.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database, Tables } from "../../../tables.ts";
import { notifyOfEach } from "../../notifications/public.ts";
import { assertMayManage } from "../public.ts";
import { type CardViewer, isTypeReadable } from "../readable.ts";
import { type Acting, changeDuty, holdAvailable, wrong } from "./change-rota.ts";
import { canBeOnCall, type Duty, inTurn, loadDuty } from "./load-duty.ts";
import { findReader, isEscalating, resumePages } from "./on-call-alerts.ts";

/** Alerts of one department that escalate in one transaction. */
const batchSize = 500;
const minuteMs = 60_000;

/**
 * Sets the escalation of a department.
 * @throws {AppError} `section_not_found`, `forbidden`, `person_not_found`, `on_call_wrong`, `changed_meanwhile`.
 */
export async function setEscalation(
  sources: Pick<SliceContext, "db" | "realtime">,
  { viewer: asking, address }: Acting,
  slug: string,
  { version, ...input }: Escalation & { version: number },
): Promise<void> {
  await changeDuty(sources, asking, slug, async (tx, viewer, departmentId) => {
    assertMayManage(viewer, departmentId);
    const { severity, repeats, steps } = input;
    if (severity !== null && !(await readSeverities(tx, viewer, departmentId)).includes(severity))
      throw wrong("severity", "Choose a severity of this department's alerts.");
    const old = await readEscalation(tx, departmentId);
    assertNotChanged(old ?? { version: 0 }, version);
    // Someone who has left stays in a step that was there; it reaches nobody until they are back.
    const known = old?.steps.map(({ personId }) => personId) ?? [];
    const added = new Set(steps.flatMap(({ personId }) => personId ?? []));
    for (const id of [...added].filter((one) => !known.includes(one)).sort())
      await holdAvailable(tx, departmentId, id);
    const values = { severity, repeats, version: version + 1 };
    await tx
      .insertInto("on_call_escalations")
      .values({ department_id: departmentId, ...values })
      .onConflict((conflict) => conflict.column("department_id").doUpdateSet(values))
      .execute();
    await tx.deleteFrom("on_call_steps").where("department_id", "=", departmentId).execute();
    if (steps.length > 0)
      await tx
        .insertInto("on_call_steps")
        .values(
          steps.map(({ who, personId, afterMinutes }, place) => ({
            department_id: departmentId,
            place,
            who,
            person_id: personId,
            after_minutes: afterMinutes,
          })),
        )
        .execute();
    // Alerts that had no steps, or did not count. Those that have been through all steps are not repeated.
    await resumePages(tx, sql<boolean>`p.department_id = ${departmentId} AND p.round = 0`);
    return { action: "on-call.escalation-changed", address, now: new Date(), after: input };
  });
}

/** The severities of a department's alerts that the viewer may read, the worst first. */
export async function readSeverities(
  db: Database,
  viewer: CardViewer,
  departmentId: string,
): Promise<string[]> {
  const { rows } = await sql<{ options: string[] }>`
    SELECT f -> 'options' AS options FROM card_types ct CROSS JOIN jsonb_array_elements(ct.fields) f
    WHERE ct.department_id = ${departmentId} AND ${isTypeReadable(viewer)} AND ct.options ->> 'hooks' = 'alerts'
      AND f ->> 'name' = 'severity' AND jsonb_typeof(f -> 'options') = 'array' ORDER BY ct.place, ct.id`.execute(
    db,
  );
  return [...new Set(rows.flatMap(({ options }) => options))];
}

/** The escalation of a department; undefined before the first was set. */
export async function readEscalation(
  db: Database,
  departmentId: string,
): Promise<(Escalation & { version: number }) | undefined> {
  const row = await db
    .selectFrom("on_call_escalations")
    .select(["severity", "repeats", "version"])
    .where("department_id", "=", departmentId)
    .executeTakeFirst();
  if (!row) return undefined;
  const steps = await db
    .selectFrom("on_call_steps")
    .select(["who", "person_id", "after_minutes"])
    .where("department_id", "=", departmentId)
    .orderBy("place")
    .execute();
  return {
    ...row,
    steps: steps.map(({ who, person_id, after_minutes }) => ({
      who,
      personId: person_id,
      afterMinutes: after_minutes,
    })),
  };
}

/** Every minute, notifies the next people of alerts that nobody has acknowledged. */
export function escalateJob({ db }: SliceContext): Job<Tables> {
  return {
    name: "cards.escalate-alerts",
    cron: "* * * * *",
    isDueAtStart: true,
    run: ({ signal }) => escalateDue(db, new Date(), signal),
  };
}

/**
 * Takes the steps that are due. A step and its notifications are one transaction, so that it is taken once, also after a
 * node was killed, and by several nodes at once.
 */
export async function escalateDue(db: Database, now: Date, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const { rows } = await sql<{ department_id: string }>`
      SELECT department_id FROM on_call_pages WHERE due_at <= ${now} ORDER BY due_at LIMIT 1`.execute(db);
    const [first] = rows;
    if (!first || (await transact(db, (tx) => takeSteps(tx, first.department_id, now))) === 0) return;
  }
}

interface DuePage {
  card_id: string;
  type_id: string;
  subject_id: string;
  step: number;
  round: number;
  is_open: boolean;
}

/** @returns how many alerts of the department were due, and no other node had. */
async function takeSteps(tx: Database, departmentId: string, now: Date): Promise<number> {
  const { rows: due } = await sql<DuePage>`
    SELECT p.card_id, c.type_id, p.step, p.round, CASE WHEN entry.stage = 'firing' AND entry.deleted_at IS NULL THEN p.entry_id
        ELSE p.card_id END AS subject_id, ${isEscalating} AS is_open
    FROM on_call_pages p JOIN cards c ON c.id = p.card_id JOIN card_types ct ON ct.id = c.type_id
    LEFT JOIN on_call_escalations e ON e.department_id = p.department_id
    LEFT JOIN cards entry ON entry.id = p.entry_id
    WHERE p.department_id = ${departmentId} AND p.due_at <= ${now}
    ORDER BY p.due_at, p.card_id LIMIT ${sql.lit(batchSize)} FOR UPDATE OF p SKIP LOCKED`.execute(tx);
  if (due.length === 0) return 0;
  const escalation = await readEscalation(tx, departmentId);
  const duty = await loadDuty(tx, departmentId, now);
  const taken = due.map((page) => ({ ...page, ...takeStep(page, escalation, now) }));
  for (const [step, ofStep] of Map.groupBy(taken, ({ taking }) => taking))
    for (const [typeId, pages] of Map.groupBy(step ? ofStep : [], ({ type_id }) => type_id)) {
      const people = step ? await peopleOf(tx, { departmentId, typeId, step, duty, now }) : [];
      if (people.length > 0)
        await notifyOfEach(tx, { kind: "card.escalated", people }, [
          ...new Set(pages.map(({ subject_id }) => subject_id)),
        ]);
    }
  await sql`UPDATE on_call_pages p SET step = t.step, round = t.round, due_at = t.due_at
    FROM unnest(${taken.map(({ card_id }) => card_id)}::uuid[], ${taken.map(({ step }) => step)}::int[],
      ${taken.map(({ round }) => round)}::int[], ${taken.map(({ dueAt }) => dueAt)}::timestamptz[])
      AS t (card_id, step, round, due_at)
    WHERE p.card_id = t.card_id`.execute(tx);
  return due.length;
}

/** The step that an alert takes, and the next one that it waits for. */
function takeStep(page: DuePage, escalation: Escalation | undefined, now: Date) {
  const { steps = [], repeats = 0 } = escalation ?? {};
  // It starts again from the first step once it fires again, its severity counts or there are steps.
  if (!page.is_open || steps.length === 0) return { step: 0, round: 0, taking: undefined, dueAt: null };
  // The steps may have become fewer: behind the last one, the next round begins.
  const current = page.step < steps.length ? page : { step: 0, round: page.round + 1 };
  const isLast = current.step + 1 === steps.length;
  const next = isLast
    ? { step: 0, round: current.round + 1 }
    : { step: current.step + 1, round: current.round };
  const wait = next.round > repeats ? undefined : steps[next.step]?.afterMinutes;
  return {
    ...next,
    taking: current.round > repeats ? undefined : steps[current.step],
    dueAt: wait === undefined ? null : new Date(now.getTime() + wait * minuteMs),
  };
}

interface Reached {
  departmentId: string;
  typeId: string;
  step: Escalation["steps"][number];
  duty: Duty;
  now: Date;
}

/** The people that a step reaches now: in place of a member on call who may not read the alert, the next one who may. */
async function peopleOf(tx: Database, { departmentId, typeId, step, duty, now }: Reached): Promise<string[]> {
  const { who, personId } = step;
  if (who === "everyone") return [...(duty.rota?.members ?? [])];
  if (who === "on_call") return [(await findReader(tx, typeId, inTurn(duty, now))) ?? []].flat();
  return personId && (await canBeOnCall(tx, departmentId, personId)) ? [personId] : [];
}
