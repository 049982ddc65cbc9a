/** Why a person was told. */
export const notificationReasons = {
  named: "You were mentioned.",
  channel: "Everyone in the channel was mentioned.",
  here: "Everyone who is here was mentioned.",
  following: "You follow this thread.",
  addressed: "It was written to you.",
  concerned: "It concerns you.",
  member: "You are a member.",
  audience: "You are one of those it is for.",
  holder: "You hold this role.",
} as const;
export type NotificationReason = keyof typeof notificationReasons;

export function isNotificationReason(name: string): name is NotificationReason {
  return Object.hasOwn(notificationReasons, name);
}
