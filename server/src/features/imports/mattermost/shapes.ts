import { z } from "zod";

// Lenient, as those of Slack: other tools write this format, too. A field of a wrong type counts as missing.
const text = z.string().catch("").default("");
/** Texts that are kept in memory, of which no more is used. */
const short = (length: number) => text.transform((value) => value.slice(0, length));
const number = z.number().catch(0).default(0);
const flag = z.boolean().catch(false).default(false);
/** Names of people, teams and channels. They are the same in any case of their letters. */
const name = z
  .string()
  .regex(/^[^\s\p{C}]{1,64}$/u)
  .catch("")
  .default("")
  .transform((value) => value.toLowerCase());

/** The items of a list that can be read. */
const items = <T extends z.ZodType>(schema: T) =>
  z
    .array(z.unknown())
    .catch([])
    .default([])
    .transform((list) =>
      list.flatMap((one): z.output<T>[] => {
        const parsed = schema.safeParse(one);
        return parsed.success ? [parsed.data] : [];
      }),
    );
const names = items(name).transform((list) => list.filter((one) => one !== ""));

export const lineSchema = z.looseObject({ type: z.string().max(40) });

export const teamSchema = z.object({ name, display_name: short(200), type: text, allow_open_invite: flag });

export const channelSchema = z.object({
  ...{ team: name, name, display_name: short(200), type: text, header: short(2_000), purpose: short(2_000) },
  deleted_at: number,
});

export const userSchema = z.object({
  ...{ username: name, email: short(330), nickname: short(200), first_name: short(200) },
  last_name: short(200),
  ...{ roles: short(1_000), delete_at: number },
  teams: items(z.object({ name, channels: items(z.object({ name, roles: text })) })),
});
export type MattermostUser = z.output<typeof userSchema>;

export const botSchema = z.object({ username: name, display_name: short(200) });

export const directChannelSchema = z.object({
  members: names,
  participants: items(z.object({ username: name })),
  header: short(2_000),
});

export const postSchema = z.object({
  user: name,
  type: text,
  message: text,
  props: z.record(z.string(), z.unknown()).catch({}).default({}),
  create_at: number,
  edit_at: number,
  is_pinned: flag,
  reactions: items(z.object({ user: name, emoji_name: text })),
  attachments: items(z.object({ path: text })),
});
export type MattermostPost = z.output<typeof postSchema>;

/** A post that is no reply: where it is, and its replies, which are read one by one. */
export const rootSchema = postSchema.extend({
  ...{ team: name, channel: name, channel_members: names },
  replies: z.array(z.unknown()).catch([]).default([]),
});
