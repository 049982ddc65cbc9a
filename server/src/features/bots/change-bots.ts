import { botAddressEnding } from "@atoll/contract/administration/schemas";
import type { botRoutes } from "@atoll/contract/bots/routes";
import { maxBots } from "@atoll/contract/bots/schemas";
import { canManageBots, canManageUsers } from "@atoll/contract/permissions";
import type { RouteInput } from "@atoll/contract/route";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { assertNotChanged } from "../../platform/assert-not-changed.ts";
import { type Act, recordAct } from "../../platform/audit.ts";
import { ownedBy } from "../../platform/kinds/factories.ts";
import type { Changer, RequestViewer, SliceContext, SliceOwnedKind } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { canTouchUser } from "../administration/policy.ts";
import { leavePrivateChannels } from "../chat/public.ts";
import { changeAlone, findAbsent, findHolders, rejectNameOfColleague } from "../identity/public.ts";
import { notify } from "../notifications/public.ts";

/** @throws {AppError} `forbidden` without `bots/manage`. */
export function assertManagesBots(viewer: RequestViewer): void {
  if (!canManageBots(viewer)) throw new AppError("forbidden", { detail: "no bots/manage" });
}

/**
 * Creates a bot of the viewer. The same request again, after its answer was lost, changes nothing.
 * @throws {AppError} `forbidden`, `too_many_bots`, `bot_id_taken`, `name_looks_taken`.
 */
export function createBot(
  db: Database,
  viewer: Changer,
  { id, name, description }: RouteInput<typeof botRoutes.createBot>["body"],
): Promise<void> {
  // Alone, so that nobody takes such a name before the commit, and so that the maximum holds.
  return changeAlone(db, viewer, async (tx, current) => {
    assertManagesBots(current);
    if (await isCreated(tx, { id, name, description, ownerId: viewer.id })) return;
    const { count } = await tx
      .selectFrom("bots")
      .select(sql<number>`count(*)::int`.as("count"))
      .executeTakeFirstOrThrow();
    if (count >= maxBots) throw new AppError("too_many_bots");
    await rejectNameOfColleague(tx, name);
    await tx.insertInto("profiles").values({ id, name, is_program: true }).execute();
    await tx
      .insertInto("accounts")
      // No mail server has this domain (RFC 2606), and presenters leave the address out.
      .values({ id, email: `${id}${botAddressEnding}`, is_bot: true, email_confirmed_at: new Date() })
      .execute();
    await tx.insertInto("bots").values({ id, owner_id: viewer.id, description }).execute();
    await record(tx, viewer, { action: "bot.created", subject: { id, name } });
  });
}

/** Returns whether this very bot was created before. @throws {AppError} `bot_id_taken` for any other profile. */
async function isCreated(
  tx: Database,
  wanted: { id: string; name: string; description: string; ownerId: string },
): Promise<boolean> {
  const { rows } = await sql<{ is_same: boolean }>`
    SELECT coalesce(p.name = ${wanted.name} AND b.description = ${wanted.description}
      AND b.owner_id = ${wanted.ownerId}, false) AS is_same
    FROM profiles p LEFT JOIN bots b ON b.id = p.id WHERE p.id = ${wanted.id}`.execute(tx);
  const [there] = rows;
  if (there && !there.is_same) throw new AppError("bot_id_taken");
  return there !== undefined;
}

/**
 * Changes a bot's name or description.
 * @throws {AppError} as `accessBot`; `changed_meanwhile`, `name_looks_taken`.
 */
export function changeBot(
  db: Database,
  viewer: Changer,
  botId: string,
  { version, name, description }: RouteInput<typeof botRoutes.changeBot>["body"],
): Promise<void> {
  return changeAlone(db, viewer, async (tx, current) => {
    const bot = await accessBot(tx, current, botId);
    assertNotChanged(bot, version);
    const isRenamed = name !== undefined && name !== bot.name;
    const isDescribed = description !== undefined && description !== bot.description;
    if (!isRenamed && !isDescribed) return;
    if (isRenamed) {
      await rejectNameOfColleague(tx, name);
      await tx
        .updateTable("profiles")
        .set({ name, updated_at: new Date() })
        .where("id", "=", botId)
        .execute();
    }
    await tx
      .updateTable("bots")
      .set({ ...(isDescribed && { description }), version: version + 1 })
      .where("id", "=", botId)
      .execute();
    await record(tx, viewer, {
      action: "bot.changed",
      subject: { id: botId, name: isRenamed ? name : bot.name },
      before: { ...(isRenamed && { name: bot.name }), ...(isDescribed && { description: bot.description }) },
      after: { ...(isRenamed && { name }), ...(isDescribed && { description }) },
    });
  });
}

/**
 * Gives a bot another owner, and tells them. What the bot owns goes to the former one, who could read it.
 * @throws {AppError} as `accessBot`; `person_not_found` if the new owner may not own bots.
 */
export async function handOverBot(
  context: SliceContext,
  viewer: Changer,
  botId: string,
  ownerId: string,
): Promise<void> {
  const { db, ownership } = context;
  const broadcast = await changeAlone(db, viewer, async (tx, current) => {
    const bot = await accessBot(tx, current, botId);
    if (bot.owner_id === ownerId) return;
    const heir = await accessHeir(tx, ownerId);
    await endTokens(tx, [botId], "bot handed over");
    const handedIn =
      bot.owner_id === null ? undefined : await ownership.handOver(tx, botId, bot.owner_id, viewer.id);
    await tx
      .updateTable("bots")
      .set({ owner_id: ownerId, version: bot.version + 1 })
      .where("id", "=", botId)
      .execute();
    await leavePrivateChannels(tx, [botId], ownerId);
    await record(tx, viewer, {
      action: "bot.handed-over",
      subject: bot,
      after: { owner: heir.name },
    });
    await notify(tx, {
      ...{ kind: "bot.inherited", subjectId: botId, actorId: viewer.id, people: [ownerId] },
      facts: { actor: viewer.name, place: bot.name },
    });
    return handedIn;
  });
  await broadcast?.(context);
}

/**
 * Returns a person who may own bots, held until the transaction ends.
 * @throws {AppError} `person_not_found` for anyone who cannot sign in, must do something first or may not make bots.
 */
async function accessHeir(tx: Database, personId: string): Promise<{ name: string }> {
  await sql`SELECT FROM accounts WHERE id = ${personId} FOR SHARE`.execute(tx);
  const heir = await findAbsent(tx, personId);
  if (!heir || heir.bot || !canManageBots(heir)) throw new AppError("person_not_found");
  return heir;
}

/**
 * Deletes a bot. The things that it owns go to its owner, who could read them. A bot without one has none: they went to its
 * owner before that person left.
 * @throws {AppError} as `accessBot`.
 */
export async function deleteBot(context: SliceContext, viewer: Changer, botId: string): Promise<void> {
  const { db, ownership } = context;
  const broadcast = await changeAlone(db, viewer, async (tx, current) => {
    const bot = await accessBot(tx, current, botId);
    await endTokens(tx, [botId], "bot deleted");
    const handedOver =
      bot.owner_id === null ? undefined : await ownership.handOver(tx, botId, bot.owner_id, viewer.id);
    await tx.deleteFrom("accounts").where("id", "=", botId).execute();
    await record(tx, viewer, { action: "bot.deleted", subject: bot });
    return handedOver;
  });
  await broadcast?.(context);
}

/**
 * Returns a bot that the viewer owns, or for those who manage accounts any of an owner within their reach. Locks it until
 * the transaction ends.
 * @throws {AppError} `forbidden` without `bots/manage`, and for a bot of someone with more power; `bot_not_found`.
 */
async function accessBot(tx: Database, viewer: RequestViewer, botId: string) {
  assertManagesBots(viewer);
  const bot = await tx
    .selectFrom("bots as b")
    .innerJoin("profiles as p", "p.id", "b.id")
    .select(["b.id", "p.name", "b.description", "b.owner_id", "b.version"])
    .where("b.id", "=", botId)
    .forUpdate("b")
    .executeTakeFirst();
  if (!bot || (bot.owner_id !== viewer.id && !canManageUsers(viewer))) throw new AppError("bot_not_found");
  if (bot.owner_id !== null && bot.owner_id !== viewer.id) {
    const owner = (await findHolders(tx, [bot.owner_id])).get(bot.owner_id);
    if (owner && !canTouchUser(viewer, owner))
      throw new AppError("forbidden", { detail: "a bot of somebody who holds more" });
  }
  return bot;
}

/**
 * Bots of a person who leaves. What the bots own has already gone to that person. The heir makes new tokens; nobody keeps
 * the old ones. To inherit a bot opens no private channel to anyone: it leaves those that the heir is not in.
 */
export const ownedBots: SliceOwnedKind = ownedBy({
  kind: "bots",
  rows: sql`bots`,
  owner: "owner_id",
  set: sql`version = version + 1`,
  async programsOf(tx, userId) {
    const bots = await tx
      .selectFrom("bots")
      .select("id")
      .where("owner_id", "=", userId)
      .orderBy("id")
      .execute();
    return bots.map(({ id }) => id);
  },
  async after(tx, ids, { toUserId }) {
    await endTokens(tx, ids, "bot handed over");
    await leavePrivateChannels(tx, ids, toUserId);
  },
});

async function endTokens(tx: Database, botIds: readonly string[], reason: string): Promise<void> {
  await sql`UPDATE sessions SET ended_at = now(), end_reason = ${reason}
    WHERE user_id = ANY(${[...botIds]}::uuid[]) AND ended_at IS NULL`.execute(tx);
}

type BotAct = Pick<Act, "before" | "after"> & {
  action: Act["action"] & `bot.${string}`;
  subject: { id: string; name: string };
};

async function record(
  tx: Database,
  { id, name, address }: Changer,
  { subject, ...act }: BotAct,
): Promise<void> {
  await recordAct(tx, {
    ...act,
    actor: { id, name },
    address,
    subject: { type: "bot", id: subject.id, name: subject.name },
  });
}
