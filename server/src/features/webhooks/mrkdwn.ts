import { messageMaxLength } from "@atoll/contract/chat/limits";

/** Characters of one text that are read; a message is far shorter. */
export const maxText = 2 * messageMaxLength;

/** The people and calls that a delivery may refer to. */
export interface TextRules {
  /** The name of a person of the channel by their ID, to be mentioned; undefined for anyone else. */
  nameOf: (id: string) => string | undefined;
  /** Whether a call of everyone is one. Chat decides about those that stand in the text as they are. */
  mayCallAll: boolean;
}

/** Mattermost's programs write Markdown, and Slack's mrkdwn: each has signs that the other does not use. */
const isMarkdown = /\*\*\S|\]\(https?:|^#{1,6} |^\|.*\|$/m;

/** Returns the Markdown of a text in Slack's mrkdwn. Code stays as it is; so does a text that is Markdown already. */
export function mrkdwnToMarkdown(text: string, rules: TextRules): string {
  const keepsMarks = isMarkdown.test(text);
  return text
    .split(/(```[\s\S]*?```|`[^`\n]+`)/)
    .map((part, index) => (index % 2 === 1 ? codeOf(part) : proseOf(part, rules, keepsMarks)))
    .join("");
}

/** Slack closes a block of code on the line of its last word. */
function codeOf(code: string): string {
  const text = unescaped(code.replace(/<(https?:[^<>|\s]+)(?:\|[^<>\n]*)?>/g, "$1"));
  return text.startsWith("```") ? `\n${fenced(text.slice(3, -3)).join("\n")}\n` : text;
}

function proseOf(prose: string, rules: TextRules, keepsMarks: boolean): string {
  return prose
    .split(/(<[^<>\n]+>)/)
    .map((part, index) => {
      if (index % 2 === 1) return referenceOf(part.slice(1, -1), rules);
      return unescaped(keepsMarks ? part : marksOf(part));
    })
    .join("");
}

function marksOf(text: string): string {
  return text
    .replace(/(^|[\s({[_~>])\*(?=\S)([^*\n]*[^*\s])\*(?![\p{L}\p{N}*])/gmu, "$1**$2**")
    .replace(/(^|[\s({[_*>])~(?=\S)([^~\n]*[^~\s])~(?![\p{L}\p{N}~])/gmu, "$1~~$2~~");
}

/** Returns the Markdown of a reference between < and >: a link, a mention, a call of everyone, a date. */
function referenceOf(inside: string, rules: TextRules): string {
  const bar = inside.indexOf("|");
  const target = unescaped(bar < 0 ? inside : inside.slice(0, bar));
  const label = bar < 0 ? undefined : unescaped(inside.slice(bar + 1));
  if (target.startsWith("@")) return mention(target.slice(1), rules, label);
  if (target.startsWith("#")) return `#${label ?? "channel"}`;
  if (target.startsWith("!date^")) return label ?? "";
  if (target.startsWith("!")) return callOfAll(target.slice(1), rules, label);
  return target.startsWith("mailto:") || isWebAddress(target)
    ? linkTo(target, label ?? "")
    : (label ?? target);
}

/** Returns a mention of a person of the channel, and for anyone else their name without effect. */
export function mention(id: string, rules: TextRules, label?: string): string {
  const name = rules.nameOf(id.toLowerCase());
  return name === undefined ? (label ?? "someone") : `@${name}`;
}

/** Returns a call of everyone, which has no effect unless the webhook may. */
export function callOfAll(range: string, rules: TextRules, label?: string): string {
  const call = range === "here" ? "@here" : "@channel";
  const isCall = ["here", "channel", "everyone"].includes(range);
  if (isCall && rules.mayCallAll) return call;
  return isCall ? call.slice(1) : (label ?? range).replace(/^@/, "");
}

/** Returns a link, or only its text for an address that browsers do not open. */
export function linkTo(address: unknown, text: string): string {
  // Brackets would end the text of the link.
  const label = text.replaceAll("[", "(").replaceAll("]", ")").replaceAll("\n", " ").trim();
  if (typeof address !== "string" || !/^(https?:\/\/|mailto:)/i.test(address)) return label;
  const safe = address
    .slice(0, 2_000)
    .replace(/[\s<>()\\]/g, (sign) => encodeURIComponent(sign).replace("(", "%28").replace(")", "%29"));
  return label === "" || label === address ? safe : `[${label}](${safe})`;
}

/** Returns whether this is an address of the web. */
export function isWebAddress(value: unknown): value is string {
  return typeof value === "string" && /^https?:\/\//i.test(value);
}

function unescaped(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

/** Returns the lines of a block of code. */
export function fenced(code: string): string[] {
  return [
    "```",
    ...code
      .replaceAll("```", "'''")
      .replace(/^\n|\n$/g, "")
      .split("\n"),
    "```",
  ];
}
