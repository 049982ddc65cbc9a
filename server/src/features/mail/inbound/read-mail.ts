import { type Attachment, type ParsedMail, simpleParser } from "mailparser";
import { htmlToMarkdown } from "../../../platform/html-to-markdown.ts";
import { oneLine } from "../../../platform/mail/render-mail.ts";
import {
  type HeaderLine,
  isAuthenticated,
  isPlainAddress,
  isSentByAuthor,
  readLines,
} from "./authentication.ts";
import { isOurMail, withoutOurMail, withoutSecrets, withoutSignature } from "./written-text.ts";

/** The head of a mail: its sender, and whether a person wrote it. */
export interface MailHead {
  /** The one address that it is from, in lower case. Undefined if there is none, several, or one that is not ASCII. */
  sender: string | undefined;
  /** The addresses in To and Cc, in lower case. */
  named: string[];
  /** The operator's mail server confirms the sender's domain. */
  isConfirmed: boolean;
  /** It is proven that its sender sent it to the addresses in To and Cc, and lately. */
  isSentByAuthor: boolean;
  /** Why it is not from a person who writes. */
  automatic: "automatic" | "list" | undefined;
}

/** The content of a mail. */
export interface MailText {
  subject: string;
  /** The text without a mail of ours that it quotes, and without signature. */
  text: string;
  files: { name: string; content: Uint8Array }[];
  /** The names of attached mails of ours, which others may not read. */
  leftOut: string[];
  /** The reports of a mail server about recipients that a mail did not reach. */
  reports: DeliveryReport[];
}

interface DeliveryReport {
  /** The address that the mail was sent to, in lower case. A server on the way may have replaced it by others. */
  recipient: string;
  /** The enhanced status code (RFC 3463), such as `5.1.1`. */
  status: string;
  detail: string;
}

const limits = { maxHeadSize: 256 * 1024, maxChildNodes: 200, maxHtmlLengthToParse: 1024 * 1024 };
/** The rest of a text is left out. */
const longestText = 1_000_000;
/** Beyond this, no HTML is read. */
const longestHtml = 100_000;
const mostFiles = 20;
/** Pictures of signatures are not sent as files. */
const smallPicture = 20 * 1024;

const parts = {
  ...limits,
  ...{ skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true, skipTextLinks: true },
  ...{ keepDeliveryStatus: true, ignoreEmbedded: true, checksumAlgo: false as const },
};

/**
 * Reads the head of a mail. Anyone can send one, so nothing more is read before it is known whose it is.
 * @throws if it is too long.
 */
export async function readHead(
  content: Uint8Array,
  { authservId, envelopeSender }: { authservId: string; envelopeSender: string },
): Promise<MailHead> {
  const [head = ""] = bufferOf(content)
    .subarray(0, limits.maxHeadSize)
    .toString("latin1")
    .split(/\r?\n\r?\n/, 1);
  const mail = await simpleParser(Buffer.from(head, "latin1"), parts);
  const lines = readLines(head.replace(/\r?\n$/, ""));
  const nothing = { sender: undefined, named: [], isConfirmed: false, isSentByAuthor: false };
  if (!lines) return { ...nothing, automatic: undefined };
  const sender = senderOf(mail, lines);
  const domain = sender?.split("@")[1] ?? "";
  return {
    sender,
    named: namedIn(mail, lines),
    isConfirmed: domain !== "" && isAuthenticated(lines, { authservId, domain }),
    isSentByAuthor:
      sender !== undefined && isSentByAuthor(lines, { authservId, sender, envelopeSender, now: Date.now() }),
    automatic: automaticKind(lines),
  };
}

/**
 * Reads the content of a mail. It runs in a thread, since a mail can be made to take long.
 * @param isAnswer whether it may quote a mail of ours, which is cut. Other mails keep everything that they quote.
 * @throws if it has too many parts or headers that are too long.
 */
export async function readText(content: Uint8Array, isAnswer: boolean): Promise<MailText> {
  const mail = await simpleParser(bufferOf(content), parts);
  const files = mail.attachments
    .filter((file) => !isPartOfText(file))
    .slice(0, mostFiles)
    .map(({ filename, content: bytes, contentType }) => ({
      name: storable(oneLine(filename ?? "")) || nameOf(contentType),
      content: new Uint8Array(bytes),
      isOurs:
        (contentType === "message/rfc822" || /\.(?:eml|msg)$/i.test(filename ?? "")) && isOurMail(bytes),
    }));
  return {
    subject: withoutSecrets(storable(oneLine(mail.subject ?? ""))).slice(0, 1000),
    text: withoutSecrets(storable(writtenText(mail, isAnswer))),
    files: files
      .filter(({ isOurs }) => !isOurs)
      .map(({ name, content: bytes }) => ({ name, content: bytes })),
    leftOut: files.filter(({ isOurs }) => isOurs).map(({ name }) => name),
    reports: reportsIn(mail.attachments),
  };
}

function bufferOf(content: Uint8Array): Buffer {
  return Buffer.from(content.buffer, content.byteOffset, content.byteLength);
}

/** Two headers, two addresses or a group leave it open who writes. Letters outside of ASCII can look like others. */
function senderOf(mail: ParsedMail, lines: readonly HeaderLine[]): string | undefined {
  if (lines.filter(({ key }) => key === "from").length !== 1) return undefined;
  const [only, ...others] = mail.from?.value ?? [];
  const address = only?.address ?? "";
  if (others.length > 0 || only?.group || !isPlainAddress(address)) return undefined;
  return address.split("@").length === 2 && address.length <= 320 ? address.toLowerCase() : undefined;
}

/** A header that is there twice counts for nothing: somebody else may have added one. */
function namedIn(mail: ParsedMail, lines: readonly HeaderLine[]): string[] {
  const isOnce = (name: string) => lines.filter(({ key }) => key === name).length === 1;
  return [isOnce("to") ? (mail.to ?? []) : [], isOnce("cc") ? (mail.cc ?? []) : []]
    .flat()
    .flatMap(({ value }) => value.map(({ address = "" }) => address.toLowerCase()));
}

/** Programs must say so (RFC 3834); older ones say it in other headers. */
function automaticKind(lines: readonly HeaderLine[]): MailHead["automatic"] {
  const has = (name: string, pattern: RegExp) =>
    lines.some(({ key, value }) => key === name && pattern.test(value));
  if (has("list-id", /./) || has("precedence", /^list\b/i)) return "list";
  const isAutomatic =
    has("auto-submitted", /^(?!no\b)\S/i) ||
    has("precedence", /^(?:bulk|junk|auto_reply)\b/i) ||
    ["x-autoreply", "x-autorespond", "x-auto-reply", "x-failed-recipients"].some((name) => has(name, /./)) ||
    has("return-path", /^<>/) ||
    has("content-type", /^multipart\/report\b/i);
  return isAutomatic ? "automatic" : undefined;
}

function writtenText(mail: ParsedMail, isAnswer: boolean): string {
  const plain = (mail.text ?? "").slice(0, longestText).replaceAll("\r\n", "\n");
  const html = mail.html || "";
  const source = plain.trim() === "" ? htmlToMarkdown(isAnswer ? cutQuotedHtml(html) : html) : plain;
  return isAnswer ? withoutOurMail(source) : withoutSignature(source.split("\n")).trim();
}

/** The beginnings of what mail programs quote below an answer. */
const quoteMarks = [
  '<div class="gmail_quote',
  '<div class="gmail_extra',
  '<div class="moz-cite-prefix',
  '<div class="yahoo_quoted',
  '<div class="protonmail_quote',
  '<div id="divrplyfwdmsg',
  '<div id="appendonsend',
  '<div id="mail-editor-reference-message-container',
  '<blockquote type="cite',
  '<blockquote class="gmail_quote',
];

function cutQuotedHtml(html: string): string {
  const lower = html.slice(0, longestHtml).toLowerCase();
  const places = quoteMarks.map((mark) => lower.indexOf(mark)).filter((place) => place >= 0);
  return html.slice(0, Math.min(longestHtml, ...places));
}

function isPartOfText({ related, contentType, content }: Attachment): boolean {
  if (contentType === "message/delivery-status") return true;
  return related === true && contentType.startsWith("image/") && content.length < smallPicture;
}

function nameOf(contentType: string): string {
  return contentType === "message/rfc822" ? "mail.eml" : "file";
}

/** Reads the failed recipients of a report (RFC 3464). Several fields of a recipient make a block. */
function reportsIn(attachments: readonly Attachment[]): DeliveryReport[] {
  const status = attachments.find(({ contentType }) => contentType === "message/delivery-status");
  const blocks = status?.content
    .subarray(0, 16 * 1024)
    .toString("latin1")
    .replace(/\r?\n[ \t]+/g, " ")
    .split(/\r?\n\r?\n/);
  return (blocks ?? []).flatMap((block): DeliveryReport[] => {
    const field = (name: string) => new RegExp(`^${name}:(.*)$`, "im").exec(block)?.[1]?.trim() ?? "";
    if (field("Action").toLowerCase() !== "failed") return [];
    const recipient = (field("Original-Recipient") || field("Final-Recipient"))
      .replace(/^[^;]*;\s*/, "")
      .replace(/^<(.*)>$/, "$1")
      .toLowerCase();
    const code = /^[245]\.\d{1,3}\.\d{1,3}/.exec(field("Status"))?.[0] ?? "";
    // Without anything that looks like the secret of a link.
    const said = field("Diagnostic-Code").replace(/^smtp;\s*/i, "") || code;
    const detail = storable(oneLine(said))
      .replace(/[\w-]{40,}/g, "…")
      .slice(0, 400);
    return [{ recipient, status: code, detail }];
  });
}

/** Returns a text without what no database stores. */
function storable(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}
