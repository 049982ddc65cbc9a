import type { ImportedText } from "../../chat/public.ts";
import { withEmoji } from "../messages/emoji.ts";
import { joinText, link as writeLink } from "../messages/markdown.ts";

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
export const link = (address: string, label: string | undefined): string =>
  writeLink(withoutTokens(address), label);

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
