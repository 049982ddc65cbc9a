import type { NotificationKindInfo } from "../notification-kind.ts";
import { type NotificationKind, notificationKinds } from "../notification-kinds.ts";
import type { PresenceStatus } from "../people/presence.ts";
import { isQuiet } from "./quiet-hours.ts";
import type { NotificationSettings } from "./settings-schemas.ts";

/**
 * The settings of a person who has chosen none: everything on the card is on. Specification, section 3 (notification
 * settings).
 */
export const defaultNotificationSettings: NotificationSettings = {
  enabled: true,
  chat: true,
  tasks: true,
  announcements: true,
  calendar: true,
  sound: true,
  desktop: true,
  mobile: true,
  kinds: {},
  quietHours: null,
  doNotDisturbUntil: null,
  letsUrgentThrough: true,
};

/** The reason why an entry does not ring, the first that applies. */
export type Silence = "off" | "area-off" | "do-not-disturb" | "quiet-hours";

export interface Ways {
  inbox: boolean;
  /** On computers, and on phones. */
  desktop: boolean;
  mobile: boolean;
  /** The chime, where a browser of Atoll is open. */
  sound: boolean;
  mail: boolean;
  /** Why nothing rings; null: nothing holds it, though the kind's own ways may all be off. */
  silence: Silence | null;
}

/**
 * The ways that an entry of a kind takes to a person at a moment. Only its inbox is left where something keeps it
 * silent. Pure: the server decides by it what it sends, and the settings tell in words what will ring when.
 * @param now an instant.
 * @param status what the person chose to be, if anything: Deep Dive and Do Not Disturb keep silent like the settings do.
 */
export function waysFor(
  settings: NotificationSettings,
  kind: NotificationKind,
  now: Date,
  status: PresenceStatus | null = null,
): Ways {
  const info = notificationKinds[kind];
  const chosen = { ...info.ways, ...settings.kinds[kind] };
  const silence = silenceOf(settings, info, now, status);
  const rings = silence === null;
  return {
    inbox: info.isAlwaysKept === true || chosen.inbox,
    desktop: rings && chosen.push && settings.desktop,
    mobile: rings && chosen.push && settings.mobile,
    sound: rings && chosen.sound && settings.sound,
    mail: rings && chosen.mail,
    silence,
  };
}

function silenceOf(
  settings: NotificationSettings,
  { area, isUrgent }: NotificationKindInfo,
  now: Date,
  status: PresenceStatus | null,
): Silence | null {
  if (!settings.enabled) return "off";
  if (area !== "account" && !settings[area]) return "area-off";
  if (isUrgent && settings.letsUrgentThrough) return null;
  const { doNotDisturbUntil: until, quietHours } = settings;
  const isUndisturbed = until !== null && now.getTime() < Date.parse(until);
  if (isUndisturbed || status === "do-not-disturb" || status === "deep-dive") return "do-not-disturb";
  return quietHours && isQuiet(quietHours, now) ? "quiet-hours" : null;
}
