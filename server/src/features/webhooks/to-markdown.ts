import { messageMaxLength } from "@atoll/contract/chat/limits";
import {
  callOfAll,
  fenced,
  isWebAddress,
  linkTo,
  maxText,
  mention,
  mrkdwnToMarkdown,
  type TextRules,
} from "./mrkdwn.ts";

/** Blocks inside of attachments and lists inside of lists: deeper ones are left out. */
const maxDepth = 8;
/** Parts of one list that are read. */
const maxParts = 100;
type Part = Record<string, unknown>;

/** The rules, and how many characters may still be read: what comes later would be cut off anyway. */
interface LimitedRules extends TextRules {
  budget: { left: number };
}

/**
 * Returns the Markdown of a delivery in Slack's or Mattermost's shape: its text or its blocks, then its attachments.
 * What Atoll cannot show is left out. The work is linear in what is shown, however deep and long the delivery is.
 */
export function toMarkdown(payload: Part, given: TextRules): string {
  const rules: LimitedRules = { ...given, budget: { left: maxText } };
  const lines: string[] = [];
  // As in Slack, the text is only for notifications if there are blocks.
  const blocks = blocksToLines(payload["blocks"], rules, 0);
  if (blocks.length > 0) lines.push(...blocks);
  else lines.push(...textLines(payload["text"], rules, payload["mrkdwn"] !== false));
  for (const attachment of partsOf(payload["attachments"]))
    lines.push("", ...attachmentLines(attachment, rules));
  return lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Cuts a message that is too long, at a line if there is one near. */
export function cutMessage(content: string): string {
  if (content.length <= messageMaxLength) return content;
  const mark = "\n\n… (cut)";
  const text = content.slice(0, messageMaxLength - mark.length).toWellFormed();
  const line = text.lastIndexOf("\n");
  return `${(line > text.length - 500 ? text.slice(0, line) : text).trimEnd()}${mark}`;
}

function blocksToLines(blocks: unknown, rules: LimitedRules, depth: number): string[] {
  if (depth > maxDepth) return [];
  return partsOf(blocks).flatMap((block) => {
    if (rules.budget.left <= 0) return [];
    // Also one without a text has a line.
    rules.budget.left -= 4;
    const lines = blockLines(block, rules, depth);
    return lines.length > 0 ? [...lines, ""] : [];
  });
}

function blockLines(block: Part, rules: LimitedRules, depth: number): string[] {
  switch (block["type"]) {
    case "header":
      return textOf(block["text"], rules).map((text) => `**${text.replaceAll("*", "")}**`);
    case "section":
      return [
        ...textOf(block["text"], rules),
        ...partsOf(block["fields"]).flatMap((field) => textOf(field, rules)),
        ...linkOf(block["accessory"], rules),
      ];
    case "context":
      return joined(
        partsOf(block["elements"]).flatMap((element) =>
          element["type"] === "image" ? stringOf(element["alt_text"]) : textOf(element, rules),
        ),
      );
    case "divider":
      return ["---"];
    case "image": {
      const alt = [...textOf(block["title"], rules), ...stringOf(block["alt_text"])][0] ?? "Image";
      return [linkTo(block["image_url"], alt)];
    }
    case "actions":
      return joined(partsOf(block["elements"]).flatMap((element) => linkOf(element, rules)));
    case "rich_text":
      return partsOf(block["elements"]).flatMap((element) => richLines(element, rules, depth + 1));
    default:
      return [];
  }
}

/** A button or an image with an address, as a link. Buttons that Slack would answer itself have none. */
function linkOf(element: unknown, rules: LimitedRules): string[] {
  const part = partOf(element);
  if (!part) return [];
  const address = part["url"] ?? part["image_url"];
  if (!isWebAddress(address)) return [];
  const text = [...textOf(part["text"], rules), ...stringOf(part["alt_text"])][0];
  return [linkTo(address, text ?? address)];
}

function richLines(element: Part, rules: LimitedRules, depth: number): string[] {
  if (depth > maxDepth) return [];
  const inside = () => inlineText(element["elements"], rules);
  switch (element["type"]) {
    case "rich_text_section":
      return inside().split("\n");
    case "rich_text_quote":
      return quoted(inside().split("\n"));
    case "rich_text_preformatted":
      return fenced(
        partsOf(element["elements"])
          .flatMap((part) => stringOf(part["text"] ?? part["url"]))
          .join(""),
      );
    case "rich_text_list": {
      const indent = "  ".repeat(Math.min(numberOf(element["indent"]), maxDepth));
      return partsOf(element["elements"]).flatMap((item, index) => {
        const mark = element["style"] === "ordered" ? `${index + 1}.` : "-";
        return richLines(item, rules, depth + 1).map(
          (line, at) => `${indent}${at === 0 ? `${mark} ` : "  "}${line}`,
        );
      });
    }
    default:
      return [];
  }
}

function inlineText(elements: unknown, rules: LimitedRules): string {
  return partsOf(elements)
    .map((element) => {
      switch (element["type"]) {
        case "text":
          return styled(take(stringOf(element["text"]).join(""), rules), element["style"]);
        case "link":
          return linkTo(element["url"], stringOf(element["text"])[0] ?? "");
        case "emoji":
          return emojiOf(element);
        case "user":
          return mention(stringOf(element["user_id"])[0] ?? "", rules);
        case "broadcast":
          return callOfAll(stringOf(element["range"])[0] ?? "", rules);
        case "channel":
          return "#channel";
        case "date":
          return stringOf(element["fallback"]).join("");
        default:
          return "";
      }
    })
    .join("");
}

function styled(text: string, style: unknown): string {
  const wanted = partOf(style);
  const core = text.trim();
  if (!wanted || core === "") return text;
  let marked = wanted["code"] === true ? `\`${core.replaceAll("`", "'")}\`` : core;
  if (wanted["bold"] === true) marked = `**${marked}**`;
  if (wanted["italic"] === true) marked = `_${marked}_`;
  if (wanted["strike"] === true) marked = `~~${marked}~~`;
  return text.replace(core, () => marked);
}

/** Emoji come with their code points, if they are not the company's own. */
function emojiOf(element: Part): string {
  const codes = (stringOf(element["unicode"])[0] ?? "").split("-").map((code) => Number.parseInt(code, 16));
  const isEmoji = codes.length <= 10 && codes.every((code) => code >= 0x23 && code <= 0x1ffff);
  return isEmoji ? String.fromCodePoint(...codes) : `:${stringOf(element["name"])[0] ?? ""}:`;
}

function attachmentLines(attachment: Part, rules: LimitedRules): string[] {
  const marked = (name: string) => textLines(attachment[name], rules, true);
  const plain = (name: string) => stringOf(attachment[name]).map((text) => take(text, rules));
  const title = plain("title").map((text) => linkOrBold(attachment["title_link"], text));
  const author = plain("author_name").map((text) =>
    isWebAddress(attachment["author_link"]) ? linkTo(attachment["author_link"], text) : text,
  );
  const inside = [
    ...author,
    ...title,
    ...marked("text"),
    ...partsOf(attachment["fields"]).flatMap((field) => fieldLines(field, rules)),
    ...blocksToLines(attachment["blocks"], rules, 1),
    ...[attachment["image_url"], attachment["thumb_url"]].flatMap((url) =>
      isWebAddress(url) ? [linkTo(url, "Image")] : [],
    ),
    ...joined(
      partsOf(attachment["actions"]).flatMap((action) =>
        linkOf({ ...action, text: action["text"] ?? action["name"] }, rules),
      ),
    ),
    ...joined(plain("footer")).map((text) => `_${text.replaceAll("_", " ")}_`),
  ];
  // Its last resort, for programs that show nothing else.
  const shown = inside.some((line) => line.trim() !== "") ? inside : marked("fallback");
  const sign = colourSign(attachment["color"]);
  const first = shown.findIndex((line) => line.trim() !== "");
  return [
    ...marked("pretext"),
    ...quoted(shown.map((line, index) => (index === first && sign ? `${sign} ${line}` : line))),
  ];
}

/** Stands for the coloured bar of an attachment. */
function colourSign(colour: unknown): string | undefined {
  if (typeof colour !== "string") return undefined;
  const named = { good: "🟢", warning: "🟡", danger: "🔴" }[colour];
  const hex = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  if (named || !hex) return named;
  const [red = 0, green = 0, blue = 0] = hex.slice(1).map((part) => Number.parseInt(part, 16));
  const strongest = Math.max(red, green, blue);
  if (strongest - Math.min(red, green, blue) < 40) return strongest > 160 ? "⚪" : "⚫";
  if (blue === strongest) return red > 0.6 * blue ? "🟣" : "🔵";
  if (green === strongest && red < 0.8 * green) return "🟢";
  if (red === strongest && green < 0.3 * red) return "🔴";
  return green < 0.68 * red ? "🟠" : "🟡";
}

function linkOrBold(address: unknown, text: string): string {
  const bold = `**${text.replaceAll("*", "")}**`;
  return isWebAddress(address) ? linkTo(address, text) : bold;
}

function fieldLines(field: Part, rules: LimitedRules): string[] {
  const title = stringOf(field["title"]).map((text) => take(text, rules).replaceAll("*", ""))[0];
  const [first = "", ...rest] = textLines(field["value"], rules, true);
  return title ? [`**${title}:** ${first}`, ...rest] : [first, ...rest];
}

/** Returns as much of a text as may still be read. */
function take(text: string, { budget }: LimitedRules): string {
  const read = text.slice(0, Math.max(0, budget.left)).toWellFormed();
  budget.left -= read.length;
  return read;
}

/** The text of a text object, which says itself how it is written. */
function textOf(value: unknown, rules: LimitedRules): string[] {
  if (typeof value === "string") return textLines(value, rules, false);
  const part = partOf(value);
  return part ? textLines(part["text"], rules, part["type"] === "mrkdwn") : [];
}

function textLines(value: unknown, rules: LimitedRules, isMrkdwn: boolean): string[] {
  const [text] = stringOf(value);
  if (text === undefined || text === "") return [];
  return (isMrkdwn ? mrkdwnToMarkdown(take(text, rules), rules) : take(text, rules)).split("\n");
}

function quoted(lines: readonly string[]): string[] {
  const last = lines.findLastIndex((line) => line !== "");
  return lines.slice(0, last + 1).map((line) => (line === "" ? ">" : `> ${line}`));
}

function joined(parts: readonly string[]): string[] {
  return parts.length > 0 ? [parts.join(" · ").replaceAll("\n", " ")] : [];
}

function partOf(value: unknown): Part | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Part) : undefined;
}

function partsOf(value: unknown): Part[] {
  const parts: unknown[] = Array.isArray(value) ? value.slice(0, maxParts) : [];
  return parts.map(partOf).filter((part) => part !== undefined);
}

/** A text, also where a program sends a number or a truth value. */
function stringOf(value: unknown): string[] {
  if (typeof value === "string") return value === "" ? [] : [value.slice(0, maxText)];
  return typeof value === "number" || typeof value === "boolean" ? [String(value)] : [];
}

function numberOf(value: unknown): number {
  return typeof value === "number" && value > 0 ? Math.floor(value) : 0;
}
