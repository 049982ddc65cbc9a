import { createTransport } from "nodemailer";
import { isMailable, type MailConfig } from "../configuration/mail-config.ts";
import { assertOutsideTransaction } from "../database/transact.ts";
import { oneLine, type RenderedMail } from "./render-mail.ts";

export interface OutgoingMail extends RenderedMail {
  /** The same for every attempt, so that a mail which arrives twice is shown once. */
  id: string;
  to: { name: string; address: string };
}

/** The outcome of one attempt. `detail` is what the mail server said, for administrators. */
export type SendOutcome =
  | { kind: "sent"; detail: string }
  /** The server refused this mail or its address for good. */
  | { kind: "refused"; detail: string }
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
    // A mail has no attachments, and never reads a file or an address of the network.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async ({ id, to, subject, text, html }) => {
    assertOutsideTransaction("the mail server");
    if (!isMailable(to.address))
      return { kind: "refused", detail: "This is not an address that mail can be sent to" };
    const sending = transport.sendMail({
      messageId: `<${id}@${domain}>`,
      from: { name: oneLine(from.name), address: from.address },
      to: { name: oneLine(to.name), address: to.address },
      subject: oneLine(subject),
      text,
      html,
      // No out-of-office reply to a machine.
      headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
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
  if (isAboutMail && (responseCode >= 500 || command === "API")) return { kind: "refused", detail };
  return { kind: "later", detail, isServer: !isAboutMail };
}

/** Removes everything that looks like the secret of a link: a server's answer may repeat a part of the mail. */
function shown(text: string): string {
  return oneLine(text)
    .replace(/[\w-]{40,}/g, "…")
    .slice(0, 400);
}
