import { posix } from "node:path";
import type { ImportedFile, ImportedMessage, ImportedText } from "../../chat/public.ts";
import type { FoundPerson } from "../archive/records.ts";
import { emojiOf, withEmoji } from "../messages/emoji.ts";
import { type AttachmentTexts, fromAttachments, joinText, link, wordsIn } from "../messages/markdown.ts";
import { timeOf } from "../messages/message-survey.ts";
import type { MattermostPost } from "./shapes.ts";

/** The people, channels and files that the texts of a conversation can name. */
export interface Surroundings {
  /** The key of a person by their name. Undefined for names that nobody has. */
  personOf(username: string): string | undefined;
  /** The key of a channel of the team by its name. */
  channelOf(name: string): string | undefined;
  filePath(path: string): string | undefined;
  /** The beginning of the keys of its messages. */
  prefix: string;
  /** The text is quoted, and calls nobody. */
  isQuote?: boolean;
}

/** Longer than any post of Mattermost. */
const maxTextLength = 1_000_000;

/** Posts that Mattermost writes itself, about people who join and settings that change. */
const isNotice = (type: string) =>
  type.startsWith("system_") || type === "add_bot_teams_channels" || type === "warn_metric_status";

/** The author of a post: a person by their name, a bot, or nobody that the export names. */
export type PostAuthor = { user: string } | Pick<FoundPerson, "key" | "name" | "isBot">;

export function authorOf({ user, props }: Pick<MattermostPost, "user" | "props">): PostAuthor {
  // Posts of a webhook have the name of the person who made it.
  if (props.from_webhook === "true" || props.from_webhook === true) {
    const name = wordsIn(props.override_username).replaceAll("\0", "").toWellFormed().slice(0, 100);
    return { key: `webhook:${user}:${name}`.slice(0, 200), name: name || "Webhook", isBot: true };
  }
  return user === "" ? { key: "unknown", name: "Unknown person", isBot: false } : { user };
}

/** Returns the key of a person who is in no list. It is never that of an address. */
export const unlistedKey = (username: string): string => `user:${username}`;

/**
 * Returns the message as Atoll has it, or the kind of line that says why there is none.
 * @param thread the first post of the thread that it replies to, and its print. Others can be of the same millisecond.
 */
export function toMessage(
  post: MattermostPost,
  thread: { root: MattermostPost; print: string | undefined } | undefined,
  around: Surroundings,
): { message: ImportedMessage } | { skipped: string; detail?: string } {
  if (isNotice(post.type)) return { skipped: "notice_skipped" };
  const at = timeOf(post.create_at);
  if (!at) return { skipped: "record_without_time", detail: String(post.create_at) };
  if (post.message.length > maxTextLength) return { skipped: "record_too_large", detail: at.toISOString() };
  const written = fromMarkdown(post.message, around);
  const own: ImportedText[] = post.type === "me" && written.length > 0 ? ["_", ...written, "_"] : written;
  const attached = Array.isArray(post.props.attachments) ? post.props.attachments : [];
  const text = joinText([...own, "\n", ...fromAttachments(attached, attachmentTexts(around))]);
  const files = post.attachments.map(({ path }, index) => toFile(path, index, around));
  if (text.length === 0 && files.length === 0) return { skipped: "message_empty", detail: at.toISOString() };
  const notes: string[] = [];
  const keyOf = (name: string) => around.personOf(name) ?? unlistedKey(name);
  const author = authorOf(post);
  const rootAuthor = thread && authorOf(thread.root);
  const reactions = post.reactions.flatMap(({ user, emoji_name }) => {
    const emoji = emojiOf(emoji_name);
    if (emoji === undefined) notes.push("reaction_unknown");
    return emoji === undefined || user === "" ? [] : [{ emoji, people: [keyOf(user)] }];
  });
  return {
    message: {
      key: messageKey(post, around),
      ...{ at, text, reactions, files, notes, isDeleted: false, isPinned: post.is_pinned },
      author: "user" in author ? keyOf(author.user) : author.key,
      threadKey: thread ? messageKey(thread.root, around) : null,
      ...(thread && { threadPrint: thread.print }),
      threadAuthor: rootAuthor ? ("user" in rootAuthor ? keyOf(rootAuthor.user) : rootAuthor.key) : null,
      editedAt: timeOf(post.edit_at) ?? null,
    },
  };
}

/** The export has no IDs. Names of people change, so that the time of a post in its channel is what it is known by. */
const messageKey = ({ create_at }: MattermostPost, { prefix }: Surroundings): string =>
  `${prefix}/${create_at}`;

function toFile(path: string, index: number, { filePath }: Surroundings): ImportedFile {
  return { key: `file-${index}`, name: posix.basename(path) || "a file", path: filePath(path) };
}

/** Attachments are shown as quotations. */
const attachmentTexts = (around: Surroundings): AttachmentTexts => ({
  marked: (text) => fromMarkdown(text.slice(0, maxTextLength), { ...around, isQuote: true }),
  plain: withoutCalls,
  link: (address, label) => link(address, withoutCalls(label)),
});

const withoutCalls = (text: string): string => text.replaceAll(/@(all|channel|here)(?!\w)/gi, "$1");

/** Resolves the people, channels and emoji that a text names. Its Markdown is the same as ours. */
function fromMarkdown(text: string, around: Surroundings): ImportedText[] {
  // Code stays as it is.
  const parts = text
    .split(/(```[\s\S]*?```|`[^`\n]+`)/)
    .flatMap((piece, index) => (index % 2 === 1 ? [piece] : fromProse(piece, around)));
  return joinText(parts);
}

const named = /((?<![\w@./~-])@[a-z0-9._-]{1,64}|(?<![\w~/])~[a-z0-9][a-z0-9_-]{0,63}(?![\w~-]))/i;

function fromProse(prose: string, around: Surroundings): ImportedText[] {
  return prose
    .split(named)
    .flatMap((piece, index) =>
      index % 2 === 0
        ? [withEmoji(piece)]
        : piece.startsWith("@")
          ? fromMention(piece, around)
          : fromChannel(piece, around),
    );
}

function fromMention(piece: string, { personOf, isQuote }: Surroundings): ImportedText[] {
  // A name can end with a dot, but mostly the dot ends a sentence.
  for (let end = piece.length; end > 1; end -= 1) {
    const name = piece.slice(1, end).toLowerCase();
    if (isQuote && /^(?:all|channel|here)$/.test(name)) return [piece.slice(1)];
    if (name === "all" || name === "channel") return ["@channel", piece.slice(end)];
    const person = personOf(name);
    if (person !== undefined) return ["@", { person }, piece.slice(end)];
    if (!/[._-]$/.test(name)) break;
  }
  return [piece];
}

function fromChannel(piece: string, { channelOf }: Surroundings): ImportedText[] {
  const place = channelOf(piece.slice(1).toLowerCase());
  return place === undefined ? [piece] : ["#", { place }];
}
