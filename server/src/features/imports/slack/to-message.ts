import type { ImportedFile, ImportedMessage, ImportedText } from "../../chat/public.ts";
import { emojiOf } from "../messages/emoji.ts";
import { fromAttachments, joinText } from "../messages/markdown.ts";
import { timeOf as timeIn } from "../messages/message-survey.ts";
import { attachmentTexts, fromBlocks } from "./blocks.ts";
import type { SlackMessage } from "./shapes.ts";
import { fromMarkup, withoutTokens } from "./text.ts";

/** Messages that Slack writes itself, about people who join and settings that change. */
const notices = new Set([
  ..."channel_join channel_leave channel_topic channel_purpose channel_name channel_archive channel_unarchive".split(
    " ",
  ),
  ..."group_join group_leave group_topic group_purpose group_name group_archive group_unarchive".split(" "),
  ..."channel_convert_to_private channel_convert_to_public channel_posting_permissions bot_add bot_remove".split(
    " ",
  ),
  ..."bot_enable bot_disable pinned_item unpinned_item reminder_add sh_room_created huddle_thread tabs".split(
    " ",
  ),
  ..."joiner_notification joiner_notification_for_inviter app_conversation_join channel_canvas_updated".split(
    " ",
  ),
]);

/** Where the files of the archive are, by the ID of a file. */
export type FilePaths = (fileId: string, placeKey: string) => string | undefined;

/** Returns the message as Atoll has it, or the kind of line that says why there is none. */
export function toMessage(
  placeKey: string,
  raw: SlackMessage,
  filePath: FilePaths,
): { message: ImportedMessage } | { skipped: string; detail?: string } {
  if (notices.has(raw.subtype)) return { skipped: "notice_skipped" };
  const at = timeOf(raw.ts);
  if (!at) return { skipped: "record_without_time", detail: raw.ts };
  const isReply = raw.thread_ts !== "" && raw.thread_ts !== raw.ts;
  const isDeleted = raw.subtype === "tombstone";
  if (isDeleted && raw.reply_count === 0) return { skipped: "message_deleted" };
  const files = raw.files.length > 0 ? raw.files : raw.file ? [raw.file] : [];
  const text = isDeleted ? [] : textOf(raw);
  const notes = isDeleted ? ["deleted_kept"] : [];
  if (raw.subtype === "thread_broadcast" || raw.subtype === "reply_broadcast")
    notes.push("broadcast_in_thread");
  if (!isDeleted && text.length === 0 && files.length === 0)
    return { skipped: "message_empty", detail: raw.ts };
  const reactions = raw.reactions.flatMap(({ name, users }) => {
    const emoji = emojiOf(name);
    if (emoji === undefined) notes.push(...users.map(() => "reaction_unknown"));
    return emoji === undefined ? [] : [{ emoji, people: users }];
  });
  return {
    message: {
      key: `${placeKey}/${raw.ts}`,
      at,
      author: authorOf(raw).key,
      text,
      threadKey: isReply ? `${placeKey}/${raw.thread_ts}` : null,
      threadAuthor: raw.parent_user_id || null,
      isDeleted,
      editedAt: (raw.edited && timeOf(raw.edited.ts)) ?? null,
      isPinned: raw.pinned_to.length > 0,
      reactions: isDeleted ? [] : reactions,
      files: isDeleted ? [] : files.map((file, index) => toFile(file, index, placeKey, filePath)),
      notes,
    },
  };
}

function textOf(raw: SlackMessage): ImportedText[] {
  const written = raw.blocks.some((block) => isRichText(block))
    ? fromBlocks(raw.blocks)
    : fromMarkup(raw.text);
  const own = raw.subtype === "me_message" && written.length > 0 ? ["_", ...written, "_"] : written;
  const isOfBot = raw.user === "" || raw.bot_id !== "";
  const laidOut = isOfBot && !raw.blocks.some((block) => isRichText(block)) ? fromBlocks(raw.blocks) : [];
  const body = laidOut.length > own.length || own.length === 0 ? laidOut : own;
  return joinText([...body, "\n", ...fromAttachments(raw.attachments, attachmentTexts)]).map((part) =>
    typeof part === "string" ? withoutTokens(part) : part,
  );
}

const isRichText = (block: unknown) =>
  typeof block === "object" && block !== null && "type" in block && block.type === "rich_text";

function toFile(
  { id, name, title, mode }: SlackMessage["files"][number],
  index: number,
  placeKey: string,
  filePath: FilePaths,
): ImportedFile {
  // These are deleted, or hidden by the limits of a free plan: only their place is left.
  const isGone = mode === "tombstone" || mode === "hidden_by_limit";
  const shown =
    name || title || (mode === "hidden_by_limit" ? "a file hidden by Slack's limit" : "a deleted file");
  return {
    key: id || `file-${index}`,
    name: shown,
    path: isGone || id === "" ? undefined : filePath(id, placeKey),
  };
}

/** Returns who wrote a message: a person, a bot, or nobody that the export names. */
export function authorOf(raw: SlackMessage): { key: string; name: string; isBot: boolean } {
  const { user, bot_id, username, user_profile, bot_profile } = raw;
  if (user !== "") {
    const name = user_profile?.real_name || user_profile?.display_name || user_profile?.name || "";
    return { key: user, name: name || username || `Unknown person (${user})`, isBot: false };
  }
  const name = (username || bot_profile?.name || "").replaceAll("\0", "").toWellFormed();
  // One integration posts under several names.
  if (name !== "") return { key: `bot:${bot_id}:${name}`.slice(0, 200), name, isBot: true };
  if (bot_id !== "") return { key: `bot:${bot_id}`, name: `Bot ${bot_id}`, isBot: true };
  return { key: "unknown", name: "Unknown person", isBot: false };
}

const timeOf = (ts: string): Date | undefined => timeIn(Math.floor(Number(ts) * 1000));
