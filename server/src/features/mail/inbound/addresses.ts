import { createHmac, timingSafeEqual } from "node:crypto";
import type { NotificationKind } from "@atoll/contract/notification-kinds";
import type { MailInConfig } from "../../../platform/configuration/mail-config.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";

/** A place that people answer by mail: a thread or direct chat, or a thing with comments of a kind. */
export interface ReplyPlace {
  kind: "message" | "channel" | (typeof commented)[keyof typeof commented];
  id: string;
}

const commented = {
  t: "task",
  a: "announcement",
  e: "event",
  k: "article",
  i: "idea",
  d: "card",
} as const;
const places: Readonly<Record<string, ReplyPlace["kind"]>> = { m: "message", c: "channel", ...commented };

/** The places of answers to notifications. */
const placesOfKinds: Partial<Record<NotificationKind, ReplyPlace["kind"]>> = {
  "chat.mention": "message",
  "chat.reply": "message",
  "chat.direct": "channel",
  "task.comment": "task",
  "task.mention": "task",
  "announcement.must_read": "announcement",
  "announcement.important_must_read": "announcement",
  "announcement.asked_again": "announcement",
  "announcement.nudge": "announcement",
  "announcement.comment": "announcement",
  "announcement.mention": "announcement",
  "event.comment": "event",
  "event.mention": "event",
  "knowledge.comment": "article",
  "knowledge.mention": "article",
  "idea.comment": "idea",
  "idea.mention": "idea",
  "card.comment": "card",
  "card.mention": "card",
};

/** Returns where an answer to a notification belongs. Undefined if it cannot be answered. */
export function replyPlaceOf(kind: string, subjectId: string): ReplyPlace | undefined {
  const place = placesOfKinds[kind as NotificationKind];
  return place && { kind: place, id: subjectId };
}

/** The signed part of an address. The signature is still to be checked. */
export type AddressToken = { id: string; signature: Buffer } & (
  | { aim: "reply"; place: ReplyPlace["kind"] }
  | { aim: "bounce" }
  | { aim: "channel" | "tasks" }
);

const aims = { b: "bounce", c: "channel", d: "tasks" } as const;
/** 96 bits, which nobody guesses over the network. The whole local part has to fit into 64 characters. */
const signatureBytes = 12;

/**
 * Returns the address by which a person answers something. It is signed for the person, and works for no other; so it
 * need not name them.
 */
export async function replyAddress(
  { db, mailIn }: Pick<SliceContext, "db" | "mailIn">,
  userId: string,
  { kind, id }: ReplyPlace,
): Promise<string | undefined> {
  const letter = Object.keys(places).find((key) => places[key] === kind);
  if (!mailIn || letter === undefined) return undefined;
  return addressOf(mailIn, `r${letter}`, id, await sign(db, replyText(kind, id, userId)));
}

/** Returns the address to which a mail that is not delivered comes back. */
export async function bounceAddress(
  { db, mailIn }: Pick<SliceContext, "db" | "mailIn">,
  mailId: string,
): Promise<string | undefined> {
  if (!mailIn?.takesBounces) return undefined;
  return addressOf(mailIn, "b", mailId, await sign(db, `bounce ${mailId}`));
}

/** Returns the address of a channel, or of a department's tasks, by the ID of the address. */
export async function placeAddress(
  { db, mailIn }: Pick<SliceContext, "db" | "mailIn">,
  kind: "channel" | "department",
  addressId: string,
): Promise<string | undefined> {
  if (!mailIn) return undefined;
  const aim = kind === "channel" ? "channel" : "tasks";
  return addressOf(mailIn, aim === "channel" ? "c" : "d", addressId, await sign(db, `${aim} ${addressId}`));
}

/** Returns whether the address of a place is signed. It may have another one by now. */
export function isPlaceAddress(db: Database, { aim, id, signature }: AddressToken): Promise<boolean> {
  return isSigned(db, `${aim} ${id}`, signature);
}

/** Returns whether the address of a reply was signed for this person. */
export function isReplyOf(
  db: Database,
  { place, id, signature }: AddressToken & { aim: "reply" },
  userId: string,
): Promise<boolean> {
  return isSigned(db, replyText(place, id, userId), signature);
}

/** Returns whether the address of a report was signed for this mail. */
export function isBounceOf(db: Database, { id, signature }: AddressToken): Promise<boolean> {
  return isSigned(db, `bounce ${id}`, signature);
}

/** Reads the address of a recipient. Mail servers may have changed the case of its letters. */
export function readAddress({ address }: MailInConfig, recipient: string): AddressToken | undefined {
  const [local = "", domain = "", ...rest] = recipient.trim().toLowerCase().split("@");
  const prefix = `${address.name}+`;
  if (rest.length > 0 || domain !== address.domain || !local.startsWith(prefix)) return undefined;
  const [, head = "", coded = ""] = /^(r[a-z]|[bcd])([a-z2-7]{45})$/.exec(local.slice(prefix.length)) ?? [];
  const bytes = decode(coded);
  if (bytes.length !== 16 + signatureBytes || encode(bytes) !== coded) return undefined;
  const id = bytes
    .subarray(0, 16)
    .toString("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  const signature = bytes.subarray(16);
  const place = head.startsWith("r") ? places[head.charAt(1)] : undefined;
  if (place) return { aim: "reply", place, id, signature };
  const aim = head.startsWith("r") ? undefined : aims[head as keyof typeof aims];
  return aim && { aim, id, signature };
}

function addressOf({ address }: MailInConfig, head: string, id: string, signature: Buffer): string {
  const bytes = Buffer.concat([Buffer.from(id.replaceAll("-", ""), "hex"), signature]);
  return `${address.name}+${head}${encode(bytes)}@${address.domain}`;
}

function replyText(kind: ReplyPlace["kind"], id: string, userId: string): string {
  return `reply ${kind} ${id} ${userId}`;
}

async function isSigned(db: Database, text: string, signature: Buffer): Promise<boolean> {
  return timingSafeEqual(await sign(db, text), signature);
}

/** Signs with the key of the links in mails, which stays the same: a mail may be answered years later. */
async function sign(db: Database, text: string): Promise<Buffer> {
  const { secret } = await db.selectFrom("mail_link_key").select("secret").executeTakeFirstOrThrow();
  return createHmac("sha256", secret).update(`mail in: ${text}`).digest().subarray(0, signatureBytes);
}

/** As in RFC 4648, in lower case and without padding: addresses lose the case of their letters. */
const letters = "abcdefghijklmnopqrstuvwxyz234567";

function encode(bytes: Uint8Array): string {
  let text = "";
  let [bits, count] = [0, 0];
  for (const byte of bytes) {
    bits = ((bits << 8) | byte) & 0xfff;
    for (count += 8; count >= 5; count -= 5) text += letters.charAt((bits >> (count - 5)) & 31);
  }
  return count === 0 ? text : text + letters.charAt((bits << (5 - count)) & 31);
}

function decode(text: string): Buffer {
  const bytes: number[] = [];
  let [bits, count] = [0, 0];
  for (const letter of text) {
    bits = ((bits << 5) | letters.indexOf(letter)) & 0xfff;
    count += 5;
    if (count < 8) continue;
    count -= 8;
    bytes.push((bits >> count) & 255);
  }
  return Buffer.from(bytes);
}
