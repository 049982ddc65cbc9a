import type { AutomationPlaceKind } from "@atoll/contract/automations/limits";
import type { namedPlaceSchema } from "@atoll/contract/automations/schemas";
import { canUseChat } from "@atoll/contract/chat/policy";
import { canManageAutomations, canOpenAdmin } from "@atoll/contract/permissions";
import { canManageTasks } from "@atoll/contract/tasks/policy";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import { AppError } from "../../platform/app-error.ts";
import type { Colleague } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { accessType, isTypeReadable } from "../cards/public.ts";
import { accessChannel, accessManagedChannel } from "../chat/public.ts";

/** Where an automation looks for what happens. */
export interface Place {
  kind: AutomationPlaceKind;
  id: string;
}

/** @throws {AppError} `forbidden` without `automations/manage`. */
export function assertManages(viewer: Colleague): void {
  if (!canManageAutomations(viewer)) throw new AppError("forbidden", { detail: "no automations/manage" });
}

/** The room of everyone who lists automations. An event there says only that one has changed. */
export const automationsRoom = "administration:automations";
export const automationRooms = async (viewer: Colleague): Promise<string[]> =>
  canManageAutomations(viewer) ? [automationsRoom] : [];

/**
 * Asserts that a person may manage automations of a place, and returns its name: owners of the channel, and members of the
 * department or of that of the section.
 * @throws {AppError} `forbidden`, `channel_not_found`, `direct_channel`, `department_not_found`, `section_not_found`.
 */
export async function accessPlace(db: Database, viewer: Colleague, place: Place): Promise<string> {
  assertManages(viewer);
  if (place.kind === "channel") return (await accessManagedChannel(db, viewer, place.id)).name;
  if (place.kind === "section") return (await accessType(db, viewer, place.id)).name;
  return accessDepartment(db, viewer, place.id);
}

/** Returns the name of a place for a person who need not manage it. @throws {AppError} as `accessPlace`, if they cannot see it. */
export async function nameOfPlace(db: Database, viewer: Colleague, place: Place): Promise<string> {
  if (place.kind === "department") return accessDepartment(db, viewer, place.id);
  const access = place.kind === "channel" ? accessChannel : accessType;
  return (await access(db, viewer, place.id)).name;
}

/** Returns the name of a department whose tasks the viewer sees. @throws {AppError} `department_not_found`. */
export async function accessDepartment(db: Database, viewer: Colleague, id: string): Promise<string> {
  const isOwn = canManageTasks(viewer) || viewer.departments.some((one) => one.id === id);
  const row = await db.selectFrom("departments").select("name").where("id", "=", id).executeTakeFirst();
  if (!row || !isOwn) throw new AppError("department_not_found");
  return row.name;
}

/**
 * SQL: the viewer may see the automation `a`, because it is theirs or they manage its place. As `accessPlace`, for many.
 */
function isVisible(viewer: Colleague): RawBuilder<boolean> {
  const own = viewer.departments.map(({ id }) => id);
  const isDepartment = canManageTasks(viewer) ? sql`true` : sql`a.place_id = ANY(${own}::uuid[])`;
  return sql<boolean>`(a.owner_id = ${viewer.id}
    OR (a.place_kind = 'department' AND ${isDepartment})
    OR (a.place_kind = 'section' AND EXISTS (SELECT FROM card_types ct WHERE ct.id = a.place_id
      AND ${isTypeReadable(viewer)}))
    OR (${canUseChat(viewer)} AND a.place_kind = 'channel' AND EXISTS (SELECT FROM channel_members m
      JOIN channels c ON c.id = m.channel_id WHERE m.channel_id = a.place_id AND m.user_id = ${viewer.id}
      AND c.type <> 'DIRECT' AND (m.is_owner OR ${canOpenAdmin(viewer)}))))`;
}

/** The automations that the viewer may see, as `a`. */
export function selectVisible(db: Database, viewer: Colleague) {
  return db.selectFrom("automations as a").selectAll("a").where(isVisible(viewer));
}

export type AutomationRow = Awaited<ReturnType<typeof accessAutomation>>;

/**
 * Returns an automation of the viewer or of a place that they manage.
 * @throws {AppError} `forbidden`, `automation_not_found`.
 */
export async function accessAutomation(db: Database, viewer: Colleague, automationId: string) {
  assertManages(viewer);
  const row = await selectVisible(db, viewer).where("a.id", "=", automationId).executeTakeFirst();
  if (!row) throw new AppError("automation_not_found");
  return row;
}

/** Returns the same, locked until the transaction ends. @throws {AppError} as `accessAutomation`. */
export async function lockAutomation(
  tx: Database,
  viewer: Colleague,
  automationId: string,
): Promise<AutomationRow> {
  await sql`SELECT FROM automations WHERE id = ${automationId} FOR UPDATE`.execute(tx);
  return accessAutomation(tx, viewer, automationId);
}

/** Returns the kind of the event that a run is for. Its automation may have another trigger by now. */
export function kindOfRun({ event_key }: { event_key: string }): string {
  return event_key.split(" ", 1)[0] ?? event_key;
}

/** The number of places of each kind that a search finds. */
const maxFound = 20;

type NamedPlace = z.output<typeof namedPlaceSchema>;

/** Finds places that a person manages, by a part of their name. */
export async function findPlaces(db: Database, viewer: Colleague, search: string): Promise<NamedPlace[]> {
  const departments = viewer.departments.map(({ id }) => id);
  const isNamed = (column: string) => sql<boolean>`strpos(lower(${sql.ref(column)}), lower(${search})) > 0`;
  const found = await db
    .selectFrom("departments as d")
    .select(["d.id", "d.name"])
    .where(isNamed("d.name"))
    .$if(!canManageTasks(viewer), (query) => query.where(sql<boolean>`d.id = ANY(${departments}::uuid[])`))
    .orderBy("d.name")
    .limit(maxFound)
    .execute();
  const sections = await db
    .selectFrom("card_types as ct")
    .select(["ct.id", "ct.name", "ct.stages"])
    .where(isTypeReadable(viewer))
    .where(isNamed("ct.name"))
    .orderBy("ct.name")
    .limit(maxFound)
    .execute();
  const channels = canUseChat(viewer)
    ? await db
        .selectFrom("channels as c")
        .innerJoin("channel_members as m", "m.channel_id", "c.id")
        .select(["c.id", "c.name"])
        .where("c.archived_at", "is", null)
        .where("c.type", "!=", "DIRECT")
        .where("m.user_id", "=", viewer.id)
        .$if(!canOpenAdmin(viewer), (query) => query.where("m.is_owner", "=", true))
        .where(isNamed("c.name"))
        .orderBy("c.name")
        .limit(maxFound)
        .execute()
    : [];
  return [
    ...channels.map((one) => ({ kind: "channel" as const, stages: [], ...one })),
    ...found.map((one) => ({ kind: "department" as const, stages: [], ...one })),
    ...sections.map(({ stages, ...one }) => ({
      ...{ kind: "section" as const, ...one },
      stages: stages.map(({ id, name }) => ({ id, name })),
    })),
  ];
}

/** Returns the value, or null if the viewer may not see what it is about. */
export async function orNull<T>(value: Promise<T>): Promise<T | null> {
  try {
    return await value;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return null;
    throw error;
  }
}
