import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import type { MailInConfig } from "../../../platform/configuration/mail-config.ts";
import { bearerToken } from "../../../platform/http/bearer-token.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { type AddressToken, isBounceOf, isReplyOf, readAddress } from "./addresses.ts";
import { findPlaceOf } from "./place-addresses.ts";

/** Limits for mails that wait to be read. The mail server keeps the rest, and tries again. */
const mostWaiting = 500;
const mostWaitingBytes = 512 * 1024 * 1024;
/** The limits for one address. */
const mostForOne = 20;
const mostBytesForOne = 64 * 1024 * 1024;
/** Bodies in the memory of this node at the same time. */
const mostBodies = 4;
/** Mails to addresses that are none of ours. Nothing of them is kept but that they came. */
const mostUnknown = 200;
/** The number of addresses in From that are tried: an address of ours was made for one person. */
const mostSenders = 5;
/** A Message-ID further behind is not looked for. */
const longestHead = 64 * 1024;

/**
 * Asserts that a request comes from the operator's mail server, before its body is read.
 * @throws {AppError} `not_authenticated`, also if no mail is taken in.
 */
export function assertFromMailServer(
  config: MailInConfig | undefined,
  request: Pick<FastifyRequest, "headers">,
): void {
  const given = digestOf(bearerToken(request) ?? "");
  if (!config || !timingSafeEqual(given, digestOf(config.secret))) throw new AppError("not_authenticated");
}

/**
 * Returns how to take a place for a body, until the answer to its request is sent.
 * @throws {AppError} `mail_queue_full` if there is none.
 */
export function limitBodies(): (response: Pick<ServerResponse, "once">) => void {
  let count = 0;
  return (response) => {
    if (count >= mostBodies) throw new AppError("mail_queue_full");
    count += 1;
    response.once("close", () => {
      count -= 1;
    });
  };
}

/**
 * Keeps a mail until it is read. The same mail for the same recipient is kept once, whatever was added to its head. Of one
 * to an address that is none of ours, only that it came.
 * @throws {AppError} `invalid_request` without an envelope or a mail; `mail_queue_full`.
 */
export async function keepReceivedMail(
  { db, mailIn }: Pick<SliceContext, "db" | "mailIn">,
  { headers, body }: { headers: IncomingHttpHeaders; body: Buffer },
): Promise<void> {
  const recipient = envelopeAddress(headers["x-envelope-to"]);
  const sender = envelopeAddress(headers["x-envelope-from"]);
  if (!recipient || sender === undefined || body.length === 0)
    throw new AppError("invalid_request", {
      detail: "a mail without X-Envelope-To, X-Envelope-From or text",
    });
  const token = mailIn && readAddress(mailIn, recipient);
  if (!token || !(await isOurs(db, token, body))) return noteUnknown(db);
  const { rows } = await sql<{ is_full: boolean }>`
    SELECT count(*) >= ${mostWaiting} OR coalesce(sum(octet_length(content)), 0) + ${body.length} > ${mostWaitingBytes}
      OR count(*) FILTER (WHERE recipient = ${recipient}) >= ${mostForOne}
      OR coalesce(sum(octet_length(content)) FILTER (WHERE recipient = ${recipient}), 0) + ${body.length} > ${mostBytesForOne}
      AS is_full FROM received_mails WHERE state = 'waiting'`.execute(db);
  if (rows[0]?.is_full) throw new AppError("mail_queue_full");
  const sameness = digestOf(`${messageIdOf(body)}\n${await textDigestOf(body)}\n${recipient}`);
  const { rows: kept } =
    await sql`INSERT INTO received_mails (sameness, recipient, envelope_sender, content, aim)
    VALUES (${sameness}, ${recipient}, ${sender}, ${body}, ${token.aim})
    ON CONFLICT (sameness) WHERE state IN ('waiting', 'posted') DO NOTHING RETURNING id`.execute(db);
  if (kept.length === 0)
    await sql`INSERT INTO received_mails (sameness, envelope_sender, aim, state, reason, settled_at)
      VALUES (${sameness}, '', ${token.aim}, 'dropped', 'double', now())`.execute(db);
}

/** Returns whether an address is signed: for a thing, or for a person in From. */
async function isOurs(db: Database, token: AddressToken, body: Buffer): Promise<boolean> {
  if (token.aim === "bounce") return isBounceOf(db, token);
  if (token.aim !== "reply") return (await findPlaceOf(db, token)) !== undefined;
  for (const userId of await findSenders(db, body)) if (await isReplyOf(db, token, userId)) return true;
  return false;
}

async function findSenders(db: Database, body: Buffer): Promise<string[]> {
  const lines = headOf(body)
    .replace(/\r?\n(?=[ \t])/g, " ")
    .split(/\r?\n/)
    .filter((line) => /^from:/i.test(line))
    .map((line) => line.slice(0, 2000));
  const addresses =
    lines
      .join(" ")
      .toLowerCase()
      .match(/[^\s<>"(),:;@[\]]{1,64}@[a-z0-9.-]{1,255}/g) ?? [];
  if (addresses.length === 0) return [];
  const found = await db
    .selectFrom("accounts")
    .select("id")
    .where("email", "in", addresses.slice(0, mostSenders))
    .execute();
  return found.map(({ id }) => id);
}

async function noteUnknown(db: Database): Promise<void> {
  await sql`INSERT INTO received_mails (sameness, envelope_sender, state, reason, settled_at)
    VALUES ('', '', 'refused', 'address_unknown', now())`.execute(db);
  await sql`DELETE FROM received_mails WHERE id IN (SELECT id FROM received_mails
    WHERE state = 'refused' AND reason = 'address_unknown' AND sender = ''
    ORDER BY received_at DESC, id DESC OFFSET ${mostUnknown})`.execute(db);
}

/** An address as mail servers write it, with or without brackets. Empty for the sender of reports. */
function envelopeAddress(header: string | string[] | undefined): string | undefined {
  if (typeof header !== "string") return undefined;
  const address = header.trim().replace(/^<(.*)>$/, "$1");
  return /^[\x21-\x7e]{0,320}$/.test(address) ? address.toLowerCase() : undefined;
}

function messageIdOf(body: Buffer): string {
  return /^message-id:\s*(<[^<>\s]{1,900}>)/im.exec(headOf(body))?.[1] ?? "";
}

function headOf(body: Buffer): string {
  const [head = ""] = body
    .subarray(0, longestHead)
    .toString("latin1")
    .split(/\r?\n\r?\n/, 1);
  return head;
}

const pieceLength = 1024 * 1024;

/**
 * Returns the hash of what is below the head. Without white space, which signatures let mail servers change, so that a mail
 * with more of it is the same. Other requests are answered in between.
 */
async function textDigestOf(body: Buffer): Promise<string> {
  const hash = createHash("sha256");
  for (let at = headOf(body).length; at < body.length; at += pieceLength) {
    const piece = body.subarray(at, at + pieceLength).toString("latin1");
    hash.update(piece.replace(/[\t\n\r ]+/g, ""), "latin1");
    await setImmediate();
  }
  return hash.digest("hex");
}

function digestOf(content: string | Buffer): Buffer {
  return createHash("sha256").update(content).digest();
}
