import { canManageDepartments, type PermissionHolder } from "@atoll/contract/permissions";
import { AppError } from "../../../platform/app-error.ts";
import { assertNotChanged } from "../../../platform/assert-not-changed.ts";
import type { Actor } from "../../../platform/audit.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { changeAlone, type RequestViewer } from "../../identity/public.ts";
import type { TypeRow } from "../public.ts";
import { lockSection } from "../ranks.ts";
import { broadcastSections } from "../rooms.ts";

export type Sources = Pick<SliceContext, "db" | "people" | "realtime" | "enqueue">;

export interface Acting {
  viewer: RequestViewer;
  address: string;
}

/** @throws {AppError} `forbidden` for everybody who does not manage departments, whatever they ask for. */
export function assertMayManage(viewer: PermissionHolder): void {
  if (!canManageDepartments(viewer)) throw new AppError("forbidden", { detail: "no departments/manage" });
}

/** The actor and the address of an audit entry. */
export function actorOf({ viewer, address }: Acting): { actor: Actor; address: string } {
  return { actor: { id: viewer.id, name: viewer.name }, address };
}

/**
 * Changes the settings of a section, one administrator after the other, and tells its department. No card of it is
 * written while its settings change.
 * @throws {AppError} `forbidden`, `section_not_found`, `changed_meanwhile`.
 */
export async function changeSettings(
  sources: Sources,
  { viewer, address }: Acting,
  { sectionId, version }: { sectionId: string; version: number },
  change: (tx: Database, type: TypeRow, acting: Acting) => Promise<void>,
): Promise<void> {
  const departmentId = await changeAlone(sources.db, viewer, async (tx, current) => {
    assertMayManage(current);
    await lockSection(tx, sectionId);
    const type = await accessSettings(tx, sectionId);
    assertNotChanged(type, version);
    await change(tx, type, { viewer: current, address });
    return type.department_id;
  });
  await broadcastSections(sources, departmentId);
}

/**
 * A section by its id, for those who manage departments: archived ones, too.
 * @throws {AppError} `section_not_found`
 */
export async function accessSettings(db: Database, sectionId: string): Promise<TypeRow> {
  const type = await db.selectFrom("card_types").selectAll().where("id", "=", sectionId).executeTakeFirst();
  if (!type) throw new AppError("section_not_found");
  return type;
}

/**
 * A field of a section that an administrator may change: one that was added, or any of a section of their own.
 * @throws {AppError} `section_field_wrong`, `section_built_in`.
 */
export function changeableField(type: TypeRow, name: string): TypeRow["fields"][number] {
  const field = type.fields.find((one) => one.name === name);
  if (!field) throw new AppError("section_field_wrong");
  if (!field.isAdded) throw new AppError("section_built_in");
  return field;
}
