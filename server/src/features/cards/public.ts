import { departmentsWithView } from "@atoll/contract/cards/policy";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../tables.ts";
import { holdViewer, type RequestViewer } from "../identity/public.ts";
import { lockSection } from "./ranks.ts";
import { type CardViewer, isReadable, isTypeReadable } from "./readable.ts";

export { parseBody as parseHookBody } from "./hooks/parse-body.ts";
export { newHookSecret, verifyDelivery } from "./hooks/verify.ts";
export { listReadableSections } from "./lists/list-own-sections.ts";
export { audiencesOf as audiencesOfCards } from "./rooms.ts";
export { isTypeReadable };

/**
 * The department of the viewer's at this address.
 * @throws {AppError} `section_not_found` when there is none, or the viewer is no member.
 */
export function departmentOf(viewer: Pick<RequestViewer, "departments">, slug: string): string {
  const department = viewer.departments.find((one) => one.slug === slug);
  if (!department) throw new AppError("section_not_found");
  return department.id;
}

/**
 * Asserts that the viewer may manage webhooks, servers of APIs and the rota of a department: a member who also holds the
 * permission for its cards.
 * @throws {AppError} `forbidden`.
 */
export function assertMayManage(viewer: CardViewer, departmentId: string): void {
  if (!departmentsWithView(viewer).includes(departmentId))
    throw new AppError("forbidden", { detail: "settings of a department whose cards they may only read" });
}

/**
 * A section that the viewer may read.
 * @throws {AppError} `section_not_found` when there is none, or it is not theirs to see.
 */
export async function accessType(db: Database, viewer: CardViewer, typeId: string) {
  const row = await db
    .selectFrom("card_types as ct")
    .selectAll()
    .where("ct.id", "=", typeId)
    .where(isTypeReadable(viewer))
    .executeTakeFirst();
  if (!row) throw new AppError("section_not_found");
  return row;
}

export type TypeRow = Awaited<ReturnType<typeof accessType>>;

/**
 * Locks a section that the viewer may read until the transaction ends. An import can hold the lock for long, so rights
 * are read again once it is free.
 * @throws {AppError} `section_not_found`, and the errors of `holdViewer`.
 */
export async function lockType(tx: Database, viewer: RequestViewer, typeId: string): Promise<TypeRow> {
  await lockSection(tx, typeId);
  return accessType(tx, await holdViewer(tx, viewer), typeId);
}

/**
 * The sections of a department, in their order. A department without sections and one that is not the viewer's look the
 * same.
 * @throws {AppError} `section_not_found`
 */
export async function accessSections(db: Database, viewer: CardViewer, slug: string): Promise<TypeRow[]> {
  const department = viewer.departments.find((one) => one.slug === slug);
  if (!department) throw new AppError("section_not_found");
  return db
    .selectFrom("card_types as ct")
    .selectAll()
    .where("ct.department_id", "=", department.id)
    .where(isTypeReadable(viewer))
    .orderBy("ct.place")
    .orderBy("ct.id")
    .execute();
}

/**
 * The section of a card that the viewer may read.
 * @throws {AppError} `card_not_found` when there is none, or it is not theirs to see.
 */
export async function accessTypeOfCard(db: Database, viewer: CardViewer, cardId: string): Promise<TypeRow> {
  const row = await db
    .selectFrom("cards as c")
    .innerJoin("card_types as ct", "ct.id", "c.type_id")
    .selectAll("ct")
    .where("c.id", "=", cardId)
    .where(isReadable(viewer))
    .executeTakeFirst();
  if (!row) throw new AppError("card_not_found");
  return row;
}

/** Returns whether a card that the viewer may read is in a list with these filters. */
export async function isCardWanted(
  db: Database,
  viewer: CardViewer,
  cardId: string,
  { ownerId, stage, q }: { ownerId?: string | undefined; stage?: string | undefined; q?: string | undefined },
): Promise<boolean> {
  const card = await db
    .selectFrom("cards as c")
    .innerJoin("card_types as ct", "ct.id", "c.type_id")
    .select("c.id")
    .where("c.id", "=", cardId)
    .where("c.merged_into_id", "is", null)
    .where(isReadable(viewer))
    .$if(stage !== undefined, (query) => query.where("c.stage", "=", stage ?? ""))
    .$if(ownerId !== undefined, (query) => query.where("c.owner_id", "=", ownerId ?? ""))
    .$if(q !== undefined && q !== "", (query) =>
      query.where(sql<boolean>`position(lower(${q}) IN lower(c.title)) > 0`),
    )
    .executeTakeFirst();
  return card !== undefined;
}
