import { maxOverrideDays, maxOverrides } from "@atoll/contract/cards/limits";
import type { NewOverride, Shift, Swap } from "@atoll/contract/cards/on-call-schemas";
import type { Overview } from "@atoll/contract/cards/overview-schemas";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { AppError } from "../../../platform/app-error.ts";
import { createOnce, hashSent, insertNew, type Sent } from "../../../platform/create-once.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { departmentOf } from "../public.ts";
import { type Acting, changeDuty, type DutyChange, holdAvailable, wrong } from "./change-rota.ts";
import { type Duty, loadDuty, readOnCall } from "./load-duty.ts";
import { daysLater, planShifts } from "./rota.ts";

type Sources = Pick<SliceContext, "db" | "realtime">;

/**
 * Has a member on call from one time to another. The same override sent again is one.
 * @throws {AppError} `section_not_found`, `person_not_found`, `on_call_wrong`, `on_call_override_id_taken`,
 *   `too_many_on_call_overrides`.
 */
export async function addOverride(
  sources: Sources,
  { viewer, address }: Acting,
  slug: string,
  input: NewOverride,
): Promise<void> {
  await changeDuty(sources, viewer, slug, async (tx, { id: byId }, departmentId) => {
    const now = new Date();
    const sent = { byId, hash: hashSent({ ...input, departmentId }) };
    const duty = await loadDuty(tx, departmentId, now);
    const isNew = await insertOverride(tx, { departmentId, now, sent }, input);
    if (!isNew) return undefined;
    if (isOnCall(duty, now, input))
      throw wrong("personId", "This member is on call for all of this time already. Choose someone else.");
    await assertRoom(tx, departmentId, now);
    return overridden(address, now, { after: input });
  });
}

/**
 * Swaps the people of two shifts, by two overrides. The same swap sent again is one.
 * @throws {AppError} `section_not_found`, `changed_meanwhile` when someone else has one of the shifts by now, and the
 *   errors of `addOverride`.
 */
export async function swapShifts(
  sources: Sources,
  { viewer, address }: Acting,
  slug: string,
  input: Swap,
): Promise<void> {
  await changeDuty(sources, viewer, slug, async (tx, { id: byId }, departmentId) => {
    const now = new Date();
    const { ids, shifts } = input;
    const [one, other] = shifts;
    if (one.personId === other.personId) throw wrong("shifts.1", "Choose the shift of someone else.");
    const sent = { byId, hash: hashSent({ ...input, departmentId }) };
    const isSentAgain = await tx
      .selectFrom("on_call_overrides")
      .select("id")
      .where("id", "in", ids)
      .where("created_by", "=", byId)
      .where("sent_hash", "=", sent.hash)
      .executeTakeFirst();
    if (isSentAgain) return undefined;
    await assertShifts(tx, departmentId, now, shifts);
    const owner = { departmentId, now, sent };
    await insertOverride(tx, owner, { ...one, id: ids[0], personId: other.personId });
    await insertOverride(tx, owner, { ...other, id: ids[1], personId: one.personId });
    await assertRoom(tx, departmentId, now);
    return overridden(address, now, { before: { shifts }, after: { swapped: ids } });
  });
}

/**
 * Ends an override now, or deletes one that has not started. Everyone who may see it may do so.
 * @throws {AppError} `on_call_override_not_found`, also for one that has ended.
 */
export async function endOverride(
  sources: Sources,
  { viewer, address }: Acting,
  overrideId: string,
): Promise<void> {
  const row = await sources.db
    .selectFrom("on_call_overrides")
    .select("department_id")
    .where("id", "=", overrideId)
    .executeTakeFirst();
  const department = viewer.departments.find(({ id }) => id === row?.department_id);
  if (!department) throw new AppError("on_call_override_not_found");
  const end = async (tx: Database) => {
    const now = new Date();
    const [before] = await closeOverrides(tx, now, sql<boolean>`id = ${overrideId}`);
    if (!before) throw new AppError("on_call_override_not_found");
    return overridden(address, now, { before });
  };
  await changeDuty(sources, viewer, department.slug, end, "on_call_override_not_found");
}

/**
 * Chooses who is on call until a time, in place of anyone else who was chosen; with nobody, the rota decides again.
 * @throws {AppError} `section_not_found` when the viewer is no member, `person_not_found` for somebody who is none.
 */
export async function setOnCall(
  context: Pick<SliceContext, "db" | "realtime" | "people">,
  { viewer, address }: Acting,
  slug: string,
  { personId, until }: { personId: string | null; until: string },
): Promise<Overview["onCall"]> {
  await changeDuty(context, viewer, slug, async (tx, { id: byId }, departmentId) => {
    const now = new Date();
    if (personId !== null) await holdAvailable(tx, departmentId, personId);
    await closeOverrides(tx, now, sql<boolean>`department_id = ${departmentId} AND starts_at <= ${now}`);
    if (personId !== null && new Date(until) > now) {
      await tx
        .insertInto("on_call_overrides")
        .values({
          id: uuidv7(),
          department_id: departmentId,
          person_id: personId,
          starts_at: now,
          ends_at: new Date(until),
          created_by: byId,
          sent_hash: Buffer.alloc(0),
        })
        .execute();
      await assertRoom(tx, departmentId, now);
    }
    return overridden(address, now, { after: { personId, until } });
  });
  return readOnCall(context, departmentOf(viewer, slug));
}

const overridden = (
  address: string,
  now: Date,
  change: Pick<DutyChange, "before" | "after">,
): DutyChange => ({ action: "on-call.overridden", address, now, ...change });

/** Inserts an override, from now on if it would have started already. Returns whether it is new. */
async function insertOverride(
  tx: Database,
  { departmentId, now, sent }: { departmentId: string; now: Date; sent: Sent },
  { id, personId, startsAt, endsAt }: NewOverride,
): Promise<boolean> {
  const { isNew } = await createOnce(sent, {
    async insert() {
      const [start, end] = [new Date(startsAt), new Date(endsAt)];
      const there = await tx
        .selectFrom("on_call_overrides")
        .select("id")
        .where("id", "=", id)
        .executeTakeFirst();
      if (there) return false;
      if (end <= now || end <= start) throw wrong("endsAt", "Choose an end after the start, in the future.");
      if (end > daysLater(now, maxOverrideDays))
        throw wrong("endsAt", `Choose an end within the next ${maxOverrideDays} days.`);
      await holdAvailable(tx, departmentId, personId);
      return insertNew(
        tx.insertInto("on_call_overrides").values({
          id,
          department_id: departmentId,
          person_id: personId,
          starts_at: start < now ? now : start,
          ends_at: end,
          created_by: sent.byId,
          sent_hash: sent.hash,
        }),
      );
    },
    find: () =>
      tx
        .selectFrom("on_call_overrides")
        .select(["created_by", "sent_hash"])
        .where("id", "=", id)
        .executeTakeFirst(),
    sentOf: (row) => ({ byId: row.created_by ?? "", hash: row.sent_hash }),
    taken: "on_call_override_id_taken",
  });
  return isNew;
}

async function assertRoom(tx: Database, departmentId: string, now: Date): Promise<void> {
  const { count } = await tx
    .selectFrom("on_call_overrides")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("department_id", "=", departmentId)
    .where("ends_at", ">", now)
    .executeTakeFirstOrThrow();
  if (count > maxOverrides) throw new AppError("too_many_on_call_overrides");
}

/** Returns whether a member has one shift, or shifts without a gap, for all of a time from now on. */
function isOnCall({ rota, overrides }: Duty, now: Date, { personId, startsAt, endsAt }: Shift): boolean {
  let reached = new Date(Math.max(Date.parse(startsAt), now.getTime()));
  const until = new Date(endsAt);
  for (const shift of planShifts(rota, overrides, reached, until)) {
    if (shift.personId !== personId || shift.startsAt > reached) break;
    reached = shift.endsAt;
  }
  return reached >= until;
}

/** Asserts that these people have these shifts, as everything is now. */
async function assertShifts(
  tx: Database,
  departmentId: string,
  now: Date,
  shifts: readonly Shift[],
): Promise<void> {
  const { rota, overrides } = await loadDuty(tx, departmentId, now);
  for (const { personId, startsAt, endsAt } of shifts) {
    const [start, end] = [new Date(startsAt), new Date(endsAt)];
    if (end <= now || end > daysLater(now, maxOverrideDays))
      throw wrong("shifts", `Choose shifts within the next ${maxOverrideDays} days.`);
    // Neighbours of a short time only, however long ago the browser asked.
    const planned = planShifts(rota, overrides, start < now ? now : start, end);
    const isThere = planned.some(
      (one) =>
        one.personId === personId &&
        one.startsAt.getTime() === start.getTime() &&
        one.endsAt.getTime() === end.getTime(),
    );
    if (!isThere) throw new AppError("changed_meanwhile");
  }
}

/** Ends overrides that have started, and deletes those that have not. */
async function closeOverrides(tx: Database, now: Date, which: ReturnType<typeof sql<boolean>>) {
  const { rows } = await sql<{ id: string; person_id: string; starts_at: Date; ends_at: Date }>`
    SELECT id, person_id, starts_at, ends_at FROM on_call_overrides
    WHERE ${which} AND ends_at > ${now} ORDER BY id FOR UPDATE`.execute(tx);
  const ids = rows.map(({ id }) => id);
  await sql`DELETE FROM on_call_overrides WHERE id = ANY(${ids}::uuid[]) AND starts_at >= ${now}`.execute(tx);
  await sql`UPDATE on_call_overrides SET ends_at = ${now} WHERE id = ANY(${ids}::uuid[])`.execute(tx);
  return rows.map(({ person_id, starts_at, ends_at }) => ({
    personId: person_id,
    startsAt: starts_at.toISOString(),
    endsAt: ends_at.toISOString(),
  }));
}
