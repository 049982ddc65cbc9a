import { personalDataRoutes } from "@atoll/contract/personal-data/routes";
import type { ExportedKind, ThingExport } from "@atoll/contract/personal-data/schemas";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import type { StoredNotification } from "../../../platform/kinds/notification-kinds.ts";
import type { Changer, Colleague, SliceContext } from "../../../slice.ts";
import { changeAs } from "../../identity/public.ts";
import { findExports, presentExport, queueExport } from "../export-rows.ts";
import { mayExportThing } from "../policy.ts";

/** Registers the routes of exports of one thing, for the people who manage it. */
export function registerThingExports(context: SliceContext): void {
  const { routes } = context;

  routes.route(personalDataRoutes.listThingExports, async (_input, { viewer }) => ({
    exports: await listThingExports(context, viewer),
  }));

  routes.route(personalDataRoutes.startThingExport, async ({ body }, { viewer, request }) => {
    await startThingExport(context, { ...viewer, address: request.ip }, body);
    const [started] = await listThingExports(context, viewer, body.id);
    if (!started) throw new AppError("exported_thing_not_found");
    return { export: started };
  });
}

/**
 * Starts an export, with an entry in the audit log.
 * @throws {AppError} `exported_thing_not_found`, `person_export_running`, `person_export_id_taken`.
 */
async function startThingExport(
  context: SliceContext,
  starter: Changer,
  { id, kind: kindName, thingId }: { id: string; kind: ExportedKind; thingId: string },
): Promise<void> {
  await changeAs(context.db, starter, async (tx, viewer) => {
    const kind = context.exportKinds.find(({ kind }) => kind === kindName);
    if (!kind) throw new AppError("exported_thing_not_found");
    const given = sql<string>`${thingId}::uuid`;
    const { rows } = await sql<{ name: string }>`SELECT ${kind.nameOf(given)} AS name
      WHERE ${kind.isAllowed(viewer, given)}`.execute(tx);
    const [found] = rows;
    if (!found) throw new AppError("exported_thing_not_found");
    const thing = { kind: kindName, id: thingId, name: found.name };
    const isNew = await queueExport(context, tx, {
      ...{ id, personId: null, thing, requesterId: viewer.id, hasPrivate: true },
    });
    if (isNew) await kind.record(tx, { actor: viewer, address: starter.address }, thing);
  });
}

async function listThingExports(
  { db, exportKinds }: SliceContext,
  viewer: Colleague,
  id?: string,
): Promise<ThingExport[]> {
  const rows = await findExports(db, viewer.id, { id, of: "thing" });
  const { rows: allowed } = await sql<{ id: string }>`SELECT e.id FROM person_exports e
    WHERE e.requested_by = ${viewer.id} AND e.thing_kind IS NOT NULL
      AND ${mayExportThing(exportKinds, viewer, "e")}`.execute(db);
  const ids = new Set(allowed.map(({ id }) => id));
  return rows.flatMap((row): ThingExport[] => {
    if (row.thing_kind === null || row.thing_id === null || row.thing_name === null) return [];
    const { tablesDone: _done, tablesTotal: _total, ...shown } = presentExport(row);
    return [
      {
        ...shown,
        // The file of somebody who lost the right waits for its deletion.
        ...(row.state === "ready" && !ids.has(row.id) && { state: "cancelled", file: null }),
        ...{ kind: row.thing_kind, thingId: row.thing_id, name: row.thing_name },
        ...{ fileCount: row.file_count, problemCount: row.problem_count },
        ...{ rowsTotal: row.rows_total, filesTotal: row.files_total },
      },
    ];
  });
}

const kindNames: Readonly<Record<string, string>> = {
  channel: "a channel",
  section: "a section",
  tasks: "tasks",
  pages: "pages",
};

/** The words of a notification about the end of an export. Names of things, which change, are only in the list. */
export function inWordsOfEnd({ facts }: StoredNotification): { title: string; excerpt: string } {
  const thing = kindNames[facts.kind ?? ""] ?? "something";
  if (facts.state === "ready")
    return {
      title: `Your export of ${thing} is ready.`,
      excerpt: `${facts.problems ? `Missing or changed files: ${facts.problems}. manifest.json in the archive names them. ` : ""}Download it in the settings. It is deleted after a week.`,
    };
  return facts.state === "cancelled"
    ? {
        title: `Your export of ${thing} was stopped.`,
        excerpt: "You may not export it any more. What was written is deleted.",
      }
    : { title: `Your export of ${thing} has failed.`, excerpt: "The settings say why." };
}
