import { z } from "zod";
import { idSchema, instantSchema, namedSchema } from "../identifiers.ts";
import {
  digestRhythms,
  mailKindNames,
  mailStates,
  type ReceivedAim,
  type ReceivedReason,
  receivedAims,
  receivedReasons,
  receivedStates,
} from "./mail-kinds.ts";

/** A mail in the list of the administration. Its text is not kept. */
export const mailSchema = z.object({
  id: idSchema,
  kind: z.enum(mailKindNames),
  address: z.string(),
  /** The person, if the address belongs to an account. */
  person: namedSchema.nullable(),
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

const namesOf = <Name extends string>(texts: Readonly<Record<Name, string>>) =>
  Object.keys(texts) as [Name, ...Name[]];

/** A mail that was handed over, in the list of the administration. Nothing of its text, nor of what it answers. */
export const receivedMailSchema = z.object({
  id: idSchema,
  receivedAt: instantSchema,
  /** The address that it says it is from; empty before it was read. */
  sender: z.string(),
  /** The person that it was posted for. */
  person: namedSchema.nullable(),
  aim: z.enum(namesOf<ReceivedAim>(receivedAims)),
  state: z.enum(receivedStates),
  reason: z.enum(namesOf<ReceivedReason>(receivedReasons)).nullable(),
});
export type ReceivedMail = z.infer<typeof receivedMailSchema>;

/** A place with a mail address of its own: a channel, or the tasks of a department. */
export const mailAddressPlaceSchema = z.object({ kind: z.enum(["channel", "department"]), id: idSchema });
export type MailAddressPlace = z.infer<typeof mailAddressPlaceSchema>;

/** Whether and how the server sends mail. Never a secret. */
export const mailStatusSchema = z.object({
  isOn: z.boolean(),
  /** The mail server's name and port, and the sender; empty while mail is off. */
  server: z.string(),
  from: z.string(),
  /** Whether mails are taken in. */
  isInOn: z.boolean(),
  waitingCount: z.number().int(),
  failedCount: z.number().int(),
  sentTodayCount: z.number().int(),
  /** The rhythm of the digest for people whose accounts are created from now on. */
  digestOfNewPeople: z.enum(digestRhythms),
});
export type MailStatus = z.infer<typeof mailStatusSchema>;

/** The mails a person gets in addition to those about their account. */
export const mailPreferencesSchema = z.object({
  digest: z.enum(digestRhythms),
  /** The hour of the day in the person's time zone from which a digest is sent. */
  digestHour: z.int().min(0).max(23),
  /** The day of a weekly digest: 1 for Monday to 7 for Sunday. */
  digestWeekday: z.int().min(1).max(7),
  /** Announcements to confirm, if their authors also send them by mail. */
  announcements: z.boolean(),
  /** Mails contain the beginnings of messages and comments, and not only who wrote them and where. */
  showsTexts: z.boolean(),
});
export type MailPreferences = z.infer<typeof mailPreferencesSchema>;
