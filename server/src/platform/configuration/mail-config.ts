import { isEmailAddress } from "@atoll/contract/email";
import { z } from "zod";
import { flag } from "./flag.ts";

/** How Atoll sends mail. */
export interface MailConfig {
  /** The origin for the links in mails. It never comes from a request, whose host anybody can choose. */
  publicUrl: string;
  from: { name: string; address: string };
  server: MailServer;
}

/** The mail server that takes every mail. */
export interface MailServer {
  host: string;
  port: number;
  /** TLS from the first byte (`smtps`). Otherwise STARTTLS is used where the server offers it. */
  isSecure: boolean;
  /** A password is never sent without TLS, except on this machine. */
  requiresTls: boolean;
  user: { name: string; password: string } | undefined;
}

/** How Atoll takes mails from the operator's mail server. */
export interface MailInConfig {
  /** Proves that a request comes from that server. */
  secret: string;
  /** Every address is `name+…@domain`. */
  address: { name: string; domain: string };
  /** The server whose `Authentication-Results` are believed. Any sender can write those of others. */
  authservId: string;
  /** Whether mails that Atoll sends come back to an address of their own when they are not delivered. */
  takesBounces: boolean;
}

/** The local part of an address has 64 characters at most (RFC 5321), and the longest signed part takes 47. */
const longestName = 16;

/** Parses `atoll@in.example.com`, from which the addresses of replies are made. Undefined if it is invalid. */
function inboundAddressOf(text: string): MailInConfig["address"] | undefined {
  const [, name = "", domain = ""] =
    /^([a-z0-9][a-z0-9._-]*)@([a-z0-9-]+(?:\.[a-z0-9-]+)+)$/.exec(text.trim().toLowerCase()) ?? [];
  const isValid = name !== "" && name.length <= longestName && domain.length <= 200;
  return isValid && isMailable(`${name}@${domain}`) ? { name, domain } : undefined;
}

const ports = { "smtp:": 587, "smtps:": 465 } as const;

/** Parses `smtp://user:password@mail.example.com:587`. Undefined if it is invalid. */
function mailServerOf(text: string): MailServer | undefined {
  const url = URL.parse(text);
  const port = url && ports[url.protocol as keyof typeof ports];
  if (!url || !port || !url.hostname || url.search || url.hash || !["", "/"].includes(url.pathname))
    return undefined;
  const name = decoded(url.username);
  const password = decoded(url.password);
  if (name === undefined || password === undefined || (password !== "" && name === "")) return undefined;
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const isHere = ["localhost", "127.0.0.1", "::1"].includes(host);
  return {
    host,
    port: url.port ? Number(url.port) : port,
    isSecure: url.protocol === "smtps:",
    requiresTls: name !== "" && !isHere,
    user: name === "" ? undefined : { name, password },
  };
}

/** Parses `Atoll <atoll@example.com>`, or an address alone. Undefined if it is invalid. */
function senderOf(text: string): MailConfig["from"] | undefined {
  const [, name = "", address = text.trim()] = /^([^<>]*)<([^<>]*)>$/.exec(text.trim()) ?? [];
  if (/\p{Cc}/u.test(text) || !isMailable(address)) return undefined;
  return { name: name.trim().replace(/^"(.*)"$/, "$1"), address };
}

/** Returns whether a mail can be addressed to this: one address, and nothing that a mail server reads as more. */
export function isMailable(address: string): boolean {
  return (
    isEmailAddress(address) &&
    !/[\p{Cc}\p{Cf}<>()[\]\\,;:"]/u.test(address) &&
    address.split("@").length === 2
  );
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** The part of the environment that is about mail. */
export const mailVariables = {
  SMTP_URL: z
    .string()
    .refine(
      (text) => mailServerOf(text) !== undefined,
      "an address like smtp://user:password@mail.example.com:587, or smtps:// for TLS from the start",
    )
    .optional(),
  MAIL_FROM: z
    .string()
    .refine((text) => senderOf(text) !== undefined, "an address like Atoll <atoll@example.com>")
    .optional(),
  MAIL_INBOUND_SECRET: z
    .string()
    .regex(/^[\w.-]{32,1024}$/, "at least 32 letters, digits, dots, hyphens and underscores")
    .optional(),
  MAIL_INBOUND_ADDRESS: z
    .string()
    .refine(
      (text) => inboundAddressOf(text) !== undefined,
      "an address like atoll@in.example.com, with at most 16 letters, digits, dots and hyphens before the @",
    )
    .optional(),
  MAIL_INBOUND_AUTHSERV_ID: z
    .string()
    .regex(/^[\w.:-]{1,255}$/, "the name in your mail server's Authentication-Results, like mx.example.com")
    .optional(),
  MAIL_INBOUND_BOUNCES: flag.default(true),
};

/** For each variable, those that it needs. */
export const mailNeeds: readonly (readonly [
  name: keyof typeof mailVariables,
  by: keyof typeof mailVariables,
])[] = [
  ["MAIL_FROM", "SMTP_URL"],
  ["SMTP_URL", "MAIL_FROM"],
  ["MAIL_INBOUND_ADDRESS", "MAIL_INBOUND_SECRET"],
  ["MAIL_INBOUND_AUTHSERV_ID", "MAIL_INBOUND_SECRET"],
  ["MAIL_INBOUND_SECRET", "MAIL_INBOUND_ADDRESS"],
];

type MailValues = z.output<z.ZodObject<typeof mailVariables>>;

/** Undefined if no mail is sent. */
export function mailOf(
  value: MailValues & { ATOLL_PUBLIC_URL?: string | undefined },
): MailConfig | undefined {
  const { SMTP_URL, MAIL_FROM, ATOLL_PUBLIC_URL: publicUrl } = value;
  const server = SMTP_URL && mailServerOf(SMTP_URL);
  const from = MAIL_FROM && senderOf(MAIL_FROM);
  return server && from && publicUrl ? { publicUrl, from, server } : undefined;
}

/** Undefined if no mail is taken in. */
export function mailInOf(value: MailValues): MailInConfig | undefined {
  const { MAIL_INBOUND_SECRET: secret, MAIL_INBOUND_AUTHSERV_ID: authservId } = value;
  const address = value.MAIL_INBOUND_ADDRESS && inboundAddressOf(value.MAIL_INBOUND_ADDRESS);
  if (!secret || !authservId || !address) return undefined;
  return { secret, address, authservId: authservId.toLowerCase(), takesBounces: value.MAIL_INBOUND_BOUNCES };
}
