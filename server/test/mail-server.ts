import type { Socket } from "node:net";
import { type AddressObject, simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";
import type { MailConfig } from "../src/platform/configuration/mail-config.ts";

/** A mail as the server received it. */
export interface ReceivedMail {
  /** The recipients of the envelope, and its sender. */
  to: string[];
  sender: string;
  /** The names and addresses of the header. */
  header: { name: string; address: string }[];
  messageId: string;
  subject: string;
  text: string;
  html: string;
  /** The texts of the attached files, and the types that the mail gives for them. */
  attached: string[];
  attachedAs: string[];
  /** The lines of its header, by name in lower case. */
  headerLines: { key: string; line: string }[];
}

export interface MailServer {
  config: MailConfig;
  received: ReceivedMail[];
  /** Addresses that are refused for good, or put off. */
  refused: Map<string, { code: number; text: string }>;
  /** Addresses at which the server closes the connection. */
  dropped: Set<string>;
  /** Returns the mails to an address, once there are this many. */
  mailsTo(address: string, count?: number): Promise<ReceivedMail[]>;
  stop(): Promise<void>;
  /** Listens again, on the same port. */
  start(): Promise<void>;
}

/** A mail server on this machine, which keeps what it receives. */
export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const refused: MailServer["refused"] = new Map();
  const dropped: MailServer["dropped"] = new Set();
  const arrivals = announceArrivals();
  let server = listen(0);
  let port = 0;

  function listen(on: number): Promise<SMTPServer> {
    const made = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      onRcptTo({ address }, session, done) {
        const refusal = refused.get(address);
        if (dropped.has(address)) sockets.get(session.remotePort)?.destroy();
        else done(refusal && Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
      },
      onData(stream, session, done) {
        simpleParser(stream).then(
          (mail) => {
            const list = [mail.to ?? []].flat() as AddressObject[];
            received.push({
              to: session.envelope.rcptTo.map(({ address }) => address),
              sender: session.envelope.mailFrom ? session.envelope.mailFrom.address : "",
              header: list.flatMap(({ value }) => value.map(({ name, address = "" }) => ({ name, address }))),
              messageId: mail.messageId ?? "",
              subject: mail.subject ?? "",
              text: mail.text ?? "",
              html: mail.html || "",
              attached: mail.attachments.map(({ content }) => content.toString()),
              attachedAs: mail.attachments.map(({ headers }) => JSON.stringify(headers.get("content-type"))),
              headerLines: mail.headerLines.map(({ key, line }) => ({ key, line })),
            });
            done(null, "kept");
            arrivals.tell();
          },
          (error: unknown) => done(error instanceof Error ? error : new Error("unreadable")),
        );
      },
    });
    const sockets = new Map<number | undefined, Socket>();
    made.server.on("connection", (socket) => sockets.set(socket.remotePort, socket));
    return new Promise((resolve, reject) => {
      made.on("error", reject);
      made.listen(on, "127.0.0.1", () => resolve(made));
    });
  }
  const address = (await server).server.address();
  if (typeof address === "object" && address) port = address.port;

  return {
    config: {
      publicUrl: "https://atoll.example.test",
      from: { name: "Atoll", address: "atoll@example.test" },
      server: { host: "127.0.0.1", port, isSecure: false, requiresTls: false, user: undefined },
    },
    received,
    refused,
    dropped,
    async mailsTo(address, count = 1) {
      const found = () => received.filter(({ to }) => to.includes(address));
      const signal = AbortSignal.timeout(patienceMs);
      while (found().length < count) {
        const subjects = found().map(({ subject }) => subject);
        await Promise.race([
          arrivals.next(),
          late(signal, `only ${subjects.length} mails to ${address}: ${subjects}`),
        ]);
      }
      return found();
    },
    async stop() {
      const running = await server;
      await new Promise<void>((resolve) => running.close(resolve));
    },
    async start() {
      server = listen(port);
      await server;
    },
  };
}

/** The machine may be busy. */
const patienceMs = 30_000;

function late(signal: AbortSignal, what: string): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error(what))));
}

/** Resolves everyone who waits for the next mail. */
function announceArrivals(): { tell: () => void; next: () => Promise<void> } {
  let next = Promise.withResolvers<void>();
  return {
    tell() {
      next.resolve();
      next = Promise.withResolvers<void>();
    },
    next: () => next.promise,
  };
}

/** Returns the secret of the link in a mail. */
export function tokenIn({ text }: Pick<ReceivedMail, "text">): string {
  return /https?:\/\/\S+#([\w-]+)/.exec(text)?.[1] ?? "";
}
