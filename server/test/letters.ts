import { mailRoutes } from "@atoll/contract/mail/routes";
import type { ReceivedMail } from "@atoll/contract/mail/schemas";
import { uuidv7 } from "uuidv7";
import { expect, vi } from "vitest";
import type { MailInConfig } from "../src/platform/configuration/mail-config.ts";
import type { SignedIn, TestServer } from "./harness.ts";

/** How test servers take mails. */
export const mailInConfig: MailInConfig = {
  secret: "the-secret-of-the-mail-server-in-tests",
  address: { name: "atoll", domain: "in.example.test" },
  authservId: "mx.example.test",
  takesBounces: true,
};

export interface Letter {
  from: string;
  text?: string;
  html?: string;
  subject?: string;
  /** The results that the mail server adds. By default, it confirms the sender's domain. */
  results?: string | null;
  /** More lines of the head. */
  head?: readonly string[];
  files?: readonly { name: string; content: string }[];
  messageId?: string;
}

/** A mail as programs write it, with what a mail server adds on top. */
export function writeLetter(letter: Letter): string {
  const { from, text, html, subject = "Re: hello", head = [], files = [], messageId = uuidv7() } = letter;
  const domain = from.replace(/.*@/, "").replace(/>.*/, "");
  const results = letter.results === undefined ? `dkim=pass header.d=${domain}` : letter.results;
  const part = (type: string, body: string, more: readonly string[] = []) =>
    [`Content-Type: ${type}`, ...more, "", body].join("\r\n");
  const base64 = ["Content-Transfer-Encoding: base64"];
  const parts = [
    ...(text === undefined ? [] : [part("text/plain; charset=utf-8", text.replace(/\r?\n/g, "\r\n"))]),
    ...(html === undefined ? [] : [part("text/html; charset=utf-8", html)]),
  ];
  const attached = files.map(({ name, content }) =>
    part("application/octet-stream", Buffer.from(content).toString("base64"), [
      ...base64,
      `Content-Disposition: attachment; filename*=utf-8''${encodeURIComponent(name)}`,
    ]),
  );
  const multipart = (kind: string, boundary: string, all: readonly string[]) =>
    part(
      `multipart/${kind}; boundary="${boundary}"`,
      [...all.map((one) => `--${boundary}\r\n${one}`), `--${boundary}--\r\n`].join("\r\n"),
    );
  const body = multipart("mixed", "outer", [multipart("alternative", "inner", parts), ...attached]);
  return [
    ...(results === null ? [] : [`Authentication-Results: mx.example.test; ${results}`]),
    `From: ${from}`,
    `Subject: ${subject}`,
    `Message-ID: <${messageId}@example.test>`,
    ...(head.some((line) => line.startsWith("Date:")) ? [] : [`Date: ${new Date().toUTCString()}`]),
    "MIME-Version: 1.0",
    ...head,
    body,
  ].join("\r\n");
}

/** Hands a mail over to a server, as its mail server does. */
export function handOver(
  server: Pick<TestServer, "anyone">,
  { to, from = "ada@example.test", raw, secret = mailInConfig.secret }: HandedOver,
) {
  return server.anyone.send("POST", "/api/mail/inbound", {
    raw,
    headers: {
      ...{ authorization: `Bearer ${secret}`, "content-type": "message/rfc822" },
      ...{ "x-envelope-to": to, "x-envelope-from": from },
    },
  });
}

interface HandedOver {
  to: string;
  from?: string;
  raw: string;
  secret?: string;
}

/** Hands a mail over, and returns what became of it, as administrators see it. */
export async function deliver(
  server: Pick<TestServer, "anyone">,
  admin: Pick<SignedIn, "client">,
  handed: HandedOver,
): Promise<ReceivedMail> {
  const list = async () => (await admin.client.call(mailRoutes.listReceivedMails, { query: {} })).items;
  const before = new Set((await list()).map(({ id }) => id));
  expect((await handOver(server, handed)).status).toBe(202);
  return vi.waitFor(
    async () => {
      const found = (await list()).find(({ id, state }) => !before.has(id) && state !== "waiting");
      if (!found) throw new Error("the mail still waits");
      return found;
    },
    { timeout: 60_000 },
  );
}
