import { canManageUsers } from "@atoll/contract/permissions";
import { personalDataRoutes } from "@atoll/contract/personal-data/routes";
import type { PersonExport } from "@atoll/contract/personal-data/schemas";
import { AppError } from "../../platform/app-error.ts";
import { recordAct } from "../../platform/audit.ts";
import type { Changer, SliceContext } from "../../slice.ts";
import { assertOwner, changeAs } from "../identity/public.ts";
import { notify } from "../notifications/public.ts";
import { findExports, presentExport, queueExport } from "./export-rows.ts";
import { findSubject } from "./policy.ts";

/** Registers the routes of exports of a person's data. */
export function registerPersonalData(context: SliceContext): void {
  const { routes, db } = context;

  routes.route(personalDataRoutes.listPersonExports, async (_input, { viewer }) => ({
    exports: await listExports(context, viewer.id),
  }));

  routes.route(personalDataRoutes.startPersonExport, async ({ body }, { viewer, request }) => {
    if (body.personId !== viewer.id && !canManageUsers(viewer))
      throw new AppError("forbidden", { detail: "no users/manage" });
    await assertOwner(db, viewer, body.currentPassword, request.ip);
    await startExport(context, { ...viewer, address: request.ip }, body);
    const [started] = await listExports(context, viewer.id, body.id);
    if (!started) throw new AppError("person_export_not_found");
    return { export: started };
  });

  routes.route(personalDataRoutes.deletePersonExport, async ({ params }, { viewer }) => {
    // Its file goes with it.
    const deleted = await db
      .deleteFrom("person_exports")
      .where("id", "=", params.exportId)
      .where("requested_by", "=", viewer.id)
      .returning("id")
      .executeTakeFirst();
    if (!deleted) throw new AppError("person_export_not_found");
    return undefined;
  });
}

/**
 * Starts an export, with an entry in the audit log. A colleague with an account is notified.
 * @throws {AppError} `person_not_found`, `person_export_running`, `person_export_id_taken`.
 */
async function startExport(
  context: SliceContext,
  starter: Changer,
  { id, personId }: { id: string; personId: string },
): Promise<void> {
  await changeAs(context.db, starter, async (tx, viewer) => {
    const subject = await findSubject(tx, viewer, personId);
    if (!subject) throw new AppError("person_not_found");
    const { hasPrivate } = subject;
    if (!(await queueExport(context, tx, { id, personId, requesterId: viewer.id, hasPrivate }))) return;
    if (personId !== viewer.id && subject.hasAccount)
      await notify(tx, {
        ...{ kind: "person-export.started", subjectId: id, people: [personId] },
        ...{
          actorId: viewer.id,
          facts: { actor: viewer.name, ...(subject.hasPrivate && { private: "yes" }) },
        },
      });
    const { name } = await tx
      .selectFrom("profiles")
      .select("name")
      .where("id", "=", personId)
      .executeTakeFirstOrThrow();
    await recordAct(tx, {
      ...{ action: "person.exported", actor: viewer, address: starter.address },
      ...{ subject: { type: "user", id: personId, name }, after: { withPrivate: subject.hasPrivate } },
    });
  });
}

async function listExports(
  { db, people }: SliceContext,
  requesterId: string,
  id?: string,
): Promise<PersonExport[]> {
  const rows = await findExports(db, requesterId, { id, of: "person" });
  const persons = await people.of(rows.flatMap(({ person_id }) => person_id ?? []));
  return rows.flatMap((row) => {
    const person = persons.get(row.person_id ?? "");
    return person ? [{ ...presentExport(row), person, isWithoutPrivate: !row.has_private }] : [];
  });
}
