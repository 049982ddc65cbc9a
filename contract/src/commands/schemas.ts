import { z } from "zod";
import { messageMaxLength } from "../chat/limits.ts";
import { buttonSchema } from "../chat/message-schemas.ts";
import { idSchema, instantSchema } from "../identifiers.ts";
import { personSchema } from "../people/schemas.ts";
import { nameSchema } from "../text/names.ts";
import { storableTextSchema } from "../text/storable-text.ts";
import { builtInCommands } from "./limits.ts";

const commandNameSchema = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^\p{Ll}[\p{Ll}\p{N}_-]{0,31}$/u, "Use a letter, then letters, digits, hyphens and underscores")
  .refine(
    (name) => !(builtInCommands as readonly string[]).includes(name),
    "Atoll has a command with this name",
  );

const addressSchema = z
  .string()
  .trim()
  .max(2_000, "Use at most 2,000 characters")
  .regex(/^https?:\/\/[^\s/?#]+(?:[/?#]\S*)?$/i, "Enter an address that starts with https://");

const fields = {
  /** The word after the slash. */
  name: commandNameSchema,
  /** The author of its messages. */
  program: nameSchema(60),
  /** The words that the command takes. */
  usage: storableTextSchema.trim().max(100, "Use at most 100 characters"),
  help: storableTextSchema.trim().max(150, "Use at most 150 characters"),
  address: addressSchema,
  /** Where presses of buttons go. Empty for the same address. */
  buttonAddress: z.union([z.literal(""), addressSchema]),
};
const currentPassword = z.string().max(1024).optional();

/** A command of a program, as those who manage bots see it. */
export const commandSchema = z.object({
  id: idSchema,
  name: z.string(),
  program: z.string(),
  usage: z.string(),
  help: z.string(),
  address: z.string(),
  buttonAddress: z.string(),
  owner: personSchema.nullable(),
  /** Its owner may not sign in or manage bots any more, or their access was ended: it waits for a new secret. */
  isStopped: z.boolean(),
  createdAt: instantSchema,
  version: z.int(),
});
export type Command = z.infer<typeof commandSchema>;

export const newCommandSchema = z.object({
  /** Made by the browser. Repeating it, after a lost answer, replaces the secret that was not seen. */
  id: idSchema,
  ...fields,
  usage: fields.usage.default(""),
  help: fields.help.default(""),
  buttonAddress: fields.buttonAddress.default(""),
  currentPassword,
});

export const commandChangeSchema = z.object({
  version: z.int(),
  ...z.object(fields).omit({ program: true }).partial().shape,
  /** For another address. */
  currentPassword,
});

/** A command of a program, as people are offered it while they type. */
export const offeredCommandSchema = z.object({
  name: z.string(),
  usage: z.string(),
  help: z.string(),
});

export const commandCallSchema = z.object({
  /** Made by the browser. The same request again is not run again, and gets the outcome of the first. */
  id: idSchema,
  name: z.string().trim().toLowerCase().min(1).max(32),
  text: storableTextSchema.trim().max(messageMaxLength),
  parentId: idSchema.nullable().default(null),
});

/** A program's answer to one person alone. It is not stored with the channel. */
export const commandAnswerSchema = z.object({
  /** A later answer with the same ID takes the place of this one. */
  id: idSchema,
  channelId: idSchema,
  parentId: idSchema.nullable(),
  /** Markdown. Null takes the answer away. */
  content: z.string().nullable(),
  buttons: z.array(buttonSchema),
});
export type ProgramAnswer = z.infer<typeof commandAnswerSchema>;
export const currentPasswordSchema = currentPassword;
