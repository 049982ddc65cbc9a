import type { incidentEntryKinds } from "@atoll/contract/cards/incident-schemas";
import { maxClosingEntries, maxIncidentAlerts, maxIncidentEntries } from "@atoll/contract/cards/limits";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { AppError } from "../../../platform/app-error.ts";
import type { Database } from "../../../tables.ts";
import { canBeOnCall } from "../monitoring/load-duty.ts";
import { findReader } from "../monitoring/on-call-alerts.ts";
import type { TypeRow } from "../public.ts";
import { holdMember } from "../rooms.ts";

/** A line of the timeline before it is written. */
export interface NewEntry {
  kind: (typeof incidentEntryKinds)[number];
  before?: string | null;
  after?: string | null;
}

/**
 * Adds lines to the timeline of a locked incident.
 * @throws {AppError} `incident_full`
 */
export async function addEntries(
  tx: Database,
  incidentId: string,
  personId: string,
  entries: readonly NewEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  await assertRoomForEntries(tx, incidentId, entries.length, entries.every(isClosing));
  await tx
    .insertInto("incident_entries")
    .values(
      entries.map((entry) => ({ id: uuidv7(), incident_id: incidentId, person_id: personId, ...entry })),
    )
    .execute();
}

/** Whether a line closes an incident. A full one still takes it, so that nothing keeps it open for ever. */
function isClosing({ kind, after = null }: NewEntry): boolean {
  if (kind === "report" || kind === "tasks") return true;
  if (kind === "state") return after === "resolved";
  if (kind === "effect") return after === "none";
  return (kind === "commander" || kind === "operations" || kind === "communications") && after === null;
}

/**
 * @param isAllClosing the lines may take the room that is kept for the end of the incident.
 * @throws {AppError} `incident_full`
 */
export async function assertRoomForEntries(
  tx: Database,
  incidentId: string,
  added: number,
  isAllClosing = false,
): Promise<void> {
  const { count } = await tx
    .selectFrom("incident_entries")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("incident_id", "=", incidentId)
    .executeTakeFirstOrThrow();
  const most = maxIncidentEntries + (isAllClosing ? maxClosingEntries : 0);
  if (count + added > most) throw new AppError("incident_full");
}

/**
 * Locks the membership of a person who gets a role in an incident, until the transaction ends.
 * @throws {AppError} `person_not_found` for somebody who is no member, may not read the section, or cannot sign in.
 */
export async function holdRole(
  tx: Database,
  { id, department_id }: Pick<TypeRow, "id" | "department_id">,
  personId: string,
): Promise<void> {
  const isMember = await holdMember(tx, department_id, personId);
  const isReader = isMember && (await findReader(tx, id, [personId])) !== undefined;
  if (!isReader || !(await canBeOnCall(tx, department_id, personId))) throw new AppError("person_not_found");
}

/**
 * Links alerts of its section to a locked incident, with a line each. Those that it has already are left as they are.
 * @returns how many it did not have.
 * @throws {AppError} `card_not_found`, `incident_wrong`, `incident_full`.
 */
export async function insertAlerts(
  tx: Database,
  incident: { id: string; type_id: string },
  personId: string,
  cardIds: readonly string[],
): Promise<number> {
  if (cardIds.length === 0) return 0;
  const found = await tx
    .selectFrom("cards")
    .select("id")
    .where(sql<boolean>`id = ANY(${[...cardIds]}::uuid[])`)
    .where("type_id", "=", incident.type_id)
    .where("deleted_at", "is", null)
    .where("merged_into_id", "is", null)
    .orderBy("id")
    .forKeyShare()
    .execute();
  if (found.length < cardIds.length) throw new AppError("card_not_found");
  const added = await tx
    .insertInto("incident_alerts")
    .values(found.map(({ id }) => ({ incident_id: incident.id, card_id: id })))
    .onConflict((conflict) => conflict.doNothing())
    .returning("card_id")
    .execute();
  const { count } = await tx
    .selectFrom("incident_alerts as a")
    // Nobody can remove a deleted one to make room.
    .innerJoin("cards as c", (join) => join.onRef("c.id", "=", "a.card_id").on("c.deleted_at", "is", null))
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("a.incident_id", "=", incident.id)
    .executeTakeFirstOrThrow();
  if (count > maxIncidentAlerts) throw wrong("linked", `Link at most ${maxIncidentAlerts} alerts.`);
  await addEntries(
    tx,
    incident.id,
    personId,
    added.map(({ card_id }) => ({ kind: "linked", after: card_id })),
  );
  return added.length;
}

export function wrong(path: string, message: string): AppError {
  return new AppError("incident_wrong", { fields: [{ path, message }] });
}
