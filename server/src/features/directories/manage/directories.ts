import { createHash, randomInt } from "node:crypto";
import type { directoryRoutes } from "@atoll/contract/directories/routes";
import { type Directory, maxDirectories, scimSecretPrefix } from "@atoll/contract/directories/schemas";
import { oidcSettingsSchema, samlSettingsSchema } from "@atoll/contract/directories/sign-on-schemas";
import type { RouteInput } from "@atoll/contract/route";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { assertAsSeen, assertNotChanged } from "../../../platform/assert-not-changed.ts";
import { type Act, recordAct } from "../../../platform/audit.ts";
import { violatedBy } from "../../../platform/database/reject-violation.ts";
import type { Changer, RequestViewer, SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { assertSuperAdmin, changeAlone } from "../../identity/public.ts";
import { followAll, followJob } from "../people/follow-job.ts";
import type { DirectoryRow } from "../people/mirror.ts";
import { addSamlKey, generateSamlKey } from "./saml-keys.ts";

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** How long the browser that got no answer may ask for the secret again. */
const unseenFor = sql.lit("10 minutes");

/**
 * Runs a change of directories in the name of a viewer, one at a time with those of accounts. A directory decides who has
 * an account, with which address and rights, so only super administrators manage directories.
 * @throws {AppError} `forbidden`.
 */
export function manage<T>(
  db: Database,
  viewer: Changer,
  work: (tx: Database, viewer: RequestViewer) => Promise<T>,
): Promise<T> {
  return changeAlone(db, viewer, async (tx, current) => {
    assertSuperAdmin(current);
    return work(tx, current);
  });
}

/**
 * Locks a directory until the transaction ends.
 * @throws {AppError} `directory_not_found`.
 */
export async function lockDirectory(tx: Database, directoryId: string): Promise<DirectoryRow> {
  const row = await tx
    .selectFrom("directories")
    .selectAll()
    .where("id", "=", directoryId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError("directory_not_found");
  return row;
}

/** Lists the directories, or one of them, the oldest first. */
export async function listDirectories(db: Database, directoryId: string | null = null): Promise<Directory[]> {
  const { rows } = await sql<
    DirectoryRow & { active: number; left: number; problems: number; due: number; groups: number }
  >`
    SELECT d.*, p.*, (SELECT count(*)::int FROM directory_groups g WHERE g.directory_id = d.id AND g.gone_at IS NULL)
      AS groups
    FROM directories d, LATERAL (
      SELECT count(*) FILTER (WHERE is_active)::int AS active,
        count(*) FILTER (WHERE NOT is_active AND user_id IS NOT NULL)::int AS "left",
        count(*) FILTER (WHERE problem IS NOT NULL)::int AS problems, count(*) FILTER (WHERE is_due)::int AS due
      FROM directory_people WHERE directory_id = d.id) p
    WHERE ${directoryId}::uuid IS NULL OR d.id = ${directoryId}::uuid ORDER BY d.created_at, d.id`.execute(
    db,
  );
  return rows.map(({ secret_ending, secret_made_at, active, left, problems, due, groups, ...row }) => ({
    ...{ id: row.id, name: row.name, kind: row.kind, state: row.state, version: row.version },
    createdAt: row.created_at.toISOString(),
    lastAt: row.last_at?.toISOString() ?? null,
    lastProblem: row.last_problem,
    secret: secret_made_at && { ending: secret_ending ?? "", madeAt: secret_made_at.toISOString() },
    people: { active, left, problems, due },
    groupCount: groups,
    leavers: row.leavers,
    isRunning: row.running_since !== null,
  }));
}

/** @throws {AppError} `directory_not_found`. */
export async function findDirectory(db: Database, directoryId: string): Promise<Directory> {
  const [directory] = await listDirectories(db, directoryId);
  if (!directory) throw new AppError("directory_not_found");
  return directory;
}

/**
 * Adds a directory, which changes no account yet. The same request again, after its answer was lost, replaces the
 * secret that nobody has seen.
 * @throws {AppError} `forbidden`, `too_many_directories`, `directory_id_taken`, `directory_kind_taken`.
 */
export async function createDirectory(
  db: Database,
  viewer: Changer,
  { id, name, kind }: RouteInput<typeof directoryRoutes.createDirectory>["body"],
): Promise<{ directory: Directory; secret: string | null }> {
  const made = kind === "scim" ? newSecret() : undefined;
  const samlKey = kind === "saml" ? await generateSamlKey() : undefined;
  await manage(db, viewer, async (tx) => {
    const { rows } = await sql<{
      is_unseen: boolean;
    }>`SELECT name = ${name} AND kind = ${kind} AND last_at IS NULL
      AND created_at > now() - ${unseenFor}::interval AS is_unseen FROM directories WHERE id = ${id}`.execute(
      tx,
    );
    const [there] = rows;
    if (there && !there.is_unseen) throw new AppError("directory_id_taken");
    if (there) {
      if (made) await writeSecret(tx, id, made);
      return;
    }
    const { count } = await tx
      .selectFrom("directories")
      .select(sql<number>`count(*)::int`.as("count"))
      .executeTakeFirstOrThrow();
    if (count >= maxDirectories) throw new AppError("too_many_directories");
    await tx.insertInto("directories").values({ id, name, kind }).execute().catch(refuseSecond);
    if (samlKey) await addSamlKey(tx, id, samlKey);
    if (made) await writeSecret(tx, id, made);
    await recordDirectory(tx, viewer, "directory.created", { id, name }, { kind });
  });
  return { directory: await findDirectory(db, id), secret: made?.secret ?? null };
}

/** There is one provider of single sign-on of each kind. */
function refuseSecond(error: unknown): never {
  throw violatedBy(error) === "directories_sign_on" ? new AppError("directory_kind_taken") : error;
}

interface Secret {
  secret: string;
  hash: Buffer;
}

/** Makes a secret of 238 bits, which nobody guesses. */
function newSecret(): Secret {
  const random = Array.from({ length: 40 }, () => letters.charAt(randomInt(letters.length))).join("");
  const secret = scimSecretPrefix + random;
  return { secret, hash: createHash("sha256").update(secret).digest() };
}

async function writeSecret(tx: Database, id: string, { secret, hash }: Secret): Promise<void> {
  await tx
    .updateTable("directories")
    .set({ secret_hash: hash, secret_ending: secret.slice(-4), secret_made_at: sql<Date>`clock_timestamp()` })
    .where("id", "=", id)
    .execute();
}

/**
 * Gives a SCIM directory a new secret; the old one stops working at once.
 * @throws {AppError} `forbidden`, `directory_not_found`.
 */
export async function renewSecret(
  db: Database,
  viewer: Changer,
  directoryId: string,
): Promise<{ directory: Directory; secret: string }> {
  const made = newSecret();
  await manage(db, viewer, async (tx) => {
    const row = await lockDirectory(tx, directoryId);
    if (row.kind !== "scim") throw new AppError("directory_not_found");
    await writeSecret(tx, directoryId, made);
    await recordDirectory(tx, viewer, "directory.secret-renewed", row);
  });
  return { directory: await findDirectory(db, directoryId), secret: made.secret };
}

/** Asserts that a provider of single sign-on has the settings without which nobody signs in and no groups are read. */
function assertSet({ kind, settings }: DirectoryRow, publicUrl: string | undefined): void {
  const isSet =
    kind === "saml"
      ? publicUrl !== undefined && samlSettingsSchema.safeParse(settings).success
      : kind !== "oidc" || oidcSettingsSchema.safeParse(settings).success;
  if (!isSet) throw new AppError("saml_not_set");
}

/**
 * Renames a directory, or switches it off or on again.
 * @throws {AppError} `forbidden`, `directory_not_found`, `changed_meanwhile`, `directory_not_started`, `saml_not_set`.
 */
export async function changeDirectory(
  context: Pick<SliceContext, "db" | "enqueue" | "publicUrl">,
  viewer: Changer,
  directoryId: string,
  { version, name, isOn }: RouteInput<typeof directoryRoutes.changeDirectory>["body"],
): Promise<Directory> {
  const { db } = context;
  await manage(db, viewer, async (tx) => {
    const row = await lockDirectory(tx, directoryId);
    assertNotChanged(row, version);
    if (isOn !== undefined && row.state === "trial") throw new AppError("directory_not_started");
    const state = isOn === undefined ? row.state : isOn ? "on" : "off";
    const changed = {
      ...(name !== undefined && name !== row.name && { name }),
      ...(state !== row.state && { state }),
    };
    if (Object.keys(changed).length === 0) return;
    if (changed.state === "on") assertSet(row, context.publicUrl);
    await tx
      .updateTable("directories")
      .set({ ...changed, version: version + 1 })
      .where("id", "=", directoryId)
      .execute();
    if (changed.state === "on") await followAll(context, tx, row);
    await recordDirectory(tx, viewer, "directory.changed", row, changed);
  });
  return findDirectory(db, directoryId);
}

/**
 * Lets accounts follow a directory from now on: its plan is carried out in the background.
 * @throws {AppError} `forbidden`, `directory_not_found`, `changed_meanwhile`, `saml_not_set`.
 */
export async function startDirectory(
  context: Pick<SliceContext, "db" | "enqueue" | "publicUrl">,
  viewer: Changer,
  directoryId: string,
  version: number,
): Promise<Directory> {
  const { db } = context;
  await manage(db, viewer, async (tx) => {
    const row = await lockDirectory(tx, directoryId);
    if (row.state === "on") return;
    assertNotChanged(row, version);
    assertSet(row, context.publicUrl);
    await tx
      .updateTable("directories")
      .set({ state: "on", version: version + 1 })
      .where("id", "=", directoryId)
      .execute();
    // The plan has shown everyone who leaves.
    await followAll(context, tx, row, true);
    await recordDirectory(tx, viewer, "directory.started", row);
  });
  return findDirectory(db, directoryId);
}

/**
 * Lets people leave who were too many at once to be disabled without a word of an administrator.
 * @throws {AppError} `forbidden`, `directory_not_found`, `directory_not_started`, `changed_meanwhile` unless there are as
 *   many as the viewer saw.
 */
export async function letLeave(
  context: Pick<SliceContext, "db" | "enqueue">,
  viewer: Changer,
  directoryId: string,
  leavers: number,
): Promise<Directory> {
  await manage(context.db, viewer, async (tx) => {
    const row = await lockDirectory(tx, directoryId);
    if (row.kind !== "scim") throw new AppError("directory_not_found");
    if (row.state !== "on") throw new AppError("directory_not_started");
    assertAsSeen(row, { leavers });
    await sql`UPDATE directories SET leavers = NULL, last_problem = NULL, leavers_confirmed_at = now()
      WHERE id = ${directoryId}`.execute(tx);
    await sql`UPDATE directory_people SET is_due = true
      WHERE directory_id = ${directoryId} AND problem = 'many_leavers'`.execute(tx);
    await context.enqueue(tx, followJob(context), { directoryId, mayLeave: true });
    await recordDirectory(tx, viewer, "directory.changed", row, { leavers });
  });
  return findDirectory(context.db, directoryId);
}

/**
 * Removes a directory. Its accounts stay as they are.
 * @throws {AppError} `forbidden`, `directory_not_found`.
 */
export function deleteDirectory(db: Database, viewer: Changer, directoryId: string): Promise<void> {
  return manage(db, viewer, async (tx) => {
    const row = await lockDirectory(tx, directoryId);
    await tx.deleteFrom("directories").where("id", "=", directoryId).execute();
    await recordDirectory(tx, viewer, "directory.deleted", row);
  });
}

export async function recordDirectory(
  tx: Database,
  { id, name, address }: Changer,
  action: Act["action"] & `directory.${string}`,
  directory: { id: string; name: string },
  after?: Record<string, unknown>,
): Promise<void> {
  await recordAct(tx, {
    ...{ action, actor: { id, name }, address },
    subject: { type: "directory", id: directory.id, name: directory.name },
    ...(after && { after }),
  });
}
