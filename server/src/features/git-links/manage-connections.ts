import type { gitLinkRoutes } from "@atoll/contract/git-links/routes";
import { maxGitConnections } from "@atoll/contract/git-links/schemas";
import type { TokenScope } from "@atoll/contract/personal-tokens/areas";
import type { RouteInput } from "@atoll/contract/route";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { AppError } from "../../platform/app-error.ts";
import { assertNotChanged } from "../../platform/assert-not-changed.ts";
import { recordAct } from "../../platform/audit.ts";
import { createOnce, hashSent, insertNew } from "../../platform/create-once.ts";
import type { Changer, RequestViewer } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { newHookSecret } from "../cards/public.ts";
import { addProgramSession, changeAlone, changeAs, endProgramSessions, farAway } from "../identity/public.ts";
import { notify } from "../notifications/public.ts";
import {
  assertManagesDepartment,
  type ConnectionRow,
  connectionSecret,
  lockConnection,
  type Subject,
} from "./access.ts";

/**
 * Creates a connection of a department that the viewer manages, which acts with their rights from now on. The same request
 * again replaces the secret, which may not have been seen, until a delivery was signed with it.
 * @returns the secret.
 * @throws {AppError} `forbidden`, `department_not_found`, `git_connection_id_taken`, `too_many_git_connections`.
 */
export function createConnection(
  db: Database,
  viewer: Changer,
  input: RouteInput<typeof gitLinkRoutes.createGitConnection>["body"],
): Promise<string> {
  const { id, departmentId } = input;
  const sent = { byId: viewer.id, hash: hashSent(input) };
  // Alone, so that the maximum holds, and so that nothing ends its session before it is known.
  return changeAlone(db, viewer, async (tx, current) => {
    await assertManagesDepartment(tx, current, departmentId);
    const secret = newHookSecret();
    const sealed = await connectionSecret.seal(tx, id, secret);
    const { isNew } = await createOnce(sent, {
      insert: () =>
        insertNew(
          tx.insertInto("git_connections").values({
            id,
            department_id: departmentId,
            owner_id: viewer.id,
            name: input.name,
            provider: input.provider,
            moves_opened: input.movesOpened,
            moves_merged: input.movesMerged,
            sent_hash: sent.hash,
            ...sealed,
          }),
        ),
      find: () =>
        tx
          .selectFrom("git_connections")
          .select(["owner_id", "sent_hash"])
          .where("id", "=", id)
          .executeTakeFirst(),
      sentOf: (row) => ({ byId: row.owner_id, hash: row.sent_hash }),
      taken: "git_connection_id_taken",
    });
    if (!isNew) {
      const received = await tx
        .selectFrom("git_deliveries")
        .select("id")
        .where("connection_id", "=", id)
        .executeTakeFirst();
      // The secret is in use: to replace it is an act of its own.
      if (received) throw new AppError("git_connection_id_taken");
      await tx.updateTable("git_connections").set(sealed).where("id", "=", id).execute();
      await record(tx, viewer, "renewed", { id, name: input.name });
      return secret;
    }
    const { count } = await tx
      .selectFrom("git_connections")
      .select(sql<number>`count(*)::int`.as("count"))
      .where("department_id", "=", departmentId)
      .executeTakeFirstOrThrow();
    if (count > maxGitConnections) throw new AppError("too_many_git_connections");
    await startSession(tx, current, { id, session_id: null }, viewer.address);
    await record(tx, viewer, "created", { id, name: input.name }, { ...input });
    return secret;
  });
}

/**
 * Changes a connection of the viewer, or pauses and resumes it. Those who manage its department without owning it only
 * pause it, because it acts with its owner's rights.
 * @throws {AppError} `forbidden`, `git_connection_not_found`, `git_connection_of_other`, `department_not_found`,
 *   `changed_meanwhile`.
 */
export function changeConnection(
  db: Database,
  viewer: Changer,
  connectionId: string,
  {
    version,
    isOn,
    name,
    movesOpened,
    movesMerged,
  }: RouteInput<typeof gitLinkRoutes.changeGitConnection>["body"],
): Promise<void> {
  return changeAlone(db, viewer, async (tx, current) => {
    const row = await lockConnection(tx, current, connectionId);
    assertNotChanged(row, version);
    const isEdited = [name, movesOpened, movesMerged].some((part) => part !== undefined);
    if (row.owner_id !== viewer.id && (isEdited || isOn !== false))
      throw new AppError("git_connection_of_other");
    if (isEdited || isOn) await assertManagesDepartment(tx, current, row.department_id);
    await tx
      .updateTable("git_connections")
      .set({
        ...(name !== undefined && { name }),
        ...(movesOpened !== undefined && { moves_opened: movesOpened }),
        ...(movesMerged !== undefined && { moves_merged: movesMerged }),
        ...(isOn !== undefined && { is_on: isOn, stop_reason: null }),
        version: version + 1,
      })
      .where("id", "=", connectionId)
      .execute();
    if (isOn === true && !row.is_on) await startSession(tx, current, row, viewer.address);
    if (isOn === false) await endSession(tx, row);
    const changed = { name, isOn, movesOpened, movesMerged };
    await record(tx, viewer, "changed", { ...row, name: name ?? row.name }, changed);
    if (row.is_on && isOn === false) await notifyOwner(tx, viewer, row, "paused");
  });
}

/**
 * Makes the viewer the owner of a connection of a department that they manage. It is paused until they resume it, because
 * it then acts with their rights. The former owner may know the secret, so that it gets a new one.
 * @returns the new secret. Null if the viewer was its owner already.
 * @throws {AppError} `forbidden`, `git_connection_not_found`, `department_not_found`, `changed_meanwhile`.
 */
export function takeOverConnection(
  db: Database,
  viewer: Changer,
  connectionId: string,
  version: number,
): Promise<string | null> {
  return changeAlone(db, viewer, async (tx, current) => {
    const row = await lockConnection(tx, current, connectionId);
    if (row.owner_id === viewer.id) return null;
    assertNotChanged(row, version);
    await assertManagesDepartment(tx, current, row.department_id);
    const secret = newHookSecret();
    const sealed = await connectionSecret.seal(tx, connectionId, secret);
    await tx
      .updateTable("git_connections")
      .set({ ...sealed, owner_id: viewer.id, is_on: false, stop_reason: null, version: version + 1 })
      .where("id", "=", connectionId)
      .execute();
    await endSession(tx, row);
    await record(tx, viewer, "taken-over", row, { formerOwner: row.owner_id });
    await notifyOwner(tx, viewer, row, "taken over");
    return secret;
  });
}

/**
 * Gives an own connection a new secret. The former one stops working at once.
 * @returns the secret.
 * @throws {AppError} `forbidden`, `git_connection_not_found`, `git_connection_of_other`, `department_not_found`.
 */
export function renewSecret(db: Database, viewer: Changer, connectionId: string): Promise<string> {
  return changeAs(db, viewer, async (tx, current) => {
    const row = await lockConnection(tx, current, connectionId);
    if (row.owner_id !== viewer.id) throw new AppError("git_connection_of_other");
    await assertManagesDepartment(tx, current, row.department_id);
    const secret = newHookSecret();
    const sealed = await connectionSecret.seal(tx, connectionId, secret);
    await tx.updateTable("git_connections").set(sealed).where("id", "=", connectionId).execute();
    await record(tx, viewer, "renewed", row);
    return secret;
  });
}

/**
 * Deletes a connection with its links.
 * @returns what was linked last, so that open tasks and bugs are shown without the links.
 * @throws {AppError} as `accessConnection`.
 */
export function deleteConnection(db: Database, viewer: Changer, connectionId: string): Promise<Subject[]> {
  return changeAlone(db, viewer, async (tx, current) => {
    const row = await lockConnection(tx, current, connectionId);
    const { rows: touched } =
      await sql<Subject>`SELECT DISTINCT CASE WHEN task_id IS NULL THEN 'card' ELSE 'task' END
      AS kind, subject_id AS id FROM (SELECT task_id, subject_id FROM git_links WHERE connection_id = ${connectionId}
        ORDER BY delivery DESC LIMIT 1000) l`.execute(tx);
    await endSession(tx, row);
    await tx.deleteFrom("git_connections").where("id", "=", connectionId).execute();
    await record(tx, viewer, "deleted", row);
    await notifyOwner(tx, viewer, row, "deleted");
    return touched;
  });
}

/** Notifies the owner of a connection of what another person did with it. */
async function notifyOwner(
  tx: Database,
  viewer: Changer,
  { id, name, owner_id }: ConnectionRow,
  act: "paused" | "taken over" | "deleted",
): Promise<void> {
  const link = act === "paused" ? "/admin/repositories" : "/dashboard";
  const facts = { name, act, reason: `By ${viewer.name}`, link };
  const people = [owner_id];
  await notify(tx, { kind: "git-connection.stopped", subjectId: id, actorId: viewer.id, people, facts });
}

type WithSession = Pick<ConnectionRow, "id" | "session_id">;

/** Ends the session of a connection that is paused. */
export async function endSession(tx: Database, { session_id }: Omit<WithSession, "id">): Promise<void> {
  if (session_id) await endProgramSessions(tx, "connection paused", sql`id = ${session_id}`);
}

/** The limits of a connection, whatever its owner may do. */
const scopes: readonly TokenScope[] = ["tasks:write", "departments:write"];

/** Starts the session that a connection acts with. What ends all sessions of its owner ends it as well. */
async function startSession(
  tx: Database,
  owner: RequestViewer,
  connection: WithSession,
  address: string,
): Promise<void> {
  await endSession(tx, connection);
  const id = uuidv7();
  await addProgramSession(tx, owner, { id, userId: owner.id, address, scopes, expiresAt: farAway });
  await tx.updateTable("git_connections").set({ session_id: id }).where("id", "=", connection.id).execute();
}

async function record(
  tx: Database,
  { id, name, address }: Changer,
  act: "created" | "changed" | "renewed" | "taken-over" | "deleted",
  connection: { id: string; name: string },
  after: Record<string, unknown> = {},
): Promise<void> {
  await recordAct(tx, {
    action: `git-connection.${act}`,
    actor: { id, name },
    address,
    subject: { type: "git-connection", id: connection.id, name: connection.name },
    after,
  });
}
