import { sql } from "kysely";
import { transact } from "../../../platform/database/transact.ts";
import type { Job } from "../../../platform/jobs/jobs.ts";
import type { SliceContext, SliceEraser } from "../../../slice.ts";
import type { Database, Tables } from "../../../tables.ts";
import { notify } from "../../notifications/public.ts";
import { broadcastSections } from "../rooms.ts";
import { canBeOnCall, type Duty, isAvailable, loadDuty, lockDuty } from "./load-duty.ts";
import { notifyOfFiring } from "./on-call-alerts.ts";
import { nextHandover, type PlannedShift, shiftAt } from "./rota.ts";

/** Departments whose handover one round looks at. */
const batchSize = 200;

/** Every minute, notifies those who come on call and those who go off call. */
export function handOverJob(context: SliceContext): Job<Tables> {
  return {
    name: "cards.hand-over-on-call",
    cron: "* * * * *",
    isDueAtStart: true,
    async run({ signal }) {
      for (const id of await handOverDue(context.db, new Date(), signal))
        await broadcastSections(context, id);
    },
  };
}

/**
 * Hands over wherever it is due: a shift began or ended, or a member left. Several nodes may call it concurrently.
 * @returns the departments that show something else now.
 */
export async function handOverDue(db: Database, now: Date, signal?: AbortSignal): Promise<string[]> {
  const changed: string[] = [];
  let after: string | null = null;
  for (;;) {
    signal?.throwIfAborted();
    const due: string[] = await findDue(db, now, after);
    for (const id of due) if (await transact(db, (tx) => handOver(tx, id, now))) changed.push(id);
    after = due.at(-1) ?? null;
    if (due.length < batchSize) return changed;
  }
}

async function findDue(db: Database, now: Date, after: string | null): Promise<string[]> {
  const { rows } = await sql<{ department_id: string }>`
    SELECT d.department_id FROM on_call_duty d
    WHERE (${after}::uuid IS NULL OR d.department_id > ${after}::uuid) AND (d.next_at <= ${now}
      OR (d.person_id IS NOT NULL AND NOT ${isAvailable(sql.ref("d.person_id"), sql.ref("d.department_id"))})
      OR EXISTS (SELECT FROM on_call_members m WHERE m.department_id = d.department_id
        AND NOT ${isAvailable(sql.ref("m.person_id"), sql.ref("m.department_id"))}))
    ORDER BY d.department_id LIMIT ${sql.lit(batchSize)}`.execute(db);
  return rows.map(({ department_id }) => department_id);
}

/**
 * Stores who is on call now, and notifies both people of a handover. Each handover notifies once, because the one that
 * was notified of is stored with it. Call it in the transaction of a change of the rota or its overrides, too.
 * @param by the member who changed it, who needs no notification.
 * @returns whether anything that is shown has changed.
 */
export async function handOver(tx: Database, departmentId: string, at: Date, by?: string): Promise<boolean> {
  await lockDuty(tx, departmentId);
  const before = await tx
    .selectFrom("on_call_duty")
    .select(["person_id", "next_at", "at"])
    .where("department_id", "=", departmentId)
    .executeTakeFirst();
  // A change that came first may be of a later instant than this one: going back would hand over twice.
  const now = before && before.at > at ? before.at : at;
  const duty = await loadDuty(tx, departmentId, now);
  await dropGone(tx, departmentId, duty);
  const shift = shiftAt(duty.rota, duty.overrides, now);
  const values = {
    at: now,
    person_id: shift?.personId ?? null,
    next_at: nextHandover(duty.rota, duty.allOverrides, now),
  };
  await tx
    .insertInto("on_call_duty")
    .values({ department_id: departmentId, ...values })
    .onConflict((conflict) => conflict.column("department_id").doUpdateSet(values))
    .execute();
  const old = before?.person_id ?? null;
  if (old !== values.person_id) {
    await notifyBoth(tx, departmentId, { old, shift, zone: duty.rota?.zone ?? "UTC", by });
    if (shift) await notifyOfFiring(tx, departmentId, now);
    return true;
  }
  return duty.gone.length > 0 || before?.next_at?.getTime() !== values.next_at?.getTime();
}

/** Writes the turn without those who have left, so that they do not come back into it with their account. */
async function dropGone(tx: Database, departmentId: string, { rota, gone }: Duty): Promise<void> {
  if (!rota || gone.length === 0) return;
  const [first] = rota.members;
  await sql`DELETE FROM on_call_members WHERE department_id = ${departmentId}
    AND person_id = ANY(${[...gone]}::uuid[])`.execute(tx);
  await sql`UPDATE on_call_rotas SET anchor_on = ${rota.anchorOn}::date, turn_from = ${rota.turnFrom ?? null}, version = version + 1,
    first_place = coalesce((SELECT place FROM on_call_members
      WHERE department_id = ${departmentId} AND person_id = ${first ?? null}), 0)
    WHERE department_id = ${departmentId}`.execute(tx);
}

/**
 * Moves who is on call to a department that another one becomes a part of: its rota with the overrides, and its
 * escalation, each unless the department that stays has its own.
 */
export async function moveOnCall(tx: Database, fromId: string, intoId: string): Promise<void> {
  for (const id of [fromId, intoId].toSorted()) await lockDuty(tx, id);
  const ofTarget = await tx
    .selectFrom("on_call_rotas")
    .select("version")
    .where("department_id", "=", intoId)
    .executeTakeFirst();
  await sql`INSERT INTO on_call_rotas (department_id, length_days, weekday,
      hand_over, zone, starts_on, anchor_on, first_place, turn_from)
    SELECT ${intoId}, length_days, weekday, hand_over, zone, starts_on, anchor_on, first_place, turn_from
    FROM on_call_rotas WHERE department_id = ${fromId} ON CONFLICT DO NOTHING`.execute(tx);
  const { numAffectedRows: escalations = 0n } = await sql`
    INSERT INTO on_call_escalations (department_id, severity, repeats)
    SELECT ${intoId}, severity, repeats FROM on_call_escalations WHERE department_id = ${fromId}
    ON CONFLICT DO NOTHING`.execute(tx);
  const moved = [
    ...(ofTarget ? [] : (["on_call_members", "on_call_overrides"] as const)),
    ...(escalations > 0n ? (["on_call_steps"] as const) : []),
  ];
  for (const table of moved)
    await sql`UPDATE ${sql.table(table)} SET department_id = ${intoId}
      WHERE department_id = ${fromId}`.execute(tx);
  if (moved.length > 0) await handOver(tx, intoId, new Date());
}

/** Takes a person out of the turns before their rows are erased, so that the member on call stays so. */
export const turnEraser: SliceEraser = {
  phase: "texts",
  async erase(context, { personId }, work) {
    const { rows } = await work.read((tx) =>
      sql<{ department_id: string }>`SELECT department_id FROM on_call_members
        WHERE person_id = ${personId} ORDER BY department_id`.execute(tx),
    );
    for (const { department_id: id } of rows)
      if (await work.part((tx) => handOver(tx, id, new Date()))) await broadcastSections(context, id);
    return rows.length;
  },
};

async function notifyBoth(
  tx: Database,
  departmentId: string,
  handed: { old: string | null; shift: PlannedShift | undefined; zone: string; by: string | undefined },
): Promise<void> {
  const { old, shift, zone, by } = handed;
  const about = { kind: "card.on-call", subjectId: departmentId } as const;
  if (shift && shift.personId !== by)
    await notify(tx, {
      ...about,
      people: [shift.personId],
      facts: { until: shift.endsAt.toISOString(), zone, ...(old !== null && { other: old }) },
    });
  if (old !== null && old !== by && (await canBeOnCall(tx, departmentId, old)))
    await notify(tx, { ...about, people: [old], facts: shift ? { other: shift.personId } : {} });
}
