import { maxOverrideDays } from "@atoll/contract/cards/limits";
import type { Rota } from "@atoll/contract/cards/on-call-schemas";
import type { ErrorCode } from "@atoll/contract/errors/errors";
import { dayIn, instantIn } from "@atoll/contract/zones";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { assertNotChanged } from "../../../platform/assert-not-changed.ts";
import { recordAct } from "../../../platform/audit.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { changeAs, type RequestViewer } from "../../identity/public.ts";
import { assertMayManage, departmentOf } from "../public.ts";
import { broadcastSections, holdMember } from "../rooms.ts";
import { handOver } from "./hand-over.ts";
import { canBeOnCall, loadDuty, lockDuty } from "./load-duty.ts";
import { anchorOf, continueTurn, daysLater, type TurnRota } from "./rota.ts";

export interface Acting {
  viewer: RequestViewer;
  address: string;
}

type Sources = Pick<SliceContext, "db" | "realtime">;

/**
 * Sets the rota of a department. The member on call stays so, unless the rota starts at another day.
 * @param input.version the version that the viewer saw; 0 where there is no rota yet.
 * @throws {AppError} `section_not_found`, `forbidden`, `person_not_found`, `on_call_wrong`, `changed_meanwhile`.
 */
export async function setRota(
  sources: Sources,
  { viewer: asking, address }: Acting,
  slug: string,
  input: Rota & { version: number },
): Promise<void> {
  await changeDuty(sources, asking, slug, async (tx, viewer, departmentId) => {
    assertMayManage(viewer, departmentId);
    const now = new Date();
    if (input.startsOn > dayIn(input.zone, daysLater(now, maxOverrideDays)))
      throw wrong("startsOn", "Choose a day within the next year.");
    for (const id of input.memberIds.toSorted()) await holdAvailable(tx, departmentId, id);
    const old = await tx
      .selectFrom("on_call_rotas")
      .select(["version", sql<string>`starts_on::text`.as("starts_on")])
      .where("department_id", "=", departmentId)
      .executeTakeFirst();
    assertNotChanged(old ?? { version: 0 }, input.version);
    const { rota: turn } = await loadDuty(tx, departmentId, now);
    const next: TurnRota = {
      members: input.memberIds,
      lengthDays: input.lengthDays,
      handOver: input.handOver,
      zone: input.zone,
      anchorOn: anchorOf(input),
      startsAt: instantIn(input.zone, input.startsOn, input.handOver),
    };
    const going = turn && old?.starts_on === input.startsOn ? continueTurn(turn, next, now) : next;
    const values = {
      length_days: input.lengthDays,
      weekday: input.weekday,
      hand_over: input.handOver,
      zone: input.zone,
      starts_on: input.startsOn,
      anchor_on: going.anchorOn,
      turn_from: going.turnFrom ?? null,
      first_place: input.memberIds.indexOf(going.members[0] ?? ""),
      version: input.version + 1,
    };
    await tx
      .insertInto("on_call_rotas")
      .values({ department_id: departmentId, ...values })
      .onConflict((conflict) => conflict.column("department_id").doUpdateSet(values))
      .execute();
    await tx.deleteFrom("on_call_members").where("department_id", "=", departmentId).execute();
    await tx
      .insertInto("on_call_members")
      .values(input.memberIds.map((person_id, place) => ({ department_id: departmentId, place, person_id })))
      .execute();
    const { version: _version, ...after } = input;
    return { action: "on-call.rota-changed", address, now, after };
  });
}

/**
 * Deletes the rota of a department. Nothing happens where there is none.
 * @throws {AppError} `section_not_found`, `forbidden`.
 */
export async function deleteRota(
  sources: Sources,
  { viewer: asking, address }: Acting,
  slug: string,
): Promise<void> {
  await changeDuty(sources, asking, slug, async (tx, viewer, departmentId) => {
    assertMayManage(viewer, departmentId);
    const { numDeletedRows } = await tx
      .deleteFrom("on_call_rotas")
      .where("department_id", "=", departmentId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return undefined;
    return { action: "on-call.rota-changed", address, now: new Date(), after: { memberIds: [] } };
  });
}

/** A change of the duty, as the audit log has it. */
export interface DutyChange {
  action: "on-call.rota-changed" | "on-call.overridden" | "on-call.escalation-changed";
  address: string;
  now: Date;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/**
 * Changes who is on call for a department of the viewer's, one change at a time: with the handover that follows from it,
 * an entry in the audit log, and news to everyone who looks at it.
 * @throws {AppError} `missing` when the viewer is no member.
 */
export async function changeDuty(
  sources: Sources,
  asking: RequestViewer,
  slug: string,
  change: (tx: Database, viewer: RequestViewer, departmentId: string) => Promise<DutyChange | undefined>,
  missing: ErrorCode = "section_not_found",
): Promise<void> {
  const departmentId = departmentOf(asking, slug);
  await changeAs(sources.db, asking, async (tx, viewer) => {
    if (!(await holdMember(tx, departmentId, viewer.id))) throw new AppError(missing);
    await lockDuty(tx, departmentId);
    const done = await change(tx, viewer, departmentId);
    if (!done) return;
    const { now, ...act } = done;
    await handOver(tx, departmentId, now, viewer.id);
    const name = viewer.departments.find(({ id }) => id === departmentId)?.name ?? slug;
    await recordAct(tx, {
      ...act,
      actor: { id: viewer.id, name: viewer.name },
      subject: { type: "department", id: departmentId, name },
    });
  });
  await broadcastSections(sources, departmentId);
}

/**
 * Locks the membership of a member who will be on call, until the transaction ends.
 * @throws {AppError} `person_not_found` for somebody who is no member, or whose account is disabled.
 */
export async function holdAvailable(tx: Database, departmentId: string, personId: string): Promise<void> {
  const isMember = await holdMember(tx, departmentId, personId);
  if (!isMember || !(await canBeOnCall(tx, departmentId, personId))) throw new AppError("person_not_found");
}

export function wrong(path: string, message: string): AppError {
  return new AppError("on_call_wrong", { fields: [{ path, message }] });
}
