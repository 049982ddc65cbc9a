import { canManageBots } from "@atoll/contract/permissions";
import { maxTokens, tokenPrefix, tokenScopes } from "@atoll/contract/personal-tokens/areas";
import type { personalTokenRoutes } from "@atoll/contract/personal-tokens/routes";
import type { PersonalToken } from "@atoll/contract/personal-tokens/schemas";
import type { RouteInput } from "@atoll/contract/route";
import { sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import { recordAct } from "../../platform/audit.ts";
import { newProgramSecret } from "../../platform/seals/program-secrets.ts";
import type { Changer } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { accessOwnBot, announceBots } from "../bots/public.ts";
import {
  addProgramSession,
  assertAdministrator,
  changeAlone,
  endProgramSessions,
  farAway,
} from "../identity/public.ts";
import { notify } from "../notifications/public.ts";
import { readTokenRules } from "./public.ts";
import { presentToken, selectTokens, type TokenRow } from "./token-list.ts";

type NewToken = Omit<RouteInput<typeof personalTokenRoutes.createToken>["body"], "currentPassword"> & {
  /** The browser that asks, in words. */
  device: string;
  /** The bot of the viewer that the token is for; left out, the viewer. */
  botId?: string;
};

/** How long the browser that got no answer may ask for the token again. */
const unseenFor = sql.lit("10 minutes");

const dayMs = 24 * 3600 * 1000;

/**
 * Creates a token of the viewer, one at a time with whatever ends all of a person's sessions, so that none is left out,
 * and notifies them in every way: it lets its holder act as them. The same request again, after its answer was lost,
 * replaces the token that nobody has seen.
 * @throws {AppError} `too_many_tokens`, `token_id_taken`, `endless_token_refused`; for a bot `forbidden` without
 *   `bots/manage`, and as `accessOwnBot`.
 */
export function createToken(
  db: Database,
  viewer: Changer,
  { id, name, days, device, botId, ...chosen }: NewToken,
): Promise<{ token: string; personalToken: PersonalToken }> {
  return changeAlone(db, viewer, async (tx, current) => {
    const { way } = current;
    // Tokens make no tokens.
    if (way === "token") throw new AppError("token_not_accepted");
    if (botId !== undefined && !canManageBots(current))
      throw new AppError("forbidden", { detail: "no bots/manage" });
    const bot = botId === undefined ? undefined : await accessOwnBot(tx, current, botId);
    const holderId = bot?.id ?? viewer.id;
    if (days === null && !(await readTokenRules(tx)).mayBeEndless)
      throw new AppError("endless_token_refused");
    const scopes = tokenScopes.filter((scope) => chosen.scopes.includes(scope));
    const { secret: token, hash, ending } = newProgramSecret(tokenPrefix);
    const isRepeated = await replaceUnseen(tx, holderId, { id, name, days, scopes, hash, ending });
    if (!isRepeated) {
      const { count } = await tx
        .selectFrom("sessions")
        // Connected programs are counted by themselves.
        .innerJoin("personal_tokens", "personal_tokens.id", "sessions.id")
        .select(sql<number>`count(*)::int`.as("count"))
        .where("user_id", "=", holderId)
        .where("way", "=", "token")
        .where("ended_at", "is", null)
        .where("expires_at", ">", sql<Date>`now()`)
        .executeTakeFirstOrThrow();
      if (count >= maxTokens) throw new AppError("too_many_tokens");
      await addProgramSession(tx, current, {
        ...{ id, userId: holderId, address: viewer.address, scopes },
        expiresAt: days === null ? farAway : new Date(Date.now() + days * dayMs),
      });
      await tx
        .insertInto("personal_tokens")
        .values({ id, name, token_hash: hash, ending, is_endless: days === null })
        .execute();
    }
    const [row] = await selectTokens(tx, sql`s.id = ${id}`, 1);
    if (!row) throw new AppError("token_id_taken");
    if (!isRepeated) {
      if (bot) await announceBots(tx);
      await notify(tx, {
        kind: bot ? "bot-token.created" : "token.created",
        ...{ subjectId: id, people: [viewer.id] },
        facts: { place: bot ? `“${name}” of ${bot.name}` : name, device, address: viewer.address },
      });
      await recordAct(tx, {
        action: "token.created",
        actor: viewer,
        address: viewer.address,
        subject: { type: "token", id, name },
        after: { scopes, endsAt: presentToken(row).endsAt, ...(bot && { bot: bot.name }) },
      });
    }
    return { token, personalToken: presentToken(row) };
  });
}

/**
 * Gives a new text to the token with this ID, if it was just created by the same request and never used.
 * @returns false if there is none with this ID.
 * @throws {AppError} `token_id_taken` for any other thing with this ID.
 */
async function replaceUnseen(
  tx: Database,
  holderId: string,
  {
    id,
    name,
    days,
    scopes,
    hash,
    ending,
  }: Pick<NewToken, "id" | "name" | "days" | "scopes"> & { hash: Buffer; ending: string },
): Promise<boolean> {
  const there = await tx
    .selectFrom("sessions as s")
    .leftJoin("personal_tokens as t", "t.id", "s.id")
    .select(
      sql<boolean>`coalesce(s.user_id = ${holderId} AND s.ended_at IS NULL AND t.name = ${name}
        AND t.is_endless = ${days === null}
        AND (t.is_endless OR round(extract(epoch FROM s.expires_at - s.created_at) / 86400) = ${days ?? 0})
        AND s.scopes = ${scopes}::text[] AND s.created_at > now() - ${unseenFor}::interval, false)`.as(
        "is_unseen",
      ),
    )
    .where("s.id", "=", id)
    .executeTakeFirst();
  if (!there) return false;
  if (!there.is_unseen) throw new AppError("token_id_taken");
  // A program that sends the first text at this moment either notes its use before, or is refused.
  const { numUpdatedRows } = await tx
    .updateTable("personal_tokens")
    .set({ token_hash: hash, ending })
    .where("id", "=", id)
    .where("used_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError("token_id_taken");
  return true;
}

/**
 * Revokes one of the viewer's tokens: every node refuses it from the commit on.
 * @throws {AppError} `token_not_found` also for one of somebody else.
 */
export function revokeOwnToken(db: Database, viewer: Changer, tokenId: string): Promise<void> {
  return changeAlone(db, viewer, (tx) => revoke(tx, viewer, tokenId, (row) => row.user_id === viewer.id));
}

/**
 * Revokes a token of a bot of the viewer.
 * @throws {AppError} as `accessOwnBot`; `token_not_found` also for a token of someone else.
 */
export function revokeBotToken(db: Database, viewer: Changer, botId: string, tokenId: string): Promise<void> {
  return changeAlone(db, viewer, async (tx, current) => {
    const bot = await accessOwnBot(tx, current, botId);
    await revoke(tx, viewer, tokenId, (row) => row.user_id === bot.id);
    await announceBots(tx);
  });
}

/**
 * Revokes anyone's token in the name of an administrator.
 * @throws {AppError} `token_not_found`; `forbidden`, also for a viewer who lost the right after the request arrived.
 */
export function revokeAnyToken(db: Database, viewer: Changer, tokenId: string): Promise<void> {
  return changeAlone(db, viewer, (tx, current) => {
    assertAdministrator(current);
    return revoke(tx, viewer, tokenId, () => true);
  });
}

async function revoke(
  tx: Database,
  { id, name, address }: Changer,
  tokenId: string,
  isTheirs: (row: TokenRow) => boolean,
): Promise<void> {
  const [row] = await selectTokens(tx, sql`s.id = ${tokenId}`, 1);
  if (!row || !isTheirs(row)) throw new AppError("token_not_found");
  await endProgramSessions(tx, "token revoked", sql`id = ${tokenId}`);
  await recordAct(tx, {
    action: "token.revoked",
    actor: { id, name },
    address,
    subject: { type: "token", id: tokenId, name: row.name },
    ...(row.user_id === id ? {} : { before: { owner: row.owner } }),
  });
}

/**
 * Sets what the company allows of new tokens. Those that exist keep their end.
 * @throws {AppError} `forbidden`.
 */
export function setTokenRules(
  db: Database,
  viewer: Changer,
  { mayBeEndless }: { mayBeEndless: boolean },
): Promise<void> {
  return changeAlone(db, viewer, async (tx, current) => {
    assertAdministrator(current);
    const before = await readTokenRules(tx);
    if (before.mayBeEndless === mayBeEndless) return;
    await tx.updateTable("personal_token_rules").set({ may_be_endless: mayBeEndless }).execute();
    await recordAct(tx, {
      action: "token-rules.changed",
      actor: viewer,
      address: viewer.address,
      before: { ...before },
      after: { mayBeEndless },
    });
  });
}
