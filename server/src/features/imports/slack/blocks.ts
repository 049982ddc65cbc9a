import type { ImportedText } from "../../chat/public.ts";
import { emojiOf } from "../messages/emoji.ts";
import { type AttachmentTexts, fieldsIn, isFields, joinText, quoted, wordsIn } from "../messages/markdown.ts";
import { decode, fromMarkup, link } from "./text.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Returns the text of a message's blocks: what its author wrote, or what a bot laid out. Empty without any. */
export function fromBlocks(blocks: readonly unknown[]): ImportedText[] {
  return joinText(fieldsIn(blocks).flatMap(fromBlock));
}

function fromBlock(block: Fields): ImportedText[] {
  switch (block.type) {
    case "rich_text":
      return fieldsIn(block.elements).flatMap((element) => fromRichText(element));
    case "header":
      return isFields(block.text)
        ? [`\n**${decode(wordsIn(block.text.text)).replaceAll("*", "\\*")}**\n`]
        : [];
    case "section":
      return [...textOf(block.text), ...fieldsIn(block.fields).flatMap((field) => textOf(field))];
    case "context":
      return fieldsIn(block.elements).flatMap((element) => textOf(element));
    case "image":
      return [`\n${wordsIn(block.alt_text) || "Image"}\n`];
    case "divider":
      return ["\n"];
    default:
      return [];
  }
}

/** A text object, or an element that has one. */
function textOf(value: unknown): ImportedText[] {
  if (!isFields(value)) return [];
  if (isFields(value.text)) return textOf(value.text);
  const words = wordsIn(value.text);
  if (words === "") return [];
  return value.type === "mrkdwn" ? ["\n", ...fromMarkup(words), "\n"] : [`\n${decode(words)}\n`];
}

function fromRichText(element: Fields, depth = 0): ImportedText[] {
  const children = fieldsIn(element.elements);
  switch (element.type) {
    case "rich_text_preformatted":
      return ["\n```\n", ...children.flatMap((leaf) => wordsIn(leaf.text) || wordsIn(leaf.url)), "\n```\n"];
    case "rich_text_quote":
      return ["\n> ", ...quoted(children.flatMap(fromLeaf)), "\n"];
    case "rich_text_list": {
      const indent = "  ".repeat(Math.min(8, typeof element.indent === "number" ? element.indent : depth));
      const mark = element.style === "ordered" ? "1." : "-";
      return [
        "\n",
        ...children.flatMap((item): ImportedText[] => [
          `${indent}${mark} `,
          ...(item.type === "rich_text_list"
            ? fromRichText(item, depth + 1)
            : fieldsIn(item.elements).flatMap(fromLeaf)),
          "\n",
        ]),
      ];
    }
    default:
      return children.flatMap(fromLeaf);
  }
}

function fromLeaf(leaf: Fields): ImportedText[] {
  const style = isFields(leaf.style) ? leaf.style : {};
  switch (leaf.type) {
    case "text":
      return [styled(wordsIn(leaf.text), style)];
    case "link":
      return [link(wordsIn(leaf.url), wordsIn(leaf.text) || undefined)];
    case "user":
      return ["@", { person: wordsIn(leaf.user_id) }];
    case "channel":
      return ["#", { place: wordsIn(leaf.channel_id) }];
    case "broadcast":
      return [leaf.range === "here" ? "@here" : "@channel"];
    case "usergroup":
      return ["@group"];
    case "emoji":
      return [emojiOf(wordsIn(leaf.name)) ?? fromCodes(wordsIn(leaf.unicode)) ?? `:${wordsIn(leaf.name)}:`];
    case "date":
      return [wordsIn(leaf.fallback)];
    case "color":
      return [wordsIn(leaf.value)];
    default:
      return [wordsIn(leaf.text)];
  }
}

/** An emoji that is given as its code points, such as "1f468-200d-1f4bb". */
function fromCodes(codes: string): string | undefined {
  if (!/^[0-9a-f]{2,5}(?:-[0-9a-f]{2,5}){0,9}$/.test(codes)) return undefined;
  return String.fromCodePoint(...codes.split("-").map((code) => Number.parseInt(code, 16)));
}

/** Markdown around words, with the spaces at their ends outside of it. */
function styled(words: string, style: Fields): string {
  if (style.code) return words.includes("`") ? words : `\`${words}\``;
  const inner = words.trim();
  if (inner === "") return words;
  const before = words.slice(0, words.length - words.trimStart().length);
  const after = words.slice(words.trimEnd().length);
  let text = inner.replace(/([*`~])/g, "\\$1").replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_");
  if (style.strike) text = `~~${text}~~`;
  if (style.italic) text = `_${text}_`;
  if (style.bold) text = `**${text}**`;
  return before + text + after;
}

/** Attachments of Slack's bots are in its own markup, or have blocks. */
export const attachmentTexts: AttachmentTexts = {
  marked: fromMarkup,
  plain: decode,
  link,
  laidOut: ({ blocks }) => fromBlocks(Array.isArray(blocks) ? blocks : []),
};
