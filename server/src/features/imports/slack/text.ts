import type { ImportedText } from "../../chat/public.ts";
import { emojiOf } from "./emoji.ts";

/** Turns the text of a message in Slack's own markup into Markdown. */
export function fromMarkup(text: string): ImportedText[] {
  const parts: ImportedText[] = [];
  // Code stays as it is, but for Slack's three entities.
  for (const [index, piece] of text.split(/(```[\s\S]*?```|`[^`\n]+`)/).entries()) {
    if (index % 2 === 0) parts.push(...fromProse(piece));
    else if (piece.startsWith("```"))
      parts.push(`\n\`\`\`\n${decode(piece.slice(3, -3)).replace(/^\n|\n$/g, "")}\n\`\`\`\n`);
    else parts.push(decode(piece));
  }
  return joinText(parts);
}

function fromProse(prose: string): ImportedText[] {
  return prose.split(/(<[^<>\n]{1,4000}>)/).flatMap((piece, index): ImportedText[] => {
    if (index % 2 === 1) return fromAngle(piece.slice(1, -1));
    const marked = piece
      .replace(/^(?:&gt;){1,3} ?/gm, "> ")
      .replace(/^([^\S\n]*)[•◦▪] ?/gm, "$1- ")
      .replace(/(^|[\s([{"'>_~-])\*(?=\S)([^*\n]*[^*\s])\*(?=$|[\s)\]}"'.,:;!?_~-])/gm, "$1**$2**")
      .replace(/(^|[\s([{"'>_*-])~(?=\S)([^~\n]*[^~\s])~(?=$|[\s)\]}"'.,:;!?_*-])/gm, "$1~~$2~~");
    return [withEmoji(decode(marked))];
  });
}

/** Converts the text in angle brackets: a person, a channel, a call of everybody, a date or a link. */
function fromAngle(inner: string): ImportedText[] {
  const [target = "", label] = split(inner);
  if (/^@[UWB][A-Z0-9]+$/.test(target)) return ["@", { person: target.slice(1) }];
  if (/^#[CGD][A-Z0-9]+$/.test(target)) return ["#", { place: target.slice(1) }];
  if (/^!(?:channel|everyone)$/.test(target)) return ["@channel"];
  if (target === "!here") return ["@here"];
  if (target.startsWith("!subteam^")) return [label ? decode(label) : "@group"];
  if (target.startsWith("!date^")) return [decode(label ?? "")];
  if (target.startsWith("!")) return [decode(label ?? target)];
  return [link(decode(target), label === undefined ? undefined : decode(label))];
}

function split(inner: string): [string, string | undefined] {
  const at = inner.indexOf("|");
  return at < 0 ? [inner, undefined] : [inner.slice(0, at), inner.slice(at + 1)];
}

/** Writes a link in Markdown, without the token that opens Slack's own files. */
export function link(address: string, label: string | undefined): string {
  const safe = withoutTokens(address);
  if (!/^(?:https?|mailto|tel):/i.test(safe)) return label ?? safe;
  const isBare = label === undefined || label === "" || label === safe || `mailto:${label}` === safe;
  if (isBare) return safe.replace(/^(?:mailto|tel):/i, "");
  return `[${label.replace(/([[\]\\])/g, "\\$1")}](${safe.replace(/[()\s<>]/g, encodeURIComponent)})`;
}

/** Takes out the tokens with which exports open Slack's own files: readers of a message must not get them. */
export function withoutTokens(text: string): string {
  return text.replace(/([?&])t=xox[a-z]-[^&#\s|>)\]]*(&?)/gi, (_token, sign: string, more: string) =>
    more ? sign : "",
  );
}

export function decode(text: string): string {
  return text.replace(/&(lt|gt|amp);/g, (_entity, name: string) =>
    name === "lt" ? "<" : name === "gt" ? ">" : "&",
  );
}

function withEmoji(text: string): string {
  return text.replace(
    /:([a-z0-9_+'-]{1,60}(?:::skin-tone-[2-6])?):/g,
    (whole, name: string) => emojiOf(name) ?? whole,
  );
}

/** Joins neighbouring words, and cuts blank lines at both ends. */
export function joinText(parts: readonly ImportedText[]): ImportedText[] {
  const joined: ImportedText[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (typeof part === "string" && typeof last === "string") joined[joined.length - 1] = last + part;
    else if (part !== "") joined.push(part);
  }
  if (typeof joined[0] === "string") joined[0] = joined[0].replace(/^\s*\n/, "");
  const end = joined.at(-1);
  if (typeof end === "string") joined[joined.length - 1] = end.trimEnd();
  return joined.filter((part) => part !== "");
}
