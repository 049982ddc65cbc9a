/** The kinds of mails, as administrators read them in the list of mails. */
export const mailKinds = {
  invitation: "Invitation",
  "password-reset": "New password",
  "account-notice": "Account notice",
  digest: "Digest",
  announcement: "Announcement to confirm",
  "guest-event": "Event for a guest",
  test: "Test",
} as const;

export type MailKind = keyof typeof mailKinds;
export const mailKindNames = Object.keys(mailKinds) as [MailKind, ...MailKind[]];

/**
 * The states of a mail: `bounced` was sent, and reported as not delivered later; `dropped` was not sent, because its
 * recipient or its reason is gone.
 */
export const mailStates = ["waiting", "sent", "bounced", "failed", "dropped"] as const;
export type MailState = (typeof mailStates)[number];

/** The mails that people can stop, each by itself. The others concern their account, or were asked for. */
export const optionalMails = ["digest", "announcement"] as const;
export type OptionalMail = (typeof optionalMails)[number];

/** How often a digest is sent. */
export const digestRhythms = ["off", "daily", "weekly"] as const;
export type DigestRhythm = (typeof digestRhythms)[number];

/** The purposes of addresses of received mails. */
export const receivedAims = {
  reply: "Reply",
  channel: "Message in a channel",
  tasks: "Task of a department",
  bounce: "Report of delivery",
  unknown: "Unknown address",
} as const;
export type ReceivedAim = keyof typeof receivedAims;

/** The states of a received mail: `dropped` needs nothing done, `refused` was not posted. */
export const receivedStates = ["waiting", "posted", "dropped", "refused"] as const;
export type ReceivedState = (typeof receivedStates)[number];

/** Why a received mail was not posted, as administrators read it. None says what the mail was about. */
export const receivedReasons = {
  address_unknown: "Its address is not one of this server, was renewed, or belongs to another sender.",
  sender_unclear:
    "It does not name exactly one sender, or its head has lines that mail servers read differently.",
  not_authenticated: "Neither DKIM, SPF nor DMARC confirms the domain of its sender.",
  person_unknown: "No active account has the address of its sender.",
  person_held_back: "Its sender first has to choose a password or add a second factor.",
  place_gone: "What it answers is gone, or its sender may not read it or write there.",
  empty: "It has no new text and no file.",
  unreadable: "It cannot be read as a mail, or has too many parts.",
  automatic: "It is an automatic answer.",
  list: "It comes from a mailing list.",
  own_mail: "It is a mail of this server.",
  no_report: "It is no report that a mail did not reach the address that it was sent to.",
  address_hidden: "It does not name the address in To or Cc.",
  not_sent_by_author:
    "It is older than 7 days, or nothing proves that its sender wrote it to this address: no SPF result for them, and no signature that covers To, Cc, Subject, Message-ID and Date.",
  double: "It is a mail that arrived before.",
  failed: "It could not be posted after several attempts. The log of the server has the reason.",
} as const;
export type ReceivedReason = keyof typeof receivedReasons;
