/** The kinds of mails, as administrators read them in the list of mails. */
export const mailKinds = {
  invitation: "Invitation",
  "password-reset": "New password",
  "account-notice": "Account notice",
  digest: "Digest",
  announcement: "Announcement to confirm",
  test: "Test",
} as const;

export type MailKind = keyof typeof mailKinds;
export const mailKindNames = Object.keys(mailKinds) as [MailKind, ...MailKind[]];

/** The states of a mail: `dropped` was not sent, because its recipient or its reason is gone. */
export const mailStates = ["waiting", "sent", "failed", "dropped"] as const;
export type MailState = (typeof mailStates)[number];

/** The mails that people can stop, each by itself. The others concern their account, or were asked for. */
export const optionalMails = ["digest", "announcement"] as const;
export type OptionalMail = (typeof optionalMails)[number];

/** How often a digest is sent. */
export const digestRhythms = ["off", "daily", "weekly"] as const;
export type DigestRhythm = (typeof digestRhythms)[number];
