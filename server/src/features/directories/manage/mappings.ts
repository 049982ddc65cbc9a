import type { directoryRoutes } from "@atoll/contract/directories/routes";
import type { Directory, Mapping } from "@atoll/contract/directories/schemas";
import type { RouteInput, RouteOutput } from "@atoll/contract/route";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { assertNotChanged } from "../../../platform/assert-not-changed.ts";
import type { Changer, SliceContext, SlicePlacedKind } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { assertNonePending } from "../../administration/policy.ts";
import { accessDepartments, accessRoles } from "../../administration/public.ts";
import { followAll } from "../people/follow-job.ts";
import { findDirectory, lockDirectory, manage, recordDirectory } from "./directories.ts";

type Body = RouteInput<typeof directoryRoutes.setMappings>["body"];

/** Returns what the groups of a directory give, by the names of the groups. */
export async function getMappings(
  db: Database,
  directoryId: string,
): Promise<RouteOutput<typeof directoryRoutes.getMappings>> {
  const { version } = await findDirectory(db, directoryId);
  const { rows } = await sql<
    Mapping & { groupName: string | null }
  >`SELECT m.group_id AS "groupId", g.name AS "groupName",
      m.department_value AS "departmentValue", m.role_id AS "roleId", m.department_id AS "departmentId"
    FROM directory_mappings m LEFT JOIN directory_groups g ON g.id = m.group_id
    WHERE m.directory_id = ${directoryId} ORDER BY g.name, m.department_value, m.id`.execute(db);
  return { version, mappings: rows };
}

/**
 * Sets what the groups of a directory give. People keep what a mapping gave that is no longer there: nobody loses
 * anything because of a form. To take something away, the directory takes the people out of the group.
 * @throws {AppError} `forbidden`, `directory_not_found`, `changed_meanwhile`, `role_not_found`, `department_not_found`,
 *   `directory_group_not_found`, `invalid_request`.
 */
export async function setMappings(
  context: Pick<SliceContext, "db" | "enqueue">,
  viewer: Changer,
  directoryId: string,
  { version, mappings }: Body,
): Promise<Directory> {
  const { db } = context;
  const given = [...new Map(mappings.map((one) => [JSON.stringify(one), one])).values()];
  if (given.some((one) => !isWhole(one)))
    throw new AppError("invalid_request", {
      fields: [{ path: "mappings", message: "Each has one source, and gives one role or department" }],
    });
  await manage(db, viewer, async (tx) => {
    const row = await lockDirectory(tx, directoryId);
    assertNotChanged(row, version);
    assertNonePending(
      await accessRoles(
        tx,
        given.flatMap(({ roleId }) => roleId ?? []),
      ),
    );
    await accessDepartments(
      tx,
      given.flatMap(({ departmentId }) => departmentId ?? []),
    );
    await assertGroups(
      tx,
      directoryId,
      given.flatMap(({ groupId }) => groupId ?? []),
    );
    await tx.deleteFrom("directory_mappings").where("directory_id", "=", directoryId).execute();
    if (given.length > 0)
      await tx
        .insertInto("directory_mappings")
        .values(
          given.map((one) => ({
            ...{ directory_id: directoryId, group_id: one.groupId, department_value: one.departmentValue },
            ...{ role_id: one.roleId, department_id: one.departmentId },
          })),
        )
        .execute();
    await tx
      .updateTable("directories")
      .set({ version: version + 1 })
      .where("id", "=", directoryId)
      .execute();
    if (row.state === "on") await followAll(context, tx, row);
    await recordDirectory(tx, viewer, "directory.mapped", row, { mappings: given });
  });
  return findDirectory(db, directoryId);
}

function isWhole({ groupId, departmentValue, roleId, departmentId }: Mapping): boolean {
  return (groupId === null) !== (departmentValue === null) && (roleId === null) !== (departmentId === null);
}

async function assertGroups(tx: Database, directoryId: string, groupIds: readonly string[]): Promise<void> {
  const wanted = new Set(groupIds);
  const { rows } = await sql<{ id: string }>`SELECT id FROM directory_groups
    WHERE directory_id = ${directoryId} AND id = ANY(${[...wanted]}::uuid[]) FOR KEY SHARE`.execute(tx);
  if (rows.length < wanted.size) throw new AppError("directory_group_not_found");
}

/** The mappings to a department go with it when it is merged. */
export const placedMappings: SlicePlacedKind = {
  kind: "mappings of directories",
  async count(tx, departmentId) {
    const { count } = await tx
      .selectFrom("directory_mappings")
      .select(sql<number>`count(*)::int`.as("count"))
      .where("department_id", "=", departmentId)
      .executeTakeFirstOrThrow();
    return count;
  },
  async move(tx, fromId, intoId) {
    await sql`UPDATE directory_mappings SET department_id = ${intoId} WHERE department_id = ${fromId}`.execute(
      tx,
    );
    return undefined;
  },
};
