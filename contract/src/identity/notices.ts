import { roleTitle } from "./role-title.ts";

/** The security notices with their texts: the actor and the subject are filled in. */
const noticeTexts = {
  "password.set": (actor: string) => `${actor} has set a new password for you.`,
  "password.reset": () => "Your password was changed with a link that was mailed to you.",
  "email.changed": (actor: string) => `${actor} has changed the email that you sign in with.`,
  "passkey.added": () => "A passkey was added to your account. It lets its owner sign in as you.",
  "token.created": (_actor: string, place: string) =>
    `The access token “${place}” was created for your account. It lets a program act as you.`,
  "feed.created": (_actor: string, place: string) =>
    `The feed “${place}” was created for your account. Everyone who has its address can read what you can.`,
  "program.connected": (_actor: string, place: string) =>
    `The program ${place} was connected to your account. It can act as you.`,
  "program.reused": (_actor: string, place: string) =>
    `Someone may have copied the access of the program “${place}”, so it was disconnected.`,
  "bot-token.created": (_actor: string, place: string) =>
    `The access token ${place} was created. It lets a program act as this bot of yours.`,
  "webhook.set": (_actor: string, place: string) =>
    `The outgoing webhook ${place} was set up for your account. It sends what you can see to that address.`,
  "second-factor.removed": (actor: string) => `${actor} has removed your authenticator app.`,
  "department.entered": (actor: string, place: string) =>
    `${actor}, a super administrator, has made themselves a member of ${place}.`,
  "role.taken": (actor: string, place: string) =>
    `${actor}, a super administrator, has given themselves the role ${roleTitle(place)}.`,
} as const;

export type NoticeKind = keyof typeof noticeTexts;
export const noticeKinds = Object.keys(noticeTexts) as [NoticeKind, ...NoticeKind[]];

/** A notice as a sentence. */
export function noticeText(notice: { kind: NoticeKind; actor: string; place: string }): string {
  const { kind, actor, place } = notice;
  return noticeTexts[kind](actor, place);
}
