import type { ImportedMessage, ImportedText } from "../../chat/public.ts";
import { emojiOf, withEmoji } from "../messages/emoji.ts";
import { joinText } from "../messages/markdown.ts";
import { timeOf } from "../messages/message-survey.ts";
import { codesMark, type WaitingMessage } from "./shapes.ts";

/** The people, streams and files that texts can name. */
export interface Surroundings {
  personOf(id: number): string;
  /** Returns the key of a person in a text. A name alone has to be that of a single person. */
  personCalled(name: string, id: number | undefined): string | undefined;
  placeOf(streamName: string): { key: string; isPublic: boolean } | undefined;
  filePath(path: string): string | undefined;
  isQuote?: boolean;
  messageKey(message: Pick<WaitingMessage, "id" | "at">): string;
}

/** Longer than any message of Zulip: its limit is 10,000. */
export const maxTextLength = 100_000;

/**
 * Returns the message as Atoll has it, or the kind of line that says why there is none.
 * @param of.root the first message of its topic. Null for messages without one.
 */
export function toMessage(
  raw: WaitingMessage,
  { root, isNotice }: { root: Pick<WaitingMessage, "id" | "at"> | null; isNotice: boolean },
  around: Surroundings,
): { message: ImportedMessage } | { skipped: string; detail?: string } {
  if (isNotice) return { skipped: "notice_skipped" };
  const at = timeOf(raw.at);
  if (!at) return { skipped: "record_without_time", detail: String(raw.id) };
  if (raw.content.length > maxTextLength) return { skipped: "record_too_large", detail: String(raw.id) };
  const written = raw.content.startsWith("/me ")
    ? ["_", ...fromMarkdown(raw.content.slice(4), around), "_"]
    : fromMarkdown(raw.content, around);
  if (written.length === 0 && raw.files.length === 0)
    return { skipped: "message_empty", detail: String(raw.id) };
  const isRoot = root?.id === raw.id;
  const notes: string[] = [];
  const reactions = raw.reactions.flatMap(({ user, emoji: name }) => {
    const emoji = name.startsWith(codesMark) ? fromCodes(name.slice(codesMark.length)) : emojiOf(name);
    if (emoji === undefined) notes.push("reaction_unknown");
    return emoji === undefined ? [] : [{ emoji, people: [around.personOf(user)] }];
  });
  return {
    message: {
      key: around.messageKey(raw),
      ...{ at, reactions, notes, isDeleted: false, isPinned: false },
      author: around.personOf(raw.sender),
      // A thread has no name of its own.
      text: joinText([
        ...(isRoot ? [`**${raw.topic.replace(/([\\*_`~[\]])/g, "\\$1")}**\n`] : []),
        ...written,
      ]),
      threadKey: root === null || isRoot ? null : around.messageKey(root),
      threadAuthor: null,
      editedAt: raw.editedAt === null ? null : (timeOf(raw.editedAt) ?? null),
      files: raw.files.map(({ name, path }, index) => ({
        ...{ key: `file-${index}`, name: name || "a file", path: around.filePath(path) },
      })),
    },
  };
}

/** An emoji by its code points, such as "1f468-200d-1f4bb". Undefined for characters that are none. */
function fromCodes(codes: string): string | undefined {
  if (!/^[0-9a-f]{4,6}(?:-[0-9a-f]{4,6}){0,9}$/.test(codes)) return undefined;
  const points = codes.split("-").map((code) => Number.parseInt(code, 16));
  if (points.some((point) => point > 0x10ffff)) return undefined;
  const emoji = String.fromCodePoint(...points);
  // Zulip leaves out the sign that a character is shown as an emoji.
  return [emoji, `${emoji}\uFE0F`].find((one) => /^\p{RGI_Emoji}$/v.test(one));
}

const maxQuotes = 8;
const fence = /^ {0,3}(`{3,}|~{3,})([^\n]*)$/;

interface Fence {
  mark: string;
  kind: "code" | "quote";
}

/** Turns Zulip's Markdown into ours: its blocks of quotes and spoilers, and what it names. */
function fromMarkdown(content: string, around: Surroundings): ImportedText[] {
  const open: Fence[] = [];
  const parts: ImportedText[] = [];
  let quotes = 0;
  const add = (line: readonly ImportedText[]) => {
    parts.push("> ".repeat(quotes));
    for (const part of line) parts.push(part);
    parts.push("\n");
  };
  const close = () => {
    const last = open.pop();
    if (last?.kind === "code") add([last.mark]);
    if (last?.kind !== "quote") return;
    quotes -= 1;
    if (quotes === 0) parts.push("\n");
  };
  for (const line of content.split("\n")) {
    const [, found = "", rest = ""] = fence.exec(line) ?? [];
    // Code within a line can begin with three backticks, too.
    const mark = found.startsWith("`") && rest.includes("`") ? "" : found;
    const top = open.at(-1);
    const closes = mark !== "" && rest.trim() === "" && top !== undefined && isEndOf(mark, top);
    if (closes) close();
    else if (top?.kind === "code") add([line]);
    else if (mark === "") add(fromLine(line, quotes > 0 ? quoting(around) : around));
    else {
      const [language = "", ...words] = rest.trim().split(" ");
      if (/^(?:quote|spoiler)$/i.test(language) && quotes < maxQuotes) {
        open.push({ mark, kind: "quote" });
        quotes += 1;
        if (language.toLowerCase() === "spoiler") add([`**${words.join(" ") || "Spoiler"}**`]);
      } else {
        add([mark + rest.trim()]);
        open.push({ mark, kind: "code" });
      }
    }
  }
  while (open.length > 0) close();
  return joinText(parts);
}

/** In a quotation, Zulip names people and notifies nobody. */
const quoting = (around: Surroundings): Surroundings => ({ ...around, isQuote: true });

const isEndOf = (mark: string, fence: Fence) => mark[0] === fence.mark[0] && mark.length >= fence.mark.length;

const tokens =
  /(@_?\*\*[^*\n]{1,200}\*\*|@_?\*[^*\n]{1,200}\*|#\*\*[^*\n]{1,300}\*\*|!?\[[^[\]\n]{0,300}\]\((?:https?:\/\/[^\s)/]{1,200})?\/user_uploads\/[^)\s]{1,1000}\)|<time:[^>\n]{1,60}>)/;

function fromLine(line: string, around: Surroundings): ImportedText[] {
  return line
    .split(/(`[^`\n]+`)/)
    .flatMap((piece, index) =>
      index % 2 === 1
        ? [piece]
        : piece
            .split(tokens)
            .flatMap((part, at) => (at % 2 === 0 ? [withEmoji(part)] : fromToken(part, around))),
    );
}

function fromToken(token: string, around: Surroundings): ImportedText[] {
  if (token.startsWith("<time:")) return [token.slice(6, -1)];
  if (token.startsWith("#**")) return fromStream(token.slice(3, -2), around);
  if (token.startsWith("@")) return fromMention(token, around);
  // The file itself is an attachment of the message.
  const label = token.slice(token.indexOf("[") + 1, token.lastIndexOf("]("));
  return [label || decodeName(token)];
}

function decodeName(token: string): string {
  const name = token.slice(token.lastIndexOf("/") + 1, -1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function fromMention(token: string, around: Surroundings): ImportedText[] {
  const isSilent = around.isQuote || token.startsWith("@_");
  const inner = token.replace(/^@_?\*{1,2}/, "").replace(/\*{1,2}$/, "");
  if (!token.includes("**")) return [`@${inner}`];
  const [, name = inner, id] = /^(.*)\|(\d{1,15})$/.exec(inner) ?? [];
  if (isSilent) return [name];
  if (/^(?:all|everyone|channel|stream)$/.test(inner)) return ["@channel"];
  const person = around.personCalled(name, id === undefined ? undefined : Number(id));
  return person === undefined ? [`@${name}`] : ["@", { person }];
}

/** A stream, a topic of it, or a message of a topic. */
function fromStream(inner: string, { placeOf }: Surroundings): ImportedText[] {
  const sign = inner.indexOf(">");
  const name = sign < 0 ? inner : inner.slice(0, sign);
  const topic = sign < 0 ? "" : ` > ${inner.slice(sign + 1).replace(/@\d+$/, "")}`;
  const place = placeOf(name);
  // Topics of private channels are named in texts as little as these.
  return place === undefined
    ? [`#${name}${topic}`]
    : ["#", { place: place.key }, place.isPublic ? topic : ""];
}
