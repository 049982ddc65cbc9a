import { sql } from "kysely";
import { notifyTopics } from "../../notify-topics.ts";
import { AppError } from "../../platform/app-error.ts";
import type { RequestViewer } from "../../slice.ts";
import type { Database } from "../../tables.ts";

/**
 * Returns a bot that the viewer owns. Nobody else makes, sees or revokes its tokens, because a token reads what the bot was
 * invited to. The owner may revoke them also without the permission to make more.
 * @throws {AppError} `bot_not_found`, also for a bot of someone else.
 */
export async function accessOwnBot(
  db: Database,
  viewer: RequestViewer,
  botId: string,
): Promise<{ id: string; name: string }> {
  const bot = await db
    .selectFrom("bots as b")
    .innerJoin("profiles as p", "p.id", "b.id")
    .select(["b.id", "p.name"])
    .where("b.id", "=", botId)
    .where("b.owner_id", "=", viewer.id)
    .executeTakeFirst();
  if (!bot) throw new AppError("bot_not_found");
  return bot;
}

/** Announces at the commit that the tokens of a bot changed. */
export async function announceBots(tx: Database): Promise<void> {
  await sql`SELECT pg_notify(${notifyTopics.botsChanged}, '')`.execute(tx);
}
