import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { AppError } from "../../../platform/app-error.ts";
import type { Database } from "../../../tables.ts";
import { changeAs, type RequestViewer } from "../../identity/public.ts";
import { isKnownToGuest } from "../../people/public.ts";
import { addMembers } from "../members/add-members.ts";
import { assertMayChat } from "../policy.ts";
import { directName } from "./direct-name.ts";

/**
 * Returns the direct chat of the viewer and one or more others, and creates it if it does not exist. Its unique name is
 * made of their IDs, so that the same people always get the same chat, even concurrently. Specification, sections 3 and
 * 9.
 * @returns its ID.
 * @throws {AppError} `forbidden` without team chat, and for a bot, which is only where it was invited to;
 *   `person_not_found` for the viewer alone, with a bot, if a guest among them shares no channel with somebody else, and
 *   if the chat does not exist and one of the people has left.
 */
export async function openDirectChannel(
  db: Database,
  viewer: RequestViewer,
  personIds: readonly string[],
): Promise<string> {
  const everyone = [...new Set([viewer.id, ...personIds])];
  const name = directName(everyone);
  return changeAs(db, viewer, async (tx, opener) => {
    assertMayChat(opener);
    if (opener.isProgram) throw new AppError("forbidden", { detail: "bots have no direct chats" });
    await assertNoBot(tx, everyone);
    await assertGuestsKnown(tx, everyone);
    if (everyone.length < 2) throw new AppError("person_not_found", { detail: "oneself" });
    const created = await tx
      .insertInto("channels")
      .values({ id: uuidv7(), name, type: "DIRECT", created_by: opener.id, department_id: null })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (created) {
      await addMembers(tx, created.id, everyone);
      return created.id;
    }
    const { id } = await tx
      .selectFrom("channels")
      .select("id")
      .where("name", "=", name)
      .where("type", "=", "DIRECT")
      .executeTakeFirstOrThrow();
    return id;
  });
}

async function assertNoBot(tx: Database, personIds: readonly string[]): Promise<void> {
  const bot = await tx
    .selectFrom("accounts")
    .select("id")
    .where("id", "in", personIds)
    .where("is_bot", "=", true)
    .executeTakeFirst();
  if (bot) throw new AppError("person_not_found", { detail: "a bot" });
}

async function assertGuestsKnown(tx: Database, personIds: readonly string[]): Promise<void> {
  const { rows } = await sql`SELECT FROM accounts g, unnest(${[...personIds]}::uuid[]) AS o (id)
    WHERE g.id = ANY(${[...personIds]}::uuid[]) AND g.guest_until IS NOT NULL
      AND NOT ${isKnownToGuest(sql`g.id`, sql`o.id`, false)} LIMIT 1`.execute(tx);
  if (rows.length > 0) throw new AppError("person_not_found", { detail: "a guest without a shared channel" });
}
