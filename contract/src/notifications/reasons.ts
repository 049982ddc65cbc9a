/** Why a person was told. */
export const notificationReasons = {
  named: "You were mentioned.",
  channel: "Everyone in the channel was mentioned.",
  here: "Everyone who was online was mentioned.",
  following: "You follow this thread.",
  follower: "You follow this page.",
  addressed: "Direct message",
  concerned: "You are involved.",
  account: "It is your account.",
  member: "You are a member.",
  audience: "You are in the audience.",
  holder: "You have this role.",
} as const;
export type NotificationReason = keyof typeof notificationReasons;

export function isNotificationReason(name: string): name is NotificationReason {
  return Object.hasOwn(notificationReasons, name);
}
