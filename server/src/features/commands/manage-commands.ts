import { createHmac, randomBytes } from "node:crypto";
import { maxCommands } from "@atoll/contract/commands/limits";
import type { commandRoutes } from "@atoll/contract/commands/routes";
import type { Command } from "@atoll/contract/commands/schemas";
import { canManageBots } from "@atoll/contract/permissions";
import type { RouteInput } from "@atoll/contract/route";
import { type Selectable, sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { assertNotChanged } from "../../platform/assert-not-changed.ts";
import { recordAct } from "../../platform/audit.ts";
import { rejectViolation } from "../../platform/database/reject-violation.ts";
import { assertSendable } from "../../platform/outbound/guard-address.ts";
import type { Changer, RequestViewer, SliceContext } from "../../slice.ts";
import type { Database, Tables } from "../../tables.ts";
import { changeAlone, findAbsent, rejectNameOfColleague, sealedColumn } from "../identity/public.ts";

/** The secrets of commands, encrypted: they sign, so that a hash is not enough. */
export const commandSecret = sealedColumn("commands", "command");

/** How long the browser that got no answer may ask for the secret again. */
const unseenFor = sql.lit("10 minutes");
const nameTaken = { commands_name: "command_name_taken" } as const;

type Row = Selectable<Tables["commands"]> & { program: string };
type WithSecret = { command: Command; secret: string; token: string };

/** @throws {AppError} `forbidden` without `bots/manage`. */
export function assertManagesCommands(viewer: RequestViewer): void {
  if (!canManageBots(viewer)) throw new AppError("forbidden", { detail: "no bots/manage" });
}

/** Lists all commands by name, or one. There are at most `maxCommands`. */
export async function listCommands(context: SliceContext, commandId?: string): Promise<Command[]> {
  const rows = await selectCommands(context.db)
    .$if(commandId !== undefined, (query) => query.where("c.id", "=", commandId ?? ""))
    .orderBy("c.name")
    .limit(sql.lit(maxCommands))
    .execute();
  const ownerIds = rows.flatMap(({ owner_id }) => owner_id ?? []);
  const owners = await context.people.of(ownerIds);
  // Few people own all of them.
  const since = new Map<string | null, number | undefined>();
  for (const id of new Set(ownerIds)) since.set(id, await answersSince(context.db, id));
  return rows.map((row) => {
    const answerable = since.get(row.owner_id);
    return {
      id: row.id,
      name: row.name,
      program: row.program,
      usage: row.usage,
      help: row.help,
      address: row.address,
      buttonAddress: row.button_address,
      owner: (row.owner_id && owners.get(row.owner_id)) || null,
      isStopped: answerable === undefined || answerable > row.renewed_at.getTime(),
      createdAt: row.created_at.toISOString(),
      version: row.version,
    };
  });
}

function selectCommands(db: Database) {
  return db
    .selectFrom("commands as c")
    .innerJoin("profiles as p", "p.id", "c.id")
    .selectAll("c")
    .select("p.name as program");
}

/** Whether a command has nobody who answers for it: its owner has left, may not manage bots now, or may not have made it. */
export async function isStopped(
  db: Database,
  { owner_id, renewed_at }: Pick<Row, "owner_id" | "renewed_at">,
): Promise<boolean> {
  const answerable = owner_id === null ? undefined : await answersSince(db, owner_id);
  return answerable === undefined || answerable > renewed_at.getTime();
}

/**
 * Returns since when a person answers for commands, in milliseconds since 1970: since all their access was last ended.
 * Undefined for who may not manage bots now.
 */
async function answersSince(db: Database, ownerId: string): Promise<number | undefined> {
  const owner = await findAbsent(db, ownerId);
  if (!owner || !canManageBots(owner)) return undefined;
  const { access_ended_at: ended } = await db
    .selectFrom("accounts")
    .select("access_ended_at")
    .where("id", "=", ownerId)
    .executeTakeFirstOrThrow();
  return ended?.getTime() ?? 0;
}

/** Returns the token that programs for Slack compare if they do not verify signatures. It tells nothing about the secret. */
export function tokenOf(secret: string): string {
  return createHmac("sha256", secret).update("verification token").digest("hex").slice(0, 24);
}

/**
 * Registers a command of the viewer. The same request again, after its answer was lost, replaces the secret that nobody
 * has seen.
 * @throws {AppError} `forbidden`, `webhook_address_refused`, `command_name_taken`, `command_id_taken`, `too_many_commands`,
 *   `name_looks_taken`.
 */
export async function createCommand(
  context: SliceContext,
  viewer: Changer,
  {
    id,
    program,
    buttonAddress,
    currentPassword: _proven,
    ...given
  }: RouteInput<typeof commandRoutes.createCommand>["body"],
): Promise<WithSecret> {
  for (const one of [given.address, buttonAddress])
    if (one) assertSendable(context.outbound.privateHosts, one);
  const secret = newSecret();
  // Alone, so that nobody takes such a name before the commit, and so that the maximum holds.
  await changeAlone(context.db, viewer, async (tx, current) => {
    assertManagesCommands(current);
    const sealed = await commandSecret.seal(tx, id, secret);
    const wanted = { ...given, program, buttonAddress };
    if (await replaceUnseen(tx, { id, ownerId: viewer.id, ...wanted }, sealed)) return;
    const { count } = await tx
      .selectFrom("commands")
      .select(sql<number>`count(*)::int`.as("count"))
      .executeTakeFirstOrThrow();
    if (count >= maxCommands) throw new AppError("too_many_commands");
    await rejectNameOfColleague(tx, program);
    await tx.insertInto("profiles").values({ id, name: program, is_program: true }).execute();
    await rejectViolation(
      tx
        .insertInto("commands")
        .values({ id, owner_id: viewer.id, button_address: buttonAddress, ...given, ...sealed })
        .execute(),
      nameTaken,
    );
    const { name, address } = given;
    await record(tx, viewer, "command.created", { id, name, address, button_address: buttonAddress });
  });
  return { command: await getCommand(context, id), secret, token: tokenOf(secret) };
}

async function replaceUnseen(
  tx: Database,
  wanted: { id: string; ownerId: string } & Pick<
    Command,
    "name" | "program" | "usage" | "help" | "address" | "buttonAddress"
  >,
  sealed: { sealed: Buffer; key_id: string },
): Promise<boolean> {
  const { rows } = await sql<{ is_unseen: boolean }>`
    SELECT coalesce((c.owner_id, c.name, p.name, c.usage, c.help, c.address, c.button_address) =
        (${wanted.ownerId}::uuid, ${wanted.name}, ${wanted.program}, ${wanted.usage}, ${wanted.help}, ${wanted.address},
          ${wanted.buttonAddress})
      AND c.version = 1 AND c.created_at > now() - ${unseenFor}::interval, false) AS is_unseen
    FROM profiles p LEFT JOIN commands c ON c.id = p.id WHERE p.id = ${wanted.id}`.execute(tx);
  const [there] = rows;
  if (!there) return false;
  if (!there.is_unseen) throw new AppError("command_id_taken");
  await tx.updateTable("commands").set(sealed).where("id", "=", wanted.id).execute();
  return true;
}

/** @throws {AppError} `command_not_found`. */
async function getCommand(context: SliceContext, commandId: string): Promise<Command> {
  const [command] = await listCommands(context, commandId);
  if (!command) throw new AppError("command_not_found");
  return command;
}

/**
 * Changes a command. Only its owner changes its addresses, because the recipient of its calls gets texts that its secret signs.
 * @throws {AppError} `forbidden`, `command_owner_only`, `command_not_found`, `changed_meanwhile`, `webhook_address_refused`, `command_name_taken`.
 */
export async function changeCommand(
  context: SliceContext,
  viewer: Changer,
  commandId: string,
  {
    version,
    buttonAddress,
    currentPassword: _proven,
    ...change
  }: RouteInput<typeof commandRoutes.changeCommand>["body"],
): Promise<Command> {
  for (const one of [change.address, buttonAddress])
    if (one) assertSendable(context.outbound.privateHosts, one);
  await changeAlone(context.db, viewer, async (tx, current) => {
    const command = await lockCommand(tx, current, commandId);
    assertNotChanged(command, version);
    const set = { ...change, ...(buttonAddress !== undefined && { button_address: buttonAddress }) };
    const next = { ...command, ...set };
    const isMoved = next.address !== command.address || next.button_address !== command.button_address;
    if (isMoved && command.owner_id !== viewer.id) throw new AppError("command_owner_only");
    await rejectViolation(
      tx
        .updateTable("commands")
        .set({ ...set, version: version + 1 })
        .where("id", "=", commandId)
        .execute(),
      nameTaken,
    );
    await record(tx, viewer, "command.changed", next, command);
  });
  return getCommand(context, commandId);
}

/** Makes a new secret, and the viewer the owner. The former one signs nothing any more. */
export async function renewSecret(
  context: SliceContext,
  viewer: Changer,
  commandId: string,
): Promise<WithSecret> {
  const secret = newSecret();
  await changeAlone(context.db, viewer, async (tx, current) => {
    const command = await lockCommand(tx, current, commandId);
    await tx
      .updateTable("commands")
      .set({
        ...(await commandSecret.seal(tx, commandId, secret)),
        ...{ owner_id: viewer.id, version: command.version + 1 },
        renewed_at: sql<Date>`clock_timestamp()`,
      })
      .where("id", "=", commandId)
      .execute();
    await record(tx, viewer, "command.renewed", command);
  });
  return { command: await getCommand(context, commandId), secret, token: tokenOf(secret) };
}

/** Deletes a command with what waits for its answers. */
export function deleteCommand(db: Database, viewer: Changer, commandId: string): Promise<void> {
  return changeAlone(db, viewer, async (tx, current) => {
    const command = await lockCommand(tx, current, commandId);
    await tx.deleteFrom("commands").where("id", "=", commandId).execute();
    await record(tx, viewer, "command.deleted", command);
  });
}

/** @throws {AppError} `forbidden`, `command_not_found`. */
async function lockCommand(tx: Database, viewer: RequestViewer, commandId: string): Promise<Row> {
  assertManagesCommands(viewer);
  const row = await selectCommands(tx).where("c.id", "=", commandId).forUpdate("c").executeTakeFirst();
  if (!row) throw new AppError("command_not_found");
  return row;
}

/** As many characters as Slack's have. */
function newSecret(): string {
  return randomBytes(16).toString("hex");
}

/** The audit log knows where a command goes by the host: an address may have a secret in its path. */
async function record(
  tx: Database,
  { id, name, address: ip }: Changer,
  action: `command.${"created" | "changed" | "renewed" | "deleted"}`,
  command: Pick<Row, "id" | "name" | "address" | "button_address">,
  before?: Pick<Row, "name" | "address" | "button_address">,
): Promise<void> {
  await recordAct(tx, {
    action,
    actor: { id, name },
    address: ip,
    subject: { type: "command", id: command.id, name: `/${command.name}` },
    ...(before && { before: placesOf(before) }),
    after: placesOf(command),
  });
}

function placesOf({
  name,
  address,
  button_address: buttons,
}: Pick<Row, "name" | "address" | "button_address">) {
  return {
    name: `/${name}`,
    host: new URL(address).host,
    ...(buttons && { buttonHost: new URL(buttons).host }),
  };
}
