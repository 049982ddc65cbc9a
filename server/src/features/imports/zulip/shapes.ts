import { z } from "zod";

// Lenient, as those of Slack: a field of a wrong type counts as missing.
const text = z
  .string()
  .nullish()
  .catch(null)
  .transform((value) => value ?? "");
const number = z.number().catch(0).default(0);
const flag = z.boolean().catch(false).default(false);
const id = z.int().min(0);

export const realmSchema = z.object({ id, date_created: z.number() });

export const userSchema = z.object({
  id,
  ...{ email: text, delivery_email: text, full_name: text, is_bot: flag },
  ...{ role: number, is_guest: flag },
  is_active: z.boolean().catch(true).default(true),
});
export type ZulipUser = z.output<typeof userSchema>;

export const streamSchema = z.object({
  id,
  ...{ name: text, description: text, deactivated: flag, date_created: number },
  creator: id.nullish().catch(null),
  // What does not say that it is public is private, and hides what was written before people joined.
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
  ...{ user_profile: id, message: id, emoji_name: text, emoji_code: text, reaction_type: text },
});
export const attachmentSchema = z.object({
  ...{ file_name: text, path_id: z.string().min(1).max(1_000) },
  messages: z.array(z.unknown()).catch([]).default([]),
});
export const messageSchema = z.object({
  ...{ id, sender: id, recipient: id, content: text, subject: text, date_sent: number },
  last_edit_time: z.number().nullish().catch(null),
});

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
