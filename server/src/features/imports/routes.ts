import { importsRoutes } from "@atoll/contract/imports/routes";
import type { PermissionHolder } from "@atoll/contract/permissions";
import { canManageTasks } from "@atoll/contract/tasks/policy";
import { sql } from "kysely";
import { z } from "zod";
import { AppError } from "../../platform/app-error.ts";
import { recordAct } from "../../platform/audit.ts";
import { rawBodyOf } from "../../platform/http/raw-body.ts";
import { exactInstant, fetchPage, isBehind, placeInTime } from "../../platform/page.ts";
import { presentSubjects } from "../../platform/search/search-sources.ts";
import type { SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { changeAs } from "../identity/public.ts";
import { nothingAsked } from "../search/public.ts";
import { findBuiltOn } from "./engine/undo-import.ts";
import { assertMayRun, lockDepartment, lockImport, readersOf } from "./policy.ts";
import {
  type PersonRow,
  presentImport,
  presentImportLine,
  presentImportPerson,
  presentImportPlace,
  type ShownImport,
  type ShownLine,
  type ShownPlace,
  selectImports,
} from "./present.ts";
import { selectLines, selectPeople, selectPlaces, writeReport } from "./queries.ts";
import { discardFile, receivePart, startImport } from "./receive-import.ts";
import { setWork } from "./set-work.ts";

/** Imports from other products, for people who may run them. */
export function registerImports(context: SliceContext): void {
  const { routes, db } = context;

  routes.route(importsRoutes.listImports, async ({ query }, { viewer }) => {
    assertMayRun(viewer);
    const { rows, nextCursor } = await fetchPage(
      query,
      placeInTime,
      (after, limit) =>
        selectImports(db)
          .select(exactInstant("i.created_at").as("exact_at"))
          .where(isBehind("i.created_at", "i.id", after))
          .orderBy("i.created_at", "desc")
          .orderBy("i.id", "desc")
          .limit(limit)
          .execute(),
      ({ exact_at, id }) => [exact_at, id],
    );
    return { items: rows.map(presentImport), nextCursor };
  });

  routes.route(importsRoutes.startImport, async ({ body }, { viewer, request }) => {
    assertMayRun(viewer);
    await startImport(context, { ...viewer, address: request.ip }, body);
    return { import: presentImport(await accessImport(db, viewer, body.id)) };
  });

  routes.route(importsRoutes.getImport, async ({ params }, { viewer }) => ({
    import: presentImport(await accessImport(db, viewer, params.importId)),
  }));

  routes.route(importsRoutes.uploadImportPart, async ({ params }, { viewer, request }) => {
    await accessOwnImport(db, viewer, params.importId);
    await receivePart(context, viewer, params, rawBodyOf(request));
    return { import: presentImport(await accessImport(db, viewer, params.importId)) };
  });

  routes.route(importsRoutes.listImportPeople, async ({ params, query }, { viewer }) => {
    const { id } = await accessImport(db, viewer, params.importId);
    const { rows, nextCursor } = await fetchPage(
      query,
      z.tuple([z.int(), z.string()]),
      (after, limit) =>
        selectPeople(db, id)
          .$if(query.matchedBy !== undefined, (part) =>
            part.where("p.matched_by", "=", query.matchedBy ?? "none"),
          )
          .where(
            sql<boolean>`(${after === undefined} OR (-p.record_count, p.key) > (${-(after?.[0] ?? 0)}::int, ${after?.[1] ?? ""}))`,
          )
          .orderBy("p.record_count", "desc")
          .orderBy("p.key")
          .limit(limit)
          .execute(),
      (row: PersonRow) => [row.record_count, row.key],
    );
    return { items: rows.map(presentImportPerson), nextCursor };
  });

  routes.route(importsRoutes.chooseImportPerson, async ({ params, body }, { viewer, request }) => {
    await changeAs(db, viewer, async (tx, chooser) => {
      const row = await lockPlan(tx, chooser, params.importId);
      // The chosen colleague reads the private messages of that person, so only the owner of the file decides.
      if (row.created_by !== chooser.id) throw new AppError("forbidden", { detail: "not the uploader" });
      if (body.personId !== null) {
        const account = await tx
          .selectFrom("accounts")
          .select("id")
          .where("id", "=", body.personId)
          // A bot has no direct chats, and wrote nothing before. A guest reads nothing from before.
          .where("is_bot", "=", false)
          .where("guest_until", "is", null)
          .forKeyShare()
          .executeTakeFirst();
        if (!account) throw new AppError("person_not_found");
      }
      const { numUpdatedRows } = await tx
        .updateTable("import_people")
        .set({ person_id: body.personId, matched_by: body.personId === null ? "none" : "choice" })
        .where("import_id", "=", row.id)
        .where("key", "=", body.key)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new AppError("import_not_found");
      await dropAnswered(tx, row.id, body.key);
      await recordAct(tx, {
        ...{ action: "import.person-chosen", actor: chooser, address: request.ip, after: body },
        subject: { type: "import", id: row.id, name: row.name },
      });
    });
    const person = await selectPeople(db, params.importId)
      .where("p.key", "=", body.key)
      .executeTakeFirstOrThrow();
    return { person: presentImportPerson(person) };
  });

  routes.route(importsRoutes.listImportPlaces, async ({ params, query }, { viewer }) => {
    const row = await accessImport(db, viewer, params.importId);
    const { rows, nextCursor } = await fetchPage(
      query,
      z.tuple([z.int()]),
      (after, limit) =>
        selectPlaces(db, row.id)
          .where("p.position", ">", after?.[0] ?? -1)
          .orderBy("p.position")
          .limit(limit)
          .execute(),
      (place: ShownPlace) => [place.position],
    );
    return {
      items: rows.map((place) => presentImportPlace(place, row.created_by === viewer.id)),
      nextCursor,
    };
  });

  routes.route(importsRoutes.chooseImportPlace, async ({ params, body }, { viewer, request }) => {
    const isOwn = await changeAs(db, viewer, async (tx, chooser) => {
      const row = await lockPlan(tx, chooser, params.importId);
      const place = await selectPlaces(tx, row.id).where("p.key", "=", body.key).executeTakeFirst();
      if (!place) throw new AppError("import_not_found");
      const isOf = row.created_by === chooser.id;
      const isTasks = ["board", "list", "space"].includes(place.kind);
      const { status, departmentId } = body;
      if (place.kind === "board" && departmentId !== undefined) {
        // Its members then read what was only for the people of the board, so only the owner of the file decides.
        if (!isOf) throw new AppError("forbidden", { detail: "not the uploader" });
        await assertMayAddTo(tx, chooser, departmentId);
      }
      const readers = place.kind === "space" ? await readersOf(tx, chooser, { isOf, body }) : {};
      const named =
        body.outcome === "new" &&
        body.newName !== undefined &&
        place.kind !== "direct" &&
        !isTasks &&
        (isOf || place.kind === "public");
      const newName = named ? (body.newName ?? place.new_name) : place.new_name;
      if (body.outcome === "merge" && !place.can_merge) throw new AppError("import_merge_wrong");
      if (body.outcome === "new" && place.kind === "public") await assertFree(tx, row.id, body.key, newName);
      const merged = sql<string>`(SELECT id FROM channels WHERE type = 'PUBLIC' AND lower(name) = lower(${place.name}))`;
      await tx
        .updateTable("import_places")
        .set({
          ...{ outcome: body.outcome, new_name: newName },
          merge_id: body.outcome === "merge" ? merged : null,
          ...(place.kind === "list" && status !== undefined && { status }),
          ...readers,
          ...(place.kind === "board" && departmentId !== undefined && { department_id: departmentId }),
        })
        .where("import_id", "=", row.id)
        .where("key", "=", body.key)
        .execute();
      if (Object.keys(readers).length > 0)
        await recordAct(tx, {
          ...{ action: "import.readers-chosen", actor: chooser, address: request.ip, after: readers },
          subject: { type: "import", id: row.id, name: row.name },
        });
      return isOf;
    });
    const place = await selectPlaces(db, params.importId)
      .where("p.key", "=", body.key)
      .executeTakeFirstOrThrow();
    return { place: presentImportPlace(place, isOwn) };
  });

  routes.route(importsRoutes.setImportWork, async ({ params, body }, { viewer, request }) => {
    await accessImport(db, viewer, params.importId);
    await setWork(context, { ...viewer, address: request.ip }, params.importId, body.work);
    return { import: presentImport(await accessImport(db, viewer, params.importId)) };
  });

  routes.route(importsRoutes.listImportBuiltOn, async ({ params }, { viewer }) => {
    const { id } = await accessImport(db, viewer, params.importId);
    const { kind, ids, more } = await findBuiltOn(db, id);
    const things = ids.map((one) => ({ kind, id: one }));
    const find = await presentSubjects(context, db, viewer, things, nothingAsked);
    const items = things.map((thing) => {
      const found = find(thing);
      return { ...thing, title: found?.title ?? null, link: found?.link ?? null };
    });
    return { items, more };
  });

  routes.route(importsRoutes.discardImportFile, async ({ params }, { viewer }) => {
    await accessImport(db, viewer, params.importId);
    await discardFile(context, viewer, params.importId);
    return { import: presentImport(await accessImport(db, viewer, params.importId)) };
  });

  routes.route(importsRoutes.listImportLines, async ({ params, query }, { viewer }) => {
    const row = await accessImport(db, viewer, params.importId);
    const { rows, nextCursor } = await fetchPage(
      query,
      z.tuple([z.int()]),
      (after, limit) => selectLines(db, row.id, after?.[0], limit).execute(),
      (line: ShownLine) => [line.id],
    );
    return { items: rows.map((line) => presentImportLine(line, row.created_by === viewer.id)), nextCursor };
  });

  routes.route(importsRoutes.exportImportReport, async ({ params }, { viewer }) => {
    const row = await accessImport(db, viewer, params.importId);
    return { csv: await writeReport(db, row, row.created_by === viewer.id) };
  });
}

/** @throws {AppError} `forbidden`; `import_not_found`. */
async function accessImport(db: Database, viewer: PermissionHolder, importId: string): Promise<ShownImport> {
  assertMayRun(viewer);
  const row = await selectImports(db).where("i.id", "=", importId).executeTakeFirst();
  if (!row) throw new AppError("import_not_found");
  return row;
}

/** Takes the question who a person is out of the report. */
async function dropAnswered(tx: Database, importId: string, key: string): Promise<void> {
  await sql`DELETE FROM import_lines l USING import_people p
    WHERE p.import_id = ${importId} AND p.key = ${key} AND l.import_id = ${importId} AND l.phase = 'reading'
      AND l.kind = 'person_proposed' AND l.detail = left(p.name || ' (' || p.key || ')', 300)`.execute(tx);
}

/** Only the person who started an import adds to its file. */
async function accessOwnImport(
  db: Database,
  viewer: PermissionHolder & { id: string },
  importId: string,
): Promise<void> {
  const row = await accessImport(db, viewer, importId);
  if (row.created_by !== viewer.id) throw new AppError("import_not_found");
}

/** Locks an import whose plan can be changed. Its last dry run counts no longer. */
async function lockPlan(tx: Database, viewer: PermissionHolder, importId: string) {
  const row = await lockImport(tx, viewer, importId);
  const isUndone = row.state === "undone" && row.file_discarded_at === null;
  if (row.state !== "planned" && !isUndone) throw new AppError("import_state");
  await tx.updateTable("imports").set({ tried: null }).where("id", "=", importId).execute();
  return row;
}

/** @throws {AppError} `department_not_found` for a department that the chooser may not add tasks to. */
async function assertMayAddTo(
  tx: Database,
  chooser: PermissionHolder & { departments: readonly { id: string }[] },
  departmentId: string | null,
): Promise<void> {
  if (departmentId === null) return;
  const isOwn = canManageTasks(chooser) || chooser.departments.some(({ id }) => id === departmentId);
  if (!isOwn || !(await lockDepartment(tx, departmentId))) throw new AppError("department_not_found");
}

async function assertFree(tx: Database, importId: string, key: string, name: string): Promise<void> {
  const { rows } = await sql`SELECT FROM channels WHERE type = 'PUBLIC' AND lower(name) = lower(${name})
    UNION ALL SELECT FROM import_places WHERE import_id = ${importId} AND key <> ${key} AND kind = 'public'
      AND outcome <> 'skip' AND lower(new_name) = lower(${name})`.execute(tx);
  if (rows.length > 0) throw new AppError("channel_name_taken");
}
