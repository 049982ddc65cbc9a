import { canManageUsers } from "@atoll/contract/permissions";
import { personalDataRoutes } from "@atoll/contract/personal-data/routes";
import type { PersonExport } from "@atoll/contract/personal-data/schemas";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { recordAct } from "../../platform/audit.ts";
import { createOnce, hashSent, insertNew } from "../../platform/create-once.ts";
import { rejectViolation } from "../../platform/database/reject-violation.ts";
import { personExportKind } from "../../platform/kinds/personal-data.ts";
import type { Changer, SliceContext } from "../../slice.ts";
import { filesOf, presentAttachment } from "../files/public.ts";
import { assertOwner, changeAs } from "../identity/public.ts";
import { notify } from "../notifications/public.ts";
import { findSubject } from "./policy.ts";
import { exportJob } from "./run-export.ts";

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
    const sent = { byId: viewer.id, hash: hashSent(personId) };
    const row = {
      ...{ id, person_id: personId, requested_by: viewer.id, sent_hash: sent.hash },
      ...{ has_private: subject.hasPrivate, tables_total: context.personalTables.length },
    };
    const { isNew } = await createOnce(sent, {
      insert: () =>
        rejectViolation(insertNew(tx.insertInto("person_exports").values(row)), {
          person_exports_running: "person_export_running",
        }),
      find: () =>
        tx
          .selectFrom("person_exports")
          .select(["requested_by", "sent_hash"])
          .where("id", "=", id)
          .executeTakeFirst(),
      sentOf: (there) => ({ byId: there.requested_by, hash: there.sent_hash }),
      taken: "person_export_id_taken",
    });
    if (!isNew) return;
    await context.enqueue(tx, exportJob(context), { exportId: id });
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

/** They are deleted after a few weeks, and started one after the other. */
const mostListed = 100;

async function listExports(
  { db, people }: SliceContext,
  requesterId: string,
  id?: string,
): Promise<PersonExport[]> {
  const rows = await db
    .selectFrom("person_exports as e")
    .selectAll("e")
    .select(filesOf(personExportKind, sql`e.id`).as("files"))
    .where("e.requested_by", "=", requesterId)
    .$if(id !== undefined, (query) => query.where("e.id", "=", id ?? ""))
    .orderBy("e.requested_at", "desc")
    .limit(mostListed)
    .execute();
  const persons = await people.of(rows.map(({ person_id }) => person_id));
  return rows.flatMap((row) => {
    const person = persons.get(row.person_id);
    const [file] = row.files ?? [];
    return person
      ? [
          {
            ...{ id: row.id, person, state: row.state, failure: row.failure },
            ...{ tablesDone: row.tables_done, tablesTotal: row.tables_total, rowCount: row.row_count },
            isWithoutPrivate: !row.has_private,
            requestedAt: row.requested_at.toISOString(),
            expiresAt: row.expires_at?.toISOString() ?? null,
            file: file ? presentAttachment(file) : null,
          },
        ]
      : [];
  });
}
