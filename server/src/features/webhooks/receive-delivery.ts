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
import type { SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { broadcastPosted, type PostedWithParts, writeAsProgram } from "../chat/public.ts";
import { holdAbsent, mustActFirst } from "../identity/public.ts";
import { hashSecret } from "./manage-webhooks.ts";
import { readProgramJson } from "./public.ts";
import { cutMessage, toMarkdown } from "./to-markdown.ts";

/** A webhook by its address. */
interface Addressed {
  id: string;
  secretHash: Buffer;
}

/** Returns the webhook of an address that is switched on. An unknown, an earlier and a switched off one look the same. */
export async function findBySecret(db: Database, secret: string): Promise<Addressed | undefined> {
  if (!secret.startsWith(webhookPrefix)) return undefined;
  return db
    .selectFrom("webhooks")
    .select(["id", "secret_hash as secretHash"])
    .where("secret_hash", "=", hashSecret(secret))
    .where("is_on", "=", true)
    .executeTakeFirst();
}

/**
 * Writes a delivery into the webhook's channel, and notes how it went.
 * @throws {AppError} `invalid_payload`, `no_text`, and as `write`.
 */
export async function receive(
  context: SliceContext,
  { id: webhookId, secretHash }: Addressed,
  { headers, body }: { headers: IncomingHttpHeaders; body: Buffer },
): Promise<void> {
  const { db } = context;
  try {
    const payload = readPayload(headers["content-type"] ?? "", body);
    const { name, markdown, mentionIds } = await convert(db, webhookId, payload);
    const content = cutMessage(storable(withSender(payload, name, markdown)));
    if (!hasVisibleText(content)) throw new AppError("no_text");
    const thread = payload["thread_ts"] ?? payload["root_id"];
    const parentId = typeof thread === "string" && uuidPattern.test(thread) ? thread.toLowerCase() : null;
    const key = headers["idempotency-key"];
    await write(context, webhookId, {
      ...{ content, parentId, mentionIds, secretHash },
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
  return readProgramJson(json);
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

/** A delivery mentions at most this many people. */
const maxNamed = 50;

/** Returns the webhook's name and a delivery as Markdown, with the members of its channel that it names by their IDs. */
async function convert(
  db: Database,
  webhookId: string,
  payload: Record<string, unknown>,
): Promise<{ name: string; markdown: string; mentionIds: readonly string[] }> {
  const webhook = await db
    .selectFrom("webhooks as w")
    .innerJoin("profiles as p", "p.id", "w.id")
    .select(["p.name", "w.may_call_all", "w.channel_id"])
    .where("w.id", "=", webhookId)
    .executeTakeFirst();
  if (!webhook) throw new AppError("no_service");
  const { name, may_call_all: mayCallAll } = webhook;
  // Reading it finds the people named in what is shown; most deliveries name nobody, and are read once.
  const named = new Set<string>();
  const nameNobody = (id: string) => {
    if (named.size < maxNamed && uuidPattern.test(id)) named.add(id);
    return undefined;
  };
  const markdown = toMarkdown(payload, { nameOf: nameNobody, mayCallAll });
  if (named.size === 0) return { name, markdown, mentionIds: [] };
  const people = await db
    .selectFrom("channel_members as m")
    .innerJoin("profiles as p", "p.id", "m.user_id")
    .select(["p.id", "p.name"])
    .where("m.channel_id", "=", webhook.channel_id)
    .where("m.user_id", "in", [...named])
    .execute();
  const names = new Map(people.map((person) => [person.id, person.name]));
  const nameOf = (id: string) => names.get(id);
  return { name, markdown: toMarkdown(payload, { nameOf, mayCallAll }), mentionIds: [...names.keys()] };
}

interface ToWrite {
  content: string;
  parentId: string | null;
  mentionIds: readonly string[];
  /** The same twice is one message. */
  key: string | undefined;
  /** The hash of the secret by which it came; undefined for a test, which comes by none. */
  secretHash: Buffer | undefined;
  /** Whether the person who asks for a test may have it, in the transaction that writes. */
  assertMay?: (tx: Database) => Promise<unknown>;
}

/**
 * Writes a message of a webhook, if its owner may write in the channel now.
 * @throws {AppError} `no_service` if it was removed, switched off or has another address; `channel_is_archived`; `action_prohibited` if the
 *   owner may not write there; `message_id_taken` for another message with the same key; `message_not_found` for a
 *   thread that is not there.
 */
export async function write(
  context: SliceContext,
  webhookId: string,
  { key, secretHash, assertMay, ...message }: ToWrite,
): Promise<void> {
  const id = key === undefined ? uuidv7() : idOfKey(webhookId, key);
  const attempt = () =>
    transact(context.db, async (tx) => {
      await assertMay?.(tx);
      // The address may have been renewed since it was looked up.
      const webhook = await tx
        .selectFrom("webhooks as w")
        .innerJoin("profiles as p", "p.id", "w.id")
        .select(["w.channel_id", "w.owner_id", "w.may_call_all", "p.name"])
        .where("w.id", "=", webhookId)
        .where("w.is_on", "=", true)
        .$if(secretHash !== undefined, (query) => query.where("w.secret_hash", "=", secretHash ?? null))
        .forShare("w")
        .executeTakeFirst();
      if (!webhook) throw new AppError("no_service");
      const owner = await holdAbsent(tx, webhook.owner_id);
      if (!owner) throw new AppError("action_prohibited", { detail: "the owner may not sign in" });
      if (mustActFirst(owner)) throw new AppError("action_prohibited", { detail: "the owner is held back" });
      if (await wasOwnerShutOut(tx, webhookId))
        throw new AppError("action_prohibited", { detail: "the owner's access was ended" });
      const author = { id: webhookId, name: webhook.name, email: "", avatar: null, isProgram: true as const };
      return writeAsProgram(
        context,
        tx,
        { author, owner, mayCallAll: webhook.may_call_all },
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

/** Whether all access of the owner was ended since they took the webhook: a thief may have made it. */
async function wasOwnerShutOut(tx: Database, webhookId: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM webhooks w JOIN accounts a ON a.id = w.owner_id
    WHERE w.id = ${webhookId} AND a.access_ended_at > w.renewed_at`.execute(tx);
  return rows.length > 0;
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
  if (violatedBy(error) === "messages_parent_id_fkey") return new AppError("message_not_found");
  if (!(error instanceof AppError)) return error;
  if (error.code === "channel_archived") return new AppError("channel_is_archived");
  const prohibits = ["forbidden", "channel_not_found", "owners_only", "person_left"];
  return prohibits.includes(error.code) ? new AppError("action_prohibited", { detail: error.code }) : error;
}
