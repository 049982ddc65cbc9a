import { escapeHtml } from "@atoll/contract/text/escape-html";
import { companyTokens } from "@atoll/contract/workspace/colours";

/** A mail in plain words. Nothing in it is HTML: every value is escaped where it is written. */
export interface MailContent {
  subject: string;
  heading: string;
  paragraphs: readonly string[];
  /** Facts as pairs, such as "Browser" and "Firefox on Linux". */
  facts?: readonly { label: string; value: string }[];
  /** Lists of things, each of which can be opened. */
  sections?: readonly MailSection[];
  action?: { label: string; url: string };
  /** Small print, such as how long a link works. */
  notes?: readonly string[];
  /** Where an answer becomes a comment or message. */
  replyTo?: MailReply | undefined;
  /** An event in the format of RFC 5545, for the calendar of its reader. */
  ics?: string;
  /** Urgent mail does not wait for the end of quiet hours, unless its reader wants it to. */
  isUrgent?: boolean;
}

/** The first line of a mail that can be answered: all of an answer from there on is a quote, whatever quotes it. */
export const answerLine = "Please write an answer by mail above this line";

/** A part of a mail with its own heading. */
export interface MailSection {
  title: string;
  lines: readonly { text: string; url: string; detail?: string; replyTo?: MailReply | undefined }[];
}

/** Where an answer by mail goes. */
export interface MailReply {
  address: string;
  /** Which mail programs show as the recipient. */
  name: string;
  /** A sentence that says who reads an answer. */
  readers: string;
}

/** The company that a mail is from. */
export interface MailLook {
  companyName: string;
  /** As `#rrggbb`. Null for the colour that Atoll comes with. */
  colour: string | null;
  publicUrl: string;
  /** How its reader stops this kind of mail, in the footer. */
  unsubscribe?: { label: string; url: string };
}

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
  ics?: string;
}

/** Atoll's own colour, as in the tokens of the web app. */
const lagoon = "#0a7470";

/** Renders a mail as plain text and as HTML that mail programs of the last twenty years can show. */
export function renderMail(content: MailContent, look: MailLook): RenderedMail {
  return {
    subject: oneLine(content.subject),
    text: asText(content, look),
    html: asHtml(content, look),
    ...(content.ics && { ics: content.ics }),
  };
}

/** Returns a text without line breaks and other control characters, for headers. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").trim();
}

function asText(content: MailContent, { companyName, publicUrl, unsubscribe }: MailLook): string {
  const { heading, paragraphs, facts = [], sections = [], action, notes = [] } = content;
  const blocks = [
    canBeAnswered(content)
      ? [answerLine, ...(content.replyTo ? [content.replyTo.readers] : [])].join("\n")
      : "",
    heading,
    ...paragraphs,
    facts.map(({ label, value }) => `${label}: ${oneLine(value)}`).join("\n"),
    ...sections.flatMap(({ title, lines }) => [
      title.toUpperCase(),
      ...lines.map(({ text, url, detail, replyTo }) =>
        [
          `- ${oneLine(text)}`,
          ...(detail ? [oneLine(detail)] : []),
          url,
          ...(replyTo ? [`Reply by mail: ${replyTo.address}`, replyTo.readers] : []),
        ].join("\n  "),
      ),
    ]),
    action ? `${action.label}:\n${action.url}` : "",
    ...notes,
    `-- \n${companyName}\n${publicUrl}${unsubscribe ? `\n${unsubscribe.label}: ${unsubscribe.url}` : ""}`,
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

function canBeAnswered({ replyTo, sections = [] }: MailContent): boolean {
  return (
    replyTo !== undefined || sections.some(({ lines }) => lines.some((line) => line.replyTo !== undefined))
  );
}

const font = "font-family:Figtree,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Tables and inline styles, because mail programs leave out the rest. The style sheet only recolours dark mode. */
function asHtml(content: MailContent, look: MailLook): string {
  const { heading, paragraphs, facts = [], sections = [], action, notes = [] } = content;
  const { tropical, dark } = companyTokens(look.colour ?? lagoon);
  const host = escapeHtml(URL.parse(look.publicUrl)?.host ?? look.publicUrl);
  const top = canBeAnswered(content)
    ? `<tr><td class="m" style="padding:0 4px 12px;${font};font-size:12px;line-height:18px;color:#52666b">${answerLine}${content.replyTo ? `<br>${escapeHtml(content.replyTo.readers)}` : ""}</td></tr>\n`
    : "";
  const body = [
    `<h1 class="t" style="margin:0 0 16px;${font};font-size:22px;line-height:28px;font-weight:600;color:#12262b">${escapeHtml(heading)}</h1>`,
    ...paragraphs.map((text) => paragraph(text, "t", "0 0 16px", "15px", "23px", "#12262b")),
    factTable(facts),
    ...sections.map((section) => sectionTable(section, tropical["primary-text"])),
    action ? button(action, tropical) : "",
    ...notes.map((text) => paragraph(text, "m", "16px 0 0", "13px", "20px", "#52666b")),
    action
      ? `<p class="m" style="margin:16px 0 0;${font};font-size:12px;line-height:18px;color:#52666b;word-break:break-all">If the button does not work, open this address:<br><a class="l" href="${escapeHtml(action.url)}" style="color:${tropical["primary-text"]}">${escapeHtml(action.url)}</a></p>`
      : "",
  ].join("\n");
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(oneLine(content.subject))}</title>
<style>@media (prefers-color-scheme:dark){.bg{background:#0a1a23!important}.card{background:#10242e!important;border-color:${dark.primary} #25414d #25414d!important}.t{color:#e6eef0!important}.m{color:#a3b8bf!important}.l{color:${dark["primary-text"]}!important}.b{background:${dark.primary}!important}.bt{color:${dark["primary-contrast"]}!important}.f{border-color:#25414d!important}}</style>
</head><body class="bg" style="margin:0;padding:0;background:#f2ebde">
<table role="presentation" class="bg" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f2ebde"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
${top}<tr><td style="padding:0 4px 12px;${font};font-size:16px;line-height:24px;font-weight:600"><span class="t" style="color:#12262b">${escapeHtml(look.companyName)}</span></td></tr>
<tr><td class="card" style="background:#ffffff;border:1px solid #ddd3c0;border-top:4px solid ${tropical.primary};border-radius:12px;padding:28px 24px" bgcolor="#ffffff">
${body}
</td></tr>
<tr><td class="m" style="padding:16px 4px 0;${font};font-size:12px;line-height:18px;color:#52666b">Sent by the workspace of ${escapeHtml(look.companyName)} at <a class="l" href="${escapeHtml(look.publicUrl)}" style="color:${tropical["primary-text"]}">${host}</a>${unsubscribeLink(look, tropical["primary-text"])}</td></tr>
</table></td></tr></table>
</body></html>
`;
}

function paragraph(
  text: string,
  className: string,
  margin: string,
  size: string,
  lineHeight: string,
  colour: string,
): string {
  const lines = text.split("\n").map(escapeHtml).join("<br>");
  return `<p class="${className}" style="margin:${margin};${font};font-size:${size};line-height:${lineHeight};color:${colour};overflow-wrap:anywhere">${lines}</p>`;
}

function factTable(facts: NonNullable<MailContent["facts"]>): string {
  if (facts.length === 0) return "";
  const rows = facts.map(
    ({ label, value }) =>
      `<tr><td class="m f" width="130" style="padding:8px 12px 8px 0;border-top:1px solid #e7dfd0;${font};font-size:13px;line-height:20px;color:#52666b;vertical-align:top;white-space:nowrap">${escapeHtml(label)}</td><td class="t f" style="padding:8px 0;border-top:1px solid #e7dfd0;${font};font-size:13px;line-height:20px;color:#12262b;overflow-wrap:anywhere">${escapeHtml(value)}</td></tr>`,
  );
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px">${rows.join("")}</table>`;
}

function sectionTable({ title, lines }: MailSection, colour: string): string {
  const rows = lines.map(
    ({ text, url, detail, replyTo }) =>
      `<tr><td class="f" style="padding:9px 0;border-top:1px solid #e7dfd0;${font};font-size:15px;line-height:21px;overflow-wrap:anywhere"><a class="l" href="${escapeHtml(url)}" style="color:${colour};text-decoration:none">${escapeHtml(oneLine(text))}</a>${
        detail
          ? `<br><span class="m" style="font-size:13px;line-height:19px;color:#52666b">${escapeHtml(oneLine(detail))}</span>`
          : ""
      }${replyTo ? `<br><a class="l" href="mailto:${escapeHtml(replyTo.address)}" style="font-size:13px;line-height:19px;color:${colour}">Reply by mail</a><br><span class="m" style="font-size:12px;line-height:18px;color:#52666b">${escapeHtml(replyTo.readers)}</span>` : ""}</td></tr>`,
  );
  return `<h2 class="m" style="margin:20px 0 6px;${font};font-size:13px;line-height:18px;font-weight:600;color:#52666b">${escapeHtml(title)}</h2><table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 14px">${rows.join("")}</table>`;
}

function unsubscribeLink({ unsubscribe }: MailLook, colour: string): string {
  if (!unsubscribe) return "";
  const { label, url } = unsubscribe;
  return `<br><a class="l" href="${escapeHtml(url)}" style="color:${colour}">${escapeHtml(label)}</a>`;
}

function button(
  { label, url }: NonNullable<MailContent["action"]>,
  { primary, "primary-contrast": contrast }: { primary: string; "primary-contrast": string },
): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 0"><tr><td class="b" bgcolor="${primary}" style="background:${primary};border-radius:6px"><a class="bt" href="${escapeHtml(url)}" style="display:inline-block;padding:11px 20px;${font};font-size:15px;line-height:20px;font-weight:600;color:${contrast};text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`;
}
