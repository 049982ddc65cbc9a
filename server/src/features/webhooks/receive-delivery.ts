import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { hasVisibleText } from "@atoll/contract/text/visible-text";
import { uuidPattern } from "@atoll/contract/uuid";
import { webhookPrefix } from "@atoll/contract/webhooks/schemas";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { AppError } from "../../platform/app-error.ts";
import { violatedBy } from "../../platform/database/reject-violation.ts";
import { transact } from "../../platform/database/transact.ts";
import { parseJson } from "../../platform/parse-json.ts";
import type { SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { broadcastPosted, type PostedWithParts, writeAsProgram } from "../chat/public.ts";
import { holdAbsent } from "../identity/public.ts";
import { hashSecret } from "./manage-webhooks.ts";
import { cutMessage, toMarkdown } from "./to-markdown.ts";

/** Returns the webhook of an address that is switched on. An unknown, an earlier and a switched off one look the same. */
export async function findBySecret(db: Database, secret: string): Promise<string | undefined> {
  if (!secret.startsWith(webhookPrefix)) return undefined;
  const row = await db
    .selectFrom("webhooks")
    .select("id")
    .where("secret_hash", "=", hashSecret(secret))
    .where("is_on", "=", true)
    .executeTakeFirst();
  return row?.id;
}

/**
 * Writes a delivery into the webhook's channel, and notes how it went.
 * @throws {AppError} `invalid_payload`, `no_text`, and as `write`.
 */
export async function receive(
  context: SliceContext,
  webhookId: string,
  { headers, body }: { headers: IncomingHttpHeaders; body: Buffer },
): Promise<void> {
  const { db } = context;
  try {
    const payload = readPayload(headers["content-type"] ?? "", body);
    const rules = await readRules(db, webhookId, payload);
    const content = cutMessage(storable(withSender(payload, rules.name, toMarkdown(payload, rules))));
    if (!hasVisibleText(content)) throw new AppError("no_text");
    const thread = payload["thread_ts"] ?? payload["root_id"];
    const parentId = typeof thread === "string" && uuidPattern.test(thread) ? thread.toLowerCase() : null;
    const key = headers["idempotency-key"];
    await write(context, webhookId, {
      ...{ content, parentId, mentionIds: rules.mentionIds },
      key: typeof key === "string" ? key.slice(0, 500) : undefined,
    });
    await noteDelivery(db, webhookId, null);
  } catch (error) {
    if (error instanceof AppError && error.status < 500) await noteDelivery(db, webhookId, error.code);
    throw error;
  }
}

/** Notes how the last delivery went. */
export async function noteDelivery(db: Database, webhookId: string, error: string | null): Promise<void> {
  await sql`UPDATE webhooks SET last_at = clock_timestamp(), last_error = ${error} WHERE id = ${webhookId}`.execute(
    db,
  );
}

/** JSON, or a form with the JSON in `payload`, as Slack takes both. */
function readPayload(type: string, body: Buffer): Record<string, unknown> {
  const text = body.toString("utf8");
  const json = type.includes("application/x-www-form-urlencoded")
    ? (new URLSearchParams(text).get("payload") ?? "")
    : text;
  try {
    const parsed = parseJson(json);
    if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed))
      return parsed as Record<string, unknown>;
  } catch {
    // Answered below, like JSON that is no object.
  }
  throw new AppError("invalid_payload");
}

/** Without what no database stores. */
function storable(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}

/** Programs that write in several names say in which; the author of the message stays the webhook. */
function withSender(payload: Record<string, unknown>, name: string, content: string): string {
  const sender = payload["username"];
  if (typeof sender !== "string" || sender.trim() === "" || sender.trim() === name || content === "")
    return content;
  const icon = payload["icon_emoji"];
  const emoji =
    typeof icon === "string" && /^\p{Extended_Pictographic}\uFE0F?$/u.test(icon) ? `${icon} ` : "";
  return `${emoji}**${sender
    .trim()
    .slice(0, 80)
    .replace(/[*\n@]/g, " ")}**\n${content}`;
}

const personReference = /<@([0-9a-fA-F-]{36})[|>]/g;
/** A delivery mentions at most this many people. */
const maxNamed = 50;

/** Returns the webhook's name, and the members of its channel that the delivery names by their IDs. */
async function readRules(db: Database, webhookId: string, payload: Record<string, unknown>) {
  const found = Array.from(JSON.stringify(payload).matchAll(personReference), ([, id = ""]) =>
    id.toLowerCase(),
  );
  const ids = [...new Set(found)].filter((id) => uuidPattern.test(id));
  const { rows } = await sql<{ name: string; may_call_all: boolean; people: { id: string; name: string }[] }>`
    SELECT p.name, w.may_call_all, coalesce((SELECT json_agg(json_build_object('id', q.id, 'name', q.name))
      FROM channel_members m JOIN profiles q ON q.id = m.user_id
      WHERE m.channel_id = w.channel_id AND m.user_id = ANY(${ids.slice(0, maxNamed)}::uuid[])), '[]') AS people
    FROM webhooks w JOIN profiles p ON p.id = w.id WHERE w.id = ${webhookId}`.execute(db);
  const [row] = rows;
  if (!row) throw new AppError("no_service");
  const names = new Map(row.people.map(({ id, name }) => [id, name]));
  return {
    name: row.name,
    mayCallAll: row.may_call_all,
    nameOf: (id: string) => names.get(id),
    mentionIds: [...names.keys()],
  };
}

interface ToWrite {
  content: string;
  parentId: string | null;
  mentionIds: readonly string[];
  /** The same twice is one message. */
  key: string | undefined;
}

/**
 * Writes a message of a webhook, if its owner may write in the channel now.
 * @throws {AppError} `no_service` if it was removed or switched off; `channel_is_archived`; `action_prohibited` if the
 *   owner may not write there; `message_id_taken` for another message with the same key; `message_not_found` for a
 *   thread that is not there.
 */
export async function write(
  context: SliceContext,
  webhookId: string,
  { key, ...message }: ToWrite,
): Promise<void> {
  const id = key === undefined ? uuidv7() : idOfKey(webhookId, key);
  const attempt = () =>
    transact(context.db, async (tx) => {
      const { rows } = await sql<{ channel_id: string; owner_id: string; name: string }>`
        SELECT w.channel_id, w.owner_id, p.name FROM webhooks w JOIN profiles p ON p.id = w.id
        WHERE w.id = ${webhookId} AND w.is_on FOR SHARE OF w`.execute(tx);
      const [webhook] = rows;
      if (!webhook) throw new AppError("no_service");
      const owner = await holdAbsent(tx, webhook.owner_id);
      if (!owner) throw new AppError("action_prohibited", { detail: "the owner may not sign in" });
      const author = { id: webhookId, name: webhook.name, email: "", avatar: null, isProgram: true as const };
      return writeAsProgram(
        context,
        tx,
        { author, owner },
        { ...message, id, channelId: webhook.channel_id },
      );
    });
  let posted: PostedWithParts | undefined;
  try {
    // The same delivery may be arriving twice at this moment: the second finds the message of the first.
    posted = await attempt().catch((error: unknown) => {
      if (violatedBy(error) === "messages_pkey") return attempt();
      throw error;
    });
  } catch (error) {
    throw inSlacksWords(error);
  }
  if (posted) await broadcastPosted(context, posted);
}

/** A key names one message of one webhook. */
function idOfKey(webhookId: string, key: string): string {
  const bytes = createHash("sha256").update(`${webhookId} ${key}`).digest().subarray(0, 16);
  // Version 8: made in our own way.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Programs that were written for Slack know its words. */
function inSlacksWords(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  if (error.code === "channel_archived") return new AppError("channel_is_archived");
  const prohibits = ["forbidden", "channel_not_found", "owners_only", "person_left"];
  return prohibits.includes(error.code) ? new AppError("action_prohibited", { detail: error.code }) : error;
}
