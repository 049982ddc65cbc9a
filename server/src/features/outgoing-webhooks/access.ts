import type { HookPlaceKind } from "@atoll/contract/outgoing-webhooks/schemas";
import { canManageOutgoing, hasPermission } from "@atoll/contract/permissions";
import { canManageTasks } from "@atoll/contract/tasks/policy";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import type { Colleague } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { accessSections, accessType } from "../cards/public.ts";
import { accessChannel } from "../chat/public.ts";

/** Where a webhook listens. */
export interface HookPlace {
  kind: HookPlaceKind;
  /** Null for the whole company. */
  id: string | null;
}

const companyName = "The whole company";

/** @throws {AppError} `forbidden` without `webhooks/manage`. */
export function assertManagesOutgoing(viewer: Colleague): void {
  if (!canManageOutgoing(viewer)) throw new AppError("forbidden", { detail: "no webhooks/manage" });
}

/**
 * Returns a webhook of the viewer. Webhooks of others do not exist for them.
 * @throws {AppError} `forbidden`, `outgoing_webhook_not_found`.
 */
export async function accessOutgoing(db: Database, viewer: Colleague, webhookId: string) {
  assertManagesOutgoing(viewer);
  const row = await db
    .selectFrom("outgoing_webhooks")
    .selectAll()
    .where("id", "=", webhookId)
    .where("owner_id", "=", viewer.id)
    .executeTakeFirst();
  if (!row) throw new AppError("outgoing_webhook_not_found");
  return row;
}

/**
 * Asserts that a person can see a place, and returns its name.
 * @throws {AppError} `channel_not_found`, `direct_channel`, `department_not_found`, `section_not_found`; `forbidden`
 *   without team chat.
 */
export async function accessPlace(db: Database, viewer: Colleague, place: HookPlace): Promise<string> {
  if (place.kind === "company" || place.id === null) return companyName;
  if (place.kind === "channel") {
    const channel = await accessChannel(db, viewer, place.id);
    if (channel.type === "DIRECT") throw new AppError("direct_channel");
    return channel.name;
  }
  if (place.kind === "section") return (await accessType(db, viewer, place.id)).name;
  const department = await db
    .selectFrom("departments")
    .select(["id", "name"])
    .where("id", "=", place.id)
    .executeTakeFirst();
  const isOwn = canManageTasks(viewer) || viewer.departments.some(({ id }) => id === place.id);
  if (!department || !isOwn) throw new AppError("department_not_found");
  return department.name;
}

/** The number of places of each kind that a search finds. */
const maxFound = 20;

/** Finds places that a person can see, by a part of their name. */
export async function findPlaces(
  db: Database,
  viewer: Colleague,
  search: string,
): Promise<(HookPlace & { name: string })[]> {
  const isNamed = (name: string) => name.toLowerCase().includes(search.toLowerCase());
  const departments = await db
    .selectFrom("departments")
    .select(["id", "name", "slug"])
    .$if(!canManageTasks(viewer), (query) =>
      query.where(sql<boolean>`id = ANY(${viewer.departments.map(({ id }) => id)}::uuid[])`),
    )
    .orderBy("name")
    .limit(100)
    .execute();
  const sections: (HookPlace & { name: string })[] = [];
  for (const { slug, name } of viewer.departments)
    for (const section of await accessSections(db, viewer, slug).catch(none))
      sections.push({ kind: "section", id: section.id, name: `${section.name} (${name})` });
  const channels = hasPermission(viewer, "chat", "access")
    ? await db
        .selectFrom("channel_members as m")
        .innerJoin("channels as c", "c.id", "m.channel_id")
        .select(["c.id", "c.name"])
        .where("m.user_id", "=", viewer.id)
        .where("c.type", "!=", "DIRECT")
        .where("c.archived_at", "is", null)
        .where(sql<boolean>`strpos(lower(c.name), lower(${search})) > 0`)
        .orderBy("c.name")
        .limit(maxFound)
        .execute()
    : [];
  const company: HookPlace & { name: string } = { kind: "company", id: null, name: companyName };
  return [
    ...[company].filter(({ name }) => isNamed(name)),
    ...channels.map((channel) => ({ kind: "channel" as const, ...channel })),
    ...departments
      .filter(({ name }) => isNamed(name))
      .slice(0, maxFound)
      .map(({ id, name }) => ({ kind: "department" as const, id, name })),
    ...sections.filter(({ name }) => isNamed(name)).slice(0, maxFound),
  ];
}

/** A department without sections. */
function none(error: unknown): [] {
  if (error instanceof AppError && error.status < 500) return [];
  throw error;
}

/** Returns the name of a place, or null if the person cannot see it any more. */
export async function nameOfPlace(db: Database, viewer: Colleague, place: HookPlace): Promise<string | null> {
  try {
    return await accessPlace(db, viewer, place);
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return null;
    throw error;
  }
}
