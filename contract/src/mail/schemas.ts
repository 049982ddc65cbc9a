import { z } from "zod";
import { idSchema, instantSchema } from "../identifiers.ts";
import { mailKindNames, mailStates } from "./mail-kinds.ts";

/** A mail in the list of the administration. Its text is not kept. */
export const mailSchema = z.object({
  id: idSchema,
  kind: z.enum(mailKindNames),
  address: z.string(),
  /** The person, if the address belongs to an account. */
  person: z.object({ id: idSchema, name: z.string() }).nullable(),
  state: z.enum(mailStates),
  createdAt: instantSchema,
  /** When it was sent, failed or was dropped. */
  settledAt: instantSchema.nullable(),
  /** A node is sending it at this moment. */
  isUnderWay: z.boolean(),
  /** The next attempt of a waiting mail. */
  dueAt: instantSchema.nullable(),
  tries: z.number().int(),
  /** The mail server's last refusal, or why it could not be reached; empty if there was none. */
  failure: z.string(),
});
export type SentMail = z.infer<typeof mailSchema>;

/** Whether and how the server sends mail. Never a secret. */
export const mailStatusSchema = z.object({
  isOn: z.boolean(),
  /** The mail server's name and port, and the sender; empty while mail is off. */
  server: z.string(),
  from: z.string(),
  waitingCount: z.number().int(),
  failedCount: z.number().int(),
  sentTodayCount: z.number().int(),
});
export type MailStatus = z.infer<typeof mailStatusSchema>;
