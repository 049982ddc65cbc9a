import { createTransport } from "nodemailer";
import { isMailable, type MailConfig } from "../configuration/mail-config.ts";
import { assertOutsideTransaction } from "../database/transact.ts";
import { oneLine, type RenderedMail } from "./render-mail.ts";

export interface OutgoingMail extends RenderedMail {
  /** The same for every attempt, so that a mail which arrives twice is shown once. */
  id: string;
  to: { name: string; address: string };
  /** Where answers go. Undefined: to the sender. */
  replyTo?: { name: string; address: string } | undefined;
  /** The sender of the envelope, which gets the reports of mails that are not delivered. Undefined: the sender. */
  bounceTo?: string | undefined;
  /** Where mail programs unsubscribe its reader with one click (RFC 8058). */
  unsubscribeUrl?: string;
}

/** The outcome of one attempt. `detail` is what the mail server said, for administrators. */
export type SendOutcome =
  | { kind: "sent"; detail: string }
  /** The server refused this mail for good. `isAddress`: its address, so that other mails would be refused as well. */
  | { kind: "refused"; detail: string; isAddress: boolean }
  /** Another attempt may succeed. `isServer`: it would be the same for any other mail. */
  | { kind: "later"; detail: string; isServer: boolean };

const connectWithinMs = 10_000;
const silentMs = 30_000;
/** A server that answers slowly, but always in time, is given up all the same. */
const longestAttemptMs = 120_000;

/**
 * Returns how to send a mail. Each mail has a connection of its own: what happens to one never touches another. The
 * mail server is the operator's choice, and may be in a private network.
 * @param longestMs how long an attempt takes at most. The mail may arrive all the same.
 */
export function createSmtpSender(
  { server, from, publicUrl }: MailConfig,
  longestMs = longestAttemptMs,
): (mail: OutgoingMail) => Promise<SendOutcome> {
  const { host, port, isSecure, requiresTls, user } = server;
  const domain = URL.parse(publicUrl)?.hostname ?? "localhost";
  const transport = createTransport({
    host,
    port,
    secure: isSecure,
    requireTLS: requiresTls,
    ...(user && { auth: { user: user.name, pass: user.password } }),
    connectionTimeout: connectWithinMs,
    greetingTimeout: connectWithinMs,
    dnsTimeout: connectWithinMs,
    socketTimeout: silentMs,
    // A mail has at most an event attached, and never reads a file or an address of the network.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async ({ id, to, subject, text, html, ics, unsubscribeUrl, replyTo, bounceTo }) => {
    assertOutsideTransaction("the mail server");
    if (!isMailable(to.address))
      return { kind: "refused", detail: "This is not an address that mail can be sent to", isAddress: true };
    const sending = transport.sendMail({
      messageId: `<${id}@${domain}>`,
      from: { name: oneLine(from.name), address: from.address },
      to: { name: oneLine(to.name), address: to.address },
      ...(replyTo && { replyTo: { name: oneLine(replyTo.name), address: replyTo.address } }),
      ...(bounceTo && { envelope: { from: bounceTo, to: to.address } }),
      subject: oneLine(subject),
      text,
      html,
      ...(ics && {
        attachments: [
          {
            filename: "event.ics",
            content: ics,
            // No method: a published event names its organiser with an address (RFC 5546), and the file has none.
            contentType: "text/calendar; charset=utf-8",
          },
        ],
      }),
      // No out-of-office reply to a machine.
      headers: {
        ...{ "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
        ...(unsubscribeUrl && {
          "List-Unsubscribe": `<${unsubscribeUrl}>`,
          "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }),
      },
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<SendOutcome>((resolve) => {
      const outcome = {
        kind: "later",
        detail: "The mail server took too long to answer",
        isServer: true,
      } as const;
      timer = setTimeout(() => resolve(outcome), longestMs).unref();
    });
    const sent = sending.then(
      ({ response }): SendOutcome => ({ kind: "sent", detail: shown(response) }),
      judge,
    );
    return Promise.race([sent, late]).finally(() => clearTimeout(timer));
  };
}

interface SmtpError extends Error {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
}

/** Returns what a failed attempt means. Only an answer about this mail counts against this mail. */
function judge(error: SmtpError): SendOutcome {
  const { code = "", command = "", response, responseCode = 0 } = error;
  const detail = shown(response || error.message);
  const isAboutMail = ["EENVELOPE", "EMESSAGE"].includes(code) && command !== "MAIL FROM";
  // `API`: it could not even be written as a mail.
  if (isAboutMail && (responseCode >= 500 || command === "API"))
    return { kind: "refused", detail, isAddress: command === "RCPT TO" && isAboutAddress(detail) };
  return { kind: "later", detail, isServer: !isAboutMail };
}

/**
 * Returns whether a refusal says that there is no such address. Servers also refuse recipients because of the sender or
 * their own rules, and then say so by another enhanced status code (RFC 3463), or by the code 554.
 */
function isAboutAddress(detail: string): boolean {
  const [, code, enhanced] = /^(\d{3})[ -](?:(5\.\d{1,3}\.\d{1,3})\b)?/.exec(detail) ?? [];
  if (enhanced) return enhanced.startsWith("5.1.") || enhanced === "5.2.1";
  return code === "550" || code === "551" || code === "553";
}

/** Removes everything that looks like the secret of a link: a server's answer may repeat a part of the mail. */
function shown(text: string): string {
  return oneLine(text)
    .replace(/[\w-]{40,}/g, "…")
    .slice(0, 400);
}
