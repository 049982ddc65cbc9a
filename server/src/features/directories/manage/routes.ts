import { directoryRoutes } from "@atoll/contract/directories/routes";
import { type DirectoryPerson, isSignOnKind } from "@atoll/contract/directories/schemas";
import { idSchema } from "@atoll/contract/identifiers";
import type { RouteInput } from "@atoll/contract/route";
import { type SqlBool, sql } from "kysely";
import { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import { assertAsSeen } from "../../../platform/assert-not-changed.ts";
import { fetchPage, placeByName } from "../../../platform/page.ts";
import type { Changer, RequestViewer, SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { assertSuperAdmin } from "../../identity/public.ts";
import { followPeople } from "../people/follow.ts";
import type { PersonRow } from "../people/mirror.ts";
import { planDirectory } from "../people/plan.ts";
import {
  changeDirectory,
  createDirectory,
  deleteDirectory,
  findDirectory,
  letLeave,
  listDirectories,
  lockDirectory,
  manage,
  recordDirectory,
  renewSecret,
  startDirectory,
} from "./directories.ts";
import { getMappings, setMappings } from "./mappings.ts";

/** Registers the administration of directories, which is for super administrators. */
export function registerDirectories(context: SliceContext): void {
  const { routes, db } = context;
  const changer = (viewer: RequestViewer, request: { ip: string }): Changer => {
    assertSuperAdmin(viewer);
    return { ...viewer, address: request.ip };
  };

  routes.route(directoryRoutes.listDirectories, async (_input, { viewer }) => {
    assertSuperAdmin(viewer);
    return { directories: await listDirectories(db) };
  });
  routes.route(directoryRoutes.createDirectory, ({ body }, { viewer, request }) =>
    createDirectory(db, changer(viewer, request), body),
  );
  routes.route(directoryRoutes.changeDirectory, async ({ params, body }, { viewer, request }) => ({
    directory: await changeDirectory(context, changer(viewer, request), params.directoryId, body),
  }));
  routes.route(directoryRoutes.renewDirectorySecret, ({ params }, { viewer, request }) =>
    renewSecret(db, changer(viewer, request), params.directoryId),
  );
  routes.route(directoryRoutes.deleteDirectory, async ({ params }, { viewer, request }) => {
    await deleteDirectory(db, changer(viewer, request), params.directoryId);
    return undefined;
  });
  routes.route(directoryRoutes.planDirectory, async ({ params }, { viewer }) => {
    assertSuperAdmin(viewer);
    await findDirectory(db, params.directoryId);
    return { plan: await planDirectory(db, params.directoryId) };
  });
  routes.route(directoryRoutes.startDirectory, async ({ params, body }, { viewer, request }) => ({
    directory: await startDirectory(context, changer(viewer, request), params.directoryId, body.version),
  }));
  routes.route(directoryRoutes.letLeave, async ({ params, body }, { viewer, request }) => ({
    directory: await letLeave(context, changer(viewer, request), params.directoryId, body.leavers),
  }));
  routes.route(directoryRoutes.getMappings, ({ params }, { viewer }) => {
    assertSuperAdmin(viewer);
    return getMappings(db, params.directoryId);
  });
  routes.route(directoryRoutes.setMappings, async ({ params, body }, { viewer, request }) => ({
    directory: await setMappings(context, changer(viewer, request), params.directoryId, body),
  }));
  routes.route(directoryRoutes.confirmDirectoryPerson, async ({ params, body }, { viewer, request }) => ({
    person: presentPerson(await confirmPerson(db, changer(viewer, request), params, body)),
  }));
  registerLists(context);
}

function registerLists({ routes, db }: SliceContext): void {
  routes.route(directoryRoutes.listDirectoryGroups, async ({ params, query }, { viewer }) => {
    assertSuperAdmin(viewer);
    await findDirectory(db, params.directoryId);
    const page = await fetchPage(
      query,
      placeByName,
      async (after, count) => {
        const { rows } = await sql<{ id: string; name: string; place: string; memberCount: number }>`
          SELECT id, name, lower(name) AS place, (SELECT count(*)::int FROM directory_members m WHERE m.group_id = g.id)
            AS "memberCount"
          FROM directory_groups g WHERE directory_id = ${params.directoryId} AND gone_at IS NULL
            AND (${query.search} = '' OR position(lower(${query.search}) IN lower(name)) > 0)
            AND (${after?.[0] ?? null}::text IS NULL OR (lower(name), id) > (${after?.[0] ?? ""}, ${after?.[1] ?? null}::uuid))
          ORDER BY lower(name), id LIMIT ${count}`.execute(db);
        return rows;
      },
      ({ place, id }) => [place, id],
    );
    const items = page.rows.map(({ id, name, memberCount }) => ({ id, name, memberCount }));
    return { items, nextCursor: page.nextCursor };
  });

  routes.route(directoryRoutes.listDirectoryPeople, async ({ params, query }, { viewer }) => {
    assertSuperAdmin(viewer);
    await findDirectory(db, params.directoryId);
    const { rows, nextCursor } = await fetchPage(
      query,
      placeByName,
      (after, count) =>
        db
          .selectFrom("directory_people")
          .selectAll()
          .where("directory_id", "=", params.directoryId)
          .$if(query.only === "problems", (people) => people.where("problem", "is not", null))
          .$if(query.only === "left", (people) =>
            people.where("is_active", "=", false).where("user_id", "is not", null),
          )
          .$if(after !== undefined, (people) =>
            people.where(sql<SqlBool>`(name, id) > (${after?.[0]}, ${after?.[1]}::uuid)`),
          )
          .orderBy("name")
          .orderBy("id")
          .limit(count)
          .execute(),
      ({ name, id }) => [name, id],
    );
    return { items: rows.map(presentPerson), nextCursor };
  });

  routes.route(directoryRoutes.listDirectoryEvents, async ({ params, query }, { viewer }) => {
    assertSuperAdmin(viewer);
    await findDirectory(db, params.directoryId);
    const { rows, nextCursor } = await fetchPage(
      query,
      z.tuple([idSchema]),
      (after, count) =>
        db
          .selectFrom("directory_events")
          .selectAll()
          .where("directory_id", "=", params.directoryId)
          .$if(after !== undefined, (events) => events.where("id", "<", after?.[0] ?? ""))
          .orderBy("id", "desc")
          .limit(count)
          .execute(),
      ({ id }) => [id],
    );
    const items = rows.map(({ id, at, kind, name, user_id, detail }) => ({
      ...{ id, at: at.toISOString(), kind, name, userId: user_id, detail },
    }));
    return { items, nextCursor };
  });
}

function presentPerson(row: PersonRow): DirectoryPerson {
  return {
    ...{ id: row.id, name: row.name, email: row.email, userName: row.user_name, isActive: row.is_active },
    ...{ userId: row.user_id, disabledAt: row.disabled_at?.toISOString() ?? null, problem: row.problem },
    version: row.version,
  };
}

/**
 * Confirms that an administrator's account is that of a person of the directory, or that the person's new address is
 * theirs.
 * @throws {AppError} `forbidden`, `directory_not_found`, `directory_person_not_found`, `directory_not_started`,
 *   `changed_meanwhile` unless the directory still says what the viewer saw.
 */
function confirmPerson(
  db: Database,
  viewer: Changer,
  { directoryId, personId }: { directoryId: string; personId: string },
  seen: RouteInput<typeof directoryRoutes.confirmDirectoryPerson>["body"],
): Promise<PersonRow> {
  return manage(db, viewer, async (tx) => {
    const directory = await lockDirectory(tx, directoryId);
    if (directory.state !== "on") throw new AppError("directory_not_started");
    const find = () =>
      tx
        .selectFrom("directory_people")
        .selectAll()
        .where("id", "=", personId)
        .where("directory_id", "=", directoryId)
        .where("gone_at", "is", null)
        .executeTakeFirst();
    const person = await find();
    if (!person) throw new AppError("directory_person_not_found");
    const { version, email, problem, user_id: userId } = person;
    assertAsSeen({ version, email, problem, userId }, seen);
    await recordDirectory(tx, viewer, "directory.confirmed", directory, {
      person: person.name,
      email: person.email,
    });
    if (problem === "administrator" && isSignOnKind(directory.kind))
      await sql`UPDATE directory_people SET link_confirmed_at = now() WHERE id = ${personId}`.execute(tx);
    await followPeople(tx, directory, [personId], { address: viewer.address, confirmed: [personId] });
    return (await find()) ?? person;
  });
}
