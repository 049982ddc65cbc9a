import type { NewIncident } from "@atoll/contract/cards/incident-schemas";
import { maxOpenIncidents } from "@atoll/contract/cards/limits";
import { sectionOptionsSchema } from "@atoll/contract/cards/section-schemas";
import { AppError } from "../../../platform/app-error.ts";
import { createOnce, hashSent, insertNew, type Sent } from "../../../platform/create-once.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { holdViewer, type RequestViewer } from "../../identity/public.ts";
import { type NewNotification, notify } from "../../notifications/public.ts";
import { inTurn, loadDuty } from "../monitoring/load-duty.ts";
import { findReader } from "../monitoring/on-call-alerts.ts";
import { accessType, type TypeRow } from "../public.ts";
import { lockSection } from "../ranks.ts";
import { cardRoom, holdMember } from "../rooms.ts";
import { addEntries, holdRole, insertAlerts, wrong } from "./incident-parts.ts";
import { broadcastStatus, servicesOnPage } from "./service-status.ts";

/**
 * Opens an incident, from alerts or without any, and notifies the member on call and the commander. The same one sent
 * again is one.
 * @throws {AppError} `section_not_found`, `card_not_found`, `person_not_found`, `incident_wrong`, `incident_id_taken`,
 *   `too_many_incidents`.
 */
export async function openIncident(
  { db, realtime }: Pick<SliceContext, "db" | "realtime">,
  asking: RequestViewer,
  typeId: string,
  input: NewIncident,
): Promise<void> {
  const isShown = await transact(db, async (tx) => {
    await lockSection(tx, typeId);
    const viewer = await holdViewer(tx, asking);
    const type = await accessType(tx, viewer, typeId);
    if (!(await holdMember(tx, type.department_id, viewer.id))) throw new AppError("section_not_found");
    if (sectionOptionsSchema.parse(type.options).hooks !== "alerts")
      throw wrong("title", "This section has no alerts.");
    const sent = {
      byId: viewer.id,
      hash: hashSent({ ...input, alertIds: input.alertIds.toSorted(), typeId }),
    };
    const { isNew } = await createOnce(sent, {
      insert: () => insertIncident(tx, typeId, input, sent),
      find: () =>
        tx
          .selectFrom("incidents")
          .select(["opened_by", "sent_hash"])
          .where("id", "=", input.id)
          .executeTakeFirst(),
      sentOf: (row) => ({ byId: row.opened_by ?? "", hash: row.sent_hash }),
      taken: "incident_id_taken",
    });
    if (!isNew) return false;
    assertSeverity(type, input.severity);
    await assertRoomForOpen(tx, typeId);
    if (input.commanderId !== null) await holdRole(tx, type, input.commanderId);
    await addEntries(tx, input.id, viewer.id, [
      { kind: "opened" },
      ...(input.commanderId === null ? [] : [{ kind: "commander" as const, after: input.commanderId }]),
    ]);
    await insertAlerts(tx, { id: input.id, type_id: typeId }, viewer.id, input.alertIds);
    await notifyOfOpening(tx, type, viewer.id, input);
    return input.effect !== "none" && (await servicesOnPage(tx, typeId, input.services)).length > 0;
  });
  realtime.sendToOthers(cardRoom(typeId), [], "incident.changed", { incidentId: input.id, typeId });
  if (isShown) broadcastStatus(realtime);
}

async function insertIncident(
  tx: Database,
  typeId: string,
  input: NewIncident,
  { byId, hash }: Sent,
): Promise<boolean> {
  const { last } = await tx
    .selectFrom("incidents")
    .select(({ fn }) => fn.max("number").as("last"))
    .where("type_id", "=", typeId)
    .executeTakeFirstOrThrow();
  return insertNew(
    tx.insertInto("incidents").values({
      id: input.id,
      type_id: typeId,
      number: (last ?? 0) + 1,
      title: input.title,
      severity: input.severity,
      services: input.services,
      effect: input.effect,
      state: "investigating",
      commander_id: input.commanderId,
      opened_by: byId,
      sent_hash: hash,
    }),
  );
}

/** @throws {AppError} `incident_wrong` for a severity that the alerts of the section do not have. */
export function assertSeverity({ fields }: Pick<TypeRow, "fields">, severity: string | null): void {
  const options = fields.find(({ name }) => name === "severity")?.options ?? [];
  if (severity !== null && !options.includes(severity))
    throw wrong("severity", "The alerts of this section do not have this severity.");
}

/** @throws {AppError} `too_many_incidents` */
export async function assertRoomForOpen(tx: Database, typeId: string): Promise<void> {
  const { count } = await tx
    .selectFrom("incidents")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("type_id", "=", typeId)
    .where("resolved_at", "is", null)
    .executeTakeFirstOrThrow();
  if (count > maxOpenIncidents) throw new AppError("too_many_incidents");
}

async function notifyOfOpening(
  tx: Database,
  type: TypeRow,
  actorId: string,
  { id: subjectId, commanderId }: NewIncident,
): Promise<void> {
  if (commanderId !== null)
    await notify(tx, { kind: "incident.role", subjectId, actorId, people: [commanderId] });
  await notifyOnCallOf(tx, type, { subjectId, actorId }, commanderId);
}

/**
 * Notifies the member on call of an incident that was opened, or with a fact `again` opened again.
 * @param informedId somebody who is notified of it in another way.
 */
export async function notifyOnCallOf(
  tx: Database,
  { id: typeId, department_id }: Pick<TypeRow, "id" | "department_id">,
  told: Pick<NewNotification, "subjectId" | "actorId" | "facts">,
  informedId: string | null,
): Promise<void> {
  const now = new Date();
  const reader = await findReader(tx, typeId, inTurn(await loadDuty(tx, department_id, now), now));
  if (reader !== undefined && reader !== informedId)
    await notify(tx, { kind: "incident.opened", people: [reader], ...told });
}
