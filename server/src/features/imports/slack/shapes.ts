import { z } from "zod";

// Lenient: exports of other tools lack fields, and have null where Slack has none. A field of a wrong type counts as
// missing, so that one of them does not cost its record.
const text = z.string().catch("").default("");
/** IDs name people and messages in the database. A strange one counts as missing. */
const key = z
  .string()
  .regex(/^[\w.:-]{0,100}$/)
  .catch("")
  .default("");
const flag = z.boolean().catch(false).default(false);
const texts = z.array(z.string()).catch([]).default([]);
const topic = z.object({ value: text }).catch({ value: "" }).default({ value: "" });

export const userSchema = z.object({
  id: z.string().regex(/^[A-Z0-9]{2,40}$/),
  name: text,
  real_name: text,
  is_bot: flag,
  profile: z
    .object({ real_name: text, display_name: text, email: text })
    .catch({ real_name: "", display_name: "", email: "" })
    .default({ real_name: "", display_name: "", email: "" }),
});

export const channelSchema = z.object({
  id: z.string().regex(/^[A-Z0-9]{2,40}$/),
  name: text,
  created: z.number().catch(0).default(0),
  creator: key,
  is_archived: flag,
  is_private: z.boolean().nullish().catch(null),
  is_group: flag,
  is_im: flag,
  is_mpim: flag,
  members: texts,
  topic,
  purpose: topic,
});

const fileSchema = z.object({
  id: key,
  name: text,
  title: text,
  mode: text,
});

const reactionSchema = z.object({ name: z.string(), users: texts });

export const messageSchema = z.object({
  ts: z.string().regex(/^\d{1,11}(?:\.\d{1,9})?$/),
  thread_ts: key,
  parent_user_id: key,
  subtype: text,
  user: key,
  bot_id: key,
  username: text,
  text,
  reply_count: z.number().catch(0).default(0),
  user_profile: z.object({ real_name: text, display_name: text, name: text }).nullish().catch(null),
  bot_profile: z.object({ name: text }).nullish().catch(null),
  edited: z.object({ ts: text }).nullish().catch(null),
  pinned_to: texts,
  reactions: z.array(reactionSchema).catch([]).default([]),
  files: z.array(fileSchema).catch([]).default([]),
  file: fileSchema.nullish().catch(null),
  blocks: z.array(z.unknown()).catch([]).default([]),
  attachments: z.array(z.unknown()).catch([]).default([]),
});
export type SlackMessage = z.infer<typeof messageSchema>;
