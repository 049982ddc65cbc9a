import { canManageAutomations } from "@atoll/contract/permissions";
import { canManageTasks } from "@atoll/contract/tasks/policy";
import { type RawBuilder, sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import type { Colleague } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { isTypeReadable } from "../cards/public.ts";
import { sealedColumn } from "../identity/public.ts";
import { isTaskReadable } from "../tasks/public.ts";

/** The secrets of connections, encrypted: they check signatures, so that a hash is not enough. */
export const connectionSecret = sealedColumn("git_connections", "git connection");

/** @throws {AppError} `forbidden` without `automations/manage`. */
export function assertManages(viewer: Colleague): void {
  if (!canManageAutomations(viewer)) throw new AppError("forbidden", { detail: "no automations/manage" });
}

/** The room of everyone who lists connections. The event says only that one changed. */
export const connectionsRoom = "administration:git-connections";
export const connectionRooms = async (viewer: Colleague): Promise<string[]> =>
  canManageAutomations(viewer) ? [connectionsRoom] : [];

/** The departments whose tasks a person sees, as a condition on `column`. */
function isManaged(viewer: Colleague, column: string): RawBuilder<boolean> {
  if (canManageTasks(viewer)) return sql<boolean>`true`;
  return sql<boolean>`${sql.ref(column)} = ANY(${viewer.departments.map(({ id }) => id)}::uuid[])`;
}

/**
 * Asserts that a person may connect repositories with a department: they may manage automations and see its tasks.
 * @throws {AppError} `forbidden`, `department_not_found`.
 */
export async function assertManagesDepartment(db: Database, viewer: Colleague, id: string): Promise<void> {
  assertManages(viewer);
  const [row] = await findDepartments(db, viewer, { ids: [id] });
  if (!row) throw new AppError("department_not_found");
}

/** Finds departments that a person manages, by a part of their name or by their IDs. */
export async function findDepartments(
  db: Database,
  viewer: Colleague,
  { search = "", ids }: { search?: string; ids?: readonly string[] },
): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom("departments as d")
    .select(["d.id", "d.name"])
    .where(isManaged(viewer, "d.id"))
    .where(sql<boolean>`strpos(lower(d.name), lower(${search})) > 0`)
    .$if(ids !== undefined, (query) => query.where(sql<boolean>`d.id = ANY(${[...(ids ?? [])]}::uuid[])`))
    .orderBy("d.name")
    .limit(ids?.length ?? 20)
    .execute();
}

/** The connections that the viewer may see, because they are theirs or they manage the department, as `g`. */
export function selectVisible(db: Database, viewer: Colleague) {
  return db
    .selectFrom("git_connections as g")
    .selectAll("g")
    .where((eb) => eb.or([eb("g.owner_id", "=", viewer.id), isManaged(viewer, "g.department_id")]));
}

export type ConnectionRow = Awaited<ReturnType<typeof accessConnection>>;

/**
 * Returns a connection of the viewer or of a department that they manage.
 * @throws {AppError} `forbidden`, `git_connection_not_found`.
 */
export async function accessConnection(db: Database, viewer: Colleague, connectionId: string) {
  assertManages(viewer);
  const row = await selectVisible(db, viewer).where("g.id", "=", connectionId).executeTakeFirst();
  if (!row) throw new AppError("git_connection_not_found");
  return row;
}

/** Returns the same, locked until the transaction ends. @throws {AppError} as `accessConnection`. */
export async function lockConnection(
  tx: Database,
  viewer: Colleague,
  connectionId: string,
): Promise<ConnectionRow> {
  await sql`SELECT FROM git_connections WHERE id = ${connectionId} FOR UPDATE`.execute(tx);
  return accessConnection(tx, viewer, connectionId);
}

/** A task, or a card of a section for bugs. */
export interface Subject {
  kind: "task" | "card";
  id: string;
}

/** The subject that an ID in a text names: a card that was merged is shown on another one, which is the subject. */
export interface NamedSubject {
  namedId: string;
  kind: Subject["kind"];
  id: string;
}

/**
 * Finds the tasks and bugs of a department among IDs, as far as its connection's owner may read them. A section with the
 * tool for triage is one for bugs.
 */
export async function findSubjects(
  db: Database,
  owner: Colleague,
  departmentId: string,
  ids: readonly string[],
): Promise<NamedSubject[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<NamedSubject>`
    WITH RECURSIVE up AS (
      SELECT c.id AS named_id, c.id, c.merged_into_id FROM cards c
      WHERE c.id = ANY(${[...ids]}::uuid[]) AND c.deleted_at IS NULL
      UNION SELECT up.named_id, c.id, c.merged_into_id FROM cards c JOIN up ON c.id = up.merged_into_id
    )
    SELECT t.id AS "namedId", 'task' AS kind, t.id FROM tasks t
    WHERE t.id = ANY(${[...ids]}::uuid[]) AND t.department_id = ${departmentId} AND t.deleted_at IS NULL
      AND ${isTaskReadable(owner)}
    UNION ALL SELECT up.named_id, 'card', c.id
    FROM up JOIN cards c ON c.id = up.id JOIN card_types ct ON ct.id = c.type_id
    WHERE c.merged_into_id IS NULL AND ct.department_id = ${departmentId} AND ct.options -> 'tools' ? 'triage'
      AND c.deleted_at IS NULL AND ${isTypeReadable(owner)}
    ORDER BY 1`.execute(db);
  return rows;
}

/** SQL: the IDs of a card and of all that were merged into it. For a task, its own. */
export function withMerged({ kind, id }: Subject): RawBuilder<string> {
  if (kind === "task") return sql<string>`(SELECT ${id}::uuid)`;
  return sql<string>`(WITH RECURSIVE down AS (SELECT ${id}::uuid AS id
    UNION SELECT c.id FROM cards c JOIN down ON c.merged_into_id = down.id) SELECT id FROM down)`;
}
