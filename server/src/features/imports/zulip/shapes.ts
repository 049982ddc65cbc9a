import { z } from "zod";

// Lenient, as those of Slack: a field of a wrong type counts as missing.
const text = z
  .string()
  .nullish()
  .catch(null)
  .transform((value) => value ?? "");
/** Texts that are kept in memory, of which no more is used. */
const short = (length: number) => text.transform((value) => value.slice(0, length));
const number = z.number().catch(0).default(0);
const flag = z.boolean().catch(false).default(false);
const id = z.int().min(0);

export const realmSchema = z.object({ id, date_created: z.number() });

export const userSchema = z.object({
  id,
  ...{ email: short(330), delivery_email: short(330), full_name: short(200), is_bot: flag },
  ...{ role: number, is_guest: flag },
  is_active: z.boolean().catch(true).default(true),
});
export type ZulipUser = z.output<typeof userSchema>;

export const streamSchema = z.object({
  id,
  ...{ name: short(200), description: short(2_000), deactivated: flag, date_created: number },
  creator: id.nullish().catch(null),
  // A stream that does not say that it is public is private.
  invite_only: z.boolean().catch(true).default(true),
  history_public_to_subscribers: flag,
});
export type ZulipStream = z.output<typeof streamSchema>;

/** A message is sent to one person (1), to a stream (2) or to a group (3). */
export const recipientSchema = z.object({ id, type: z.int(), type_id: id });
export const subscriptionSchema = z.object({
  ...{ user_profile: id, recipient: id },
  active: z.boolean().catch(true).default(true),
});
export const reactionSchema = z.object({
  ...{
    user_profile: id,
    message: id,
    emoji_name: short(100),
    emoji_code: short(100),
    reaction_type: short(20),
  },
});
export const attachmentSchema = z.object({
  ...{ file_name: short(300), path_id: z.string().min(1).max(1_000) },
  messages: z.array(z.unknown()).catch([]).default([]),
});
export const messageSchema = z.object({
  ...{ id, sender: id, recipient: id, content: text, subject: short(250), date_sent: number },
  last_edit_time: z.number().nullish().catch(null),
});

/** In front of the code points of an emoji. Names of emoji are never like it. */
export const codesMark = "U+";

/** A message as it waits on the disk, with what other files of the export say of it. */
export interface WaitingMessage {
  id: number;
  sender: number;
  content: string;
  topic: string;
  at: number;
  editedAt: number | null;
  reactions: { user: number; emoji: string }[];
  files: { name: string; path: string }[];
}
