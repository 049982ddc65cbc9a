import { AppError } from "../../../platform/app-error.ts";
import type { Database } from "../../../tables.ts";
import { accessType, assertMayManage, type TypeRow } from "../public.ts";
import { type CardViewer, isTypeReadable } from "../readable.ts";

/**
 * A section whose webhooks the viewer may manage: a member who also holds the permission for the department's cards.
 * @throws {AppError} `section_not_found`, `forbidden`.
 */
export async function accessHookedType(db: Database, viewer: CardViewer, typeId: string): Promise<TypeRow> {
  const type = await accessType(db, viewer, typeId);
  assertMayManage(viewer, type.department_id);
  return type;
}

/**
 * A webhook that the viewer may manage, with its section.
 * @throws {AppError} `card_hook_not_found`, `forbidden`.
 */
export async function accessHook(db: Database, viewer: CardViewer, hookId: string) {
  const hook = await db
    .selectFrom("card_hooks as h")
    .innerJoin("card_types as ct", "ct.id", "h.type_id")
    .select(["h.id", "h.name", "h.kind", "ct.department_id", "ct.name as section"])
    .where("h.id", "=", hookId)
    .where(isTypeReadable(viewer))
    .executeTakeFirst();
  if (!hook) throw new AppError("card_hook_not_found");
  assertMayManage(viewer, hook.department_id);
  return hook;
}
