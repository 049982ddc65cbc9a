import { isEmailAddress } from "@atoll/contract/email";

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

const ports = { "smtp:": 587, "smtps:": 465 } as const;

/** Parses `smtp://user:password@mail.example.com:587`. Undefined if it is invalid. */
export function mailServerOf(text: string): MailServer | undefined {
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
export function senderOf(text: string): MailConfig["from"] | undefined {
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
