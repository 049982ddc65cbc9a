import { sql } from "kysely";
import type { Audiences } from "../../platform/changes/broadcast.ts";
import type { SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { type CardViewer, isTypeReadable } from "./readable.ts";

/** The room of those who may read a section. */
export const cardRoom = (typeId: string): string => `cards:${typeId}`;

/** The room of a department's members: they hear which sections there are. */
export const sectionsRoom = (departmentId: string): string => `sections:${departmentId}`;

/** The rooms of a viewer: their departments, and the same set of sections as `isTypeReadable`. */
export async function cardRooms(db: Database, viewer: CardViewer): Promise<string[]> {
  if (viewer.departments.length === 0) return [];
  const rows = await db
    .selectFrom("card_types as ct")
    .select("ct.id")
    .where(isTypeReadable(viewer))
    .execute();
  return [...viewer.departments.map(({ id }) => sectionsRoom(id)), ...rows.map(({ id }) => cardRoom(id))];
}

/** The room of each of these cards; none for a deleted one. */
export async function audiencesOf(db: Database, ids: readonly string[]): Promise<Audiences> {
  const rows = await db
    .selectFrom("cards")
    .select(["id", "type_id"])
    .where(sql<boolean>`id = ANY(${ids}::uuid[])`)
    .where("deleted_at", "is", null)
    .execute();
  return new Map(rows.map(({ id, type_id }) => [id, [cardRoom(type_id)]]));
}

/** Tells the members of a department to look at its pages again, and with `isRewritten` at the cards of its sections. */
export async function broadcastSections(
  { realtime }: Pick<SliceContext, "realtime">,
  departmentId: string,
  isRewritten = false,
): Promise<void> {
  const payload = { departmentId, ...(isRewritten && { isRewritten }) };
  realtime.sendToOthers(sectionsRoom(departmentId), [], "section.changed", payload);
}

/** Locks a membership until the transaction ends. Returns whether it is there. */
export async function holdMember(tx: Database, departmentId: string, personId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("user_departments")
    .select("user_id")
    .where("department_id", "=", departmentId)
    .where("user_id", "=", personId)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}
