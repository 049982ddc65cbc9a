import { isDeepStrictEqual } from "node:util";
import {
  type Incident,
  type IncidentChange,
  type IncidentRole,
  type IncidentUpdate,
  incidentRoles,
  nextIncidentStates,
} from "@atoll/contract/cards/incident-schemas";
import { AppError } from "../../../platform/app-error.ts";
import { assertAsSeen } from "../../../platform/assert-not-changed.ts";
import { createOnce, hashSent, insertNew } from "../../../platform/create-once.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { holdViewer, type RequestViewer } from "../../identity/public.ts";
import { notify, refreshNotifications } from "../../notifications/public.ts";
import { isTypeReadable } from "../readable.ts";
import { cardRoom, holdMember } from "../rooms.ts";
import {
  addEntries,
  assertRoomForEntries,
  holdRole,
  insertAlerts,
  type NewEntry,
  wrong,
} from "./incident-parts.ts";
import { assertRoomForOpen, assertSeverity, notifyOnCallOf } from "./open-incident.ts";
import { presentIncident } from "./read-incidents.ts";
import { broadcastStatus, servicesOnPage } from "./service-status.ts";

type Sources = Pick<SliceContext, "db" | "realtime">;

/** The column of each field that people change. */
const columnOf = {
  title: "title",
  severity: "severity",
  services: "services",
  effect: "effect",
  state: "state",
  commanderId: "commander_id",
  operationsId: "operations_id",
  communicationsId: "communications_id",
} as const;
type Field = keyof typeof columnOf;
const fields = Object.keys(columnOf) as Field[];
const roleFields = incidentRoles.map((role) => [role, `${role}Id`] as const);

/**
 * Changes fields of an incident, if they have the values that the viewer saw. A field that already has its new value is
 * left as it is, so that a repeated request succeeds.
 * @throws {AppError} `incident_not_found`, `person_not_found`, `incident_wrong`, `incident_full`, `changed_meanwhile`,
 *   `too_many_incidents`.
 */
export function changeIncident(
  sources: Sources,
  asking: RequestViewer,
  incidentId: string,
  { set, seen }: IncidentChange,
): Promise<void> {
  return withIncident(sources, asking, incidentId, async (tx, viewer, row) => {
    const before = presentIncident(row);
    const changed = fields.filter(
      (name) => set[name] !== undefined && !isDeepStrictEqual(set[name], before[name]),
    );
    if (changed.length === 0) return "nothing";
    assertAsSeen(before, Object.fromEntries(changed.map((name) => [name, seen[name]])));
    const isChanged = (name: Field) => changed.includes(name);
    if (set.severity !== undefined && isChanged("severity")) assertSeverity(row, set.severity);
    for (const [, name] of roleFields)
      if (set[name] && isChanged(name))
        await holdRole(tx, { id: row.type_id, department_id: row.department_id }, set[name]);
    if (set.state && isChanged("state") && !nextIncidentStates[before.state].includes(set.state))
      throw wrong("state", "A resolved incident can only be investigated again.");
    await tx
      .updateTable("incidents")
      .set(Object.fromEntries(changed.map((name) => [columnOf[name], set[name]])))
      .$if(isChanged("state"), (query) =>
        query.set({ resolved_at: set.state === "resolved" ? new Date() : null }),
      )
      .where("id", "=", incidentId)
      .execute();
    if (isChanged("state") && before.state === "resolved") {
      await assertRoomForOpen(tx, row.type_id);
      const told = { subjectId: incidentId, actorId: viewer.id, facts: { again: "yes" } };
      const type = { id: row.type_id, department_id: row.department_id };
      await notifyOnCallOf(tx, type, told, set.commanderId ?? null);
    }
    await addEntries(
      tx,
      incidentId,
      viewer.id,
      changed.map((name) => entryOf(name, before, set)),
    );
    await notifyOfChange(tx, viewer.id, incidentId, { set, isChanged });
    const hasEffect = before.effect !== "none" || (set.effect ?? before.effect) !== "none";
    if (hasEffect && (["state", "effect", "services"] as const).some(isChanged)) return "status";
    // The page names the services of each update.
    return isChanged("services") && (await hasUpdate(tx, incidentId)) ? "status" : "incident";
  });
}

async function hasUpdate(tx: Database, incidentId: string): Promise<boolean> {
  const update = await tx
    .selectFrom("incident_entries")
    .select("id")
    .where("incident_id", "=", incidentId)
    .where("kind", "=", "update")
    .limit(1)
    .executeTakeFirst();
  return update !== undefined;
}

const kindOf = (name: Field): NewEntry["kind"] =>
  (name.endsWith("Id") ? name.slice(0, -2) : name) as Exclude<Field, `${string}Id`> | IncidentRole;

function entryOf(name: Field, before: Incident, set: IncidentChange["set"]): NewEntry {
  return { kind: kindOf(name), before: asText(before[name]), after: asText(set[name]) };
}

const asText = (value: string | readonly string[] | null | undefined): string | null =>
  typeof value === "object" && value !== null ? value.join(", ") : (value ?? null);

async function notifyOfChange(
  tx: Database,
  actorId: string,
  subjectId: string,
  { set, isChanged }: { set: IncidentChange["set"]; isChanged: (name: Field) => boolean },
): Promise<void> {
  const newcomers = roleFields.flatMap(([, name]) => (isChanged(name) && set[name] ? [set[name]] : []));
  await notify(tx, { kind: "incident.role", subjectId, actorId, people: [...new Set(newcomers)] });
  await refreshNotifications(tx, [
    { kind: "incident.role", subjectId },
    { kind: "incident.opened", subjectId },
  ]);
}

/**
 * Links alerts of the section to an incident, and removes others from it.
 * @throws {AppError} `incident_not_found`, `card_not_found`, `incident_wrong`, `incident_full`.
 */
export function linkAlerts(
  sources: Sources,
  asking: RequestViewer,
  incidentId: string,
  { linked, unlinked }: { linked: readonly string[]; unlinked: readonly string[] },
): Promise<void> {
  return withIncident(sources, asking, incidentId, async (tx, viewer, row) => {
    let count = 0;
    if (unlinked.length > 0) {
      const removed = await tx
        .deleteFrom("incident_alerts")
        .where("incident_id", "=", incidentId)
        .where("card_id", "in", unlinked)
        .returning("card_id")
        .execute();
      const lines = removed.map(({ card_id }) => ({ kind: "unlinked" as const, before: card_id }));
      await addEntries(tx, incidentId, viewer.id, lines);
      count = removed.length;
    }
    count += await insertAlerts(tx, row, viewer.id, linked);
    return count > 0 ? "incident" : "nothing";
  });
}

/**
 * Posts an update for everyone, which the status page shows. The same one sent again is one.
 * @throws {AppError} `incident_not_found`, `incident_full`, `incident_id_taken`.
 */
export function postUpdate(
  sources: Sources,
  asking: RequestViewer,
  incidentId: string,
  { id, text }: IncidentUpdate,
): Promise<void> {
  return withIncident(sources, asking, incidentId, async (tx, viewer, row) => {
    const sent = { byId: viewer.id, hash: hashSent({ text, incidentId }) };
    const { isNew } = await createOnce(sent, {
      insert: () =>
        insertNew(
          tx.insertInto("incident_entries").values({
            id,
            incident_id: incidentId,
            kind: "update",
            person_id: viewer.id,
            after: row.state,
            text,
            sent_hash: sent.hash,
          }),
        ),
      find: () =>
        tx
          .selectFrom("incident_entries")
          .select(["person_id", "sent_hash"])
          .where("id", "=", id)
          .executeTakeFirst(),
      sentOf: (entry) => ({ byId: entry.person_id ?? "", hash: entry.sent_hash ?? Buffer.alloc(0) }),
      taken: "incident_id_taken",
    });
    if (!isNew) return "nothing";
    await assertRoomForEntries(tx, incidentId, 0);
    return "status";
  });
}

type LockedIncident = Awaited<ReturnType<typeof lockIncident>>;

/** The people who hear of a change: nobody, those of the section, or with `status` everyone. */
type Touched = "nothing" | "incident" | "status";

/** Changes a locked incident in the name of the viewer, then broadcasts what that concerns. */
export async function withIncident(
  { db, realtime }: Sources,
  asking: RequestViewer,
  incidentId: string,
  change: (tx: Database, viewer: RequestViewer, row: LockedIncident) => Promise<Touched>,
): Promise<void> {
  const { typeId, touched, isShown } = await transact(db, async (tx) => {
    const viewer = await holdViewer(tx, asking);
    const row = await lockIncident(tx, viewer, incidentId);
    const touched = await change(tx, viewer, row);
    const isShown = touched === "status" && (await isOnPage(tx, row));
    return { typeId: row.type_id, touched, isShown };
  });
  if (touched === "nothing") return;
  realtime.sendToOthers(cardRoom(typeId), [], "incident.changed", { incidentId, typeId });
  if (isShown) broadcastStatus(realtime);
}

/** Whether the page shows one of the services of an incident, those before a change or those after it. */
async function isOnPage(tx: Database, { id, type_id, services }: LockedIncident): Promise<boolean> {
  const now = await tx.selectFrom("incidents").select("services").where("id", "=", id).executeTakeFirst();
  return (await servicesOnPage(tx, type_id, [...services, ...(now?.services ?? [])])).length > 0;
}

/**
 * Locks an incident and the viewer's membership until the transaction ends. Its section stays as restricted as it is.
 * @throws {AppError} `incident_not_found`
 */
async function lockIncident(tx: Database, viewer: RequestViewer, incidentId: string) {
  const row = await tx
    .selectFrom("incidents as i")
    .innerJoin("card_types as ct", "ct.id", "i.type_id")
    .selectAll("i")
    .select(["ct.department_id", "ct.fields", "ct.slug as section"])
    .where("i.id", "=", incidentId)
    .where(isTypeReadable(viewer))
    .forUpdate("i")
    .forShare("ct")
    .executeTakeFirst();
  if (!row || !(await holdMember(tx, row.department_id, viewer.id))) throw new AppError("incident_not_found");
  return row;
}
