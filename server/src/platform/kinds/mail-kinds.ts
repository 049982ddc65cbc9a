import type { MailKind, OptionalMail } from "@atoll/contract/mail/mail-kinds";
import type { MailContent } from "../mail/render-mail.ts";

/** A queued mail, as the slice wrote it. */
export interface QueuedMail {
  id: string;
  kind: string;
  /** Null for an address without an account. */
  userId: string | null;
  subjectId: string | null;
  facts: Readonly<Record<string, string>>;
  createdAt: Date;
}

/** The reader of a mail, as they are now. */
export interface MailReader {
  /** The name of the account; empty without one. */
  name: string;
  address: string;
  /** The time zone that times are written in. */
  zone: string;
  /** Writes an instant as its reader chose: language, hours and time zone. */
  formatInstant(at: Date): string;
  /** Writes a day (YYYY-MM-DD) with its weekday, in their language. */
  formatDay(day: string): string;
  /** They chose that mails contain the beginnings of messages and comments. */
  showsTexts: boolean;
}

/** A kind of mail. The slice that queues it decides, when it is sent, whether it is still to be sent, and its text. */
export interface MailDefinition<Context> {
  kind: MailKind;
  /**
   * People can stop it by itself. It waits for the end of their quiet hours, and has links to unsubscribe, which work
   * without signing in.
   */
  optional?: OptionalMail;
  /** A failed attempt is repeated for this long. Three days if not set. */
  triedForMs?: number;
  /** One that is not to be sent leaves no trace: its address may be of someone who has no account. */
  isForgottenIfDropped?: true;
  /**
   * Returns the text of a mail. Undefined if it is not to be sent any more. Called again for each attempt, outside of
   * a transaction: a link is made here, so that only its hash is ever stored.
   */
  write(
    context: Context,
    mail: QueuedMail,
    reader: MailReader,
    names: { company: string },
  ): Promise<MailContent | undefined>;
}

export interface MailKinds<Context> {
  find(kind: string): MailDefinition<Context> | undefined;
}

export function createMailKinds<Context>(
  definitions: readonly MailDefinition<Context>[],
): MailKinds<Context> {
  const byKind = new Map<string, MailDefinition<Context>>(definitions.map((one) => [one.kind, one]));
  return { find: (kind) => byKind.get(kind) };
}
