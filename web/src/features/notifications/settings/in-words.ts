import {
  type NotificationKind,
  notificationKindNames,
  notificationKinds,
} from "@atoll/contract/notification-kinds";
import { isQuiet } from "@atoll/contract/notifications/quiet-hours";
import type { NotificationSettings } from "@atoll/contract/notifications/settings-schemas";
import { type Silence, type Ways, waysFor } from "@atoll/contract/notifications/ways";
import type { PresenceStatus } from "@atoll/contract/people/presence";

/** The ways of an alert, in the order of the table, with their headings. */
export const ringWays = [
  ["desktop", "Banner"],
  ["mobile", "Phone"],
  ["sound", "Sound"],
  ["inbox", "Inbox"],
] as const;
type RingWay = (typeof ringWays)[number][0];

/** Kinds with the same ways. */
export interface RingGroup {
  ways: string;
  taken: Readonly<Record<RingWay, boolean>>;
  /** Ends of the sentence "Tell me when". */
  labels: string[];
}

/** The alerts at a certain time. */
export interface RingTime {
  title: string;
  /** Why it is quieter than usual; empty when it is not. */
  why: string;
  groups: RingGroup[];
}

/**
 * Pure: what rings now; in quiet hours, or once nothing holds it back any more; all by `waysFor`, by which the server
 * sends, too.
 */
export function ringsInWords(
  settings: NotificationSettings,
  now: Date,
  status: PresenceStatus | null,
): RingTime[] {
  const silence = holdingBack(settings, now, status);
  const times = [ringTime("Now", settings, now, status)];
  const quiet = settings.enabled ? findMoment(settings, now, true) : undefined;
  const free = { ...settings, doNotDisturbUntil: null };
  if (silence === null && quiet) times.push(ringTime("In quiet hours", free, quiet, null));
  const open = settings.enabled && silence !== null ? findMoment(settings, now, false) : undefined;
  if (open) times.push(ringTime("At other times", free, open, null));
  return times;
}

/** The search stops after a week: a person with quiet hours all week has no other times. */
const weekMs = 7 * 24 * 3600_000;
const stepMs = 5 * 60_000;

/** The next moment that lies in quiet hours, or outside of them. */
function findMoment(
  { quietHours }: NotificationSettings,
  now: Date,
  isWantedQuiet: boolean,
): Date | undefined {
  if (!quietHours) return isWantedQuiet ? undefined : now;
  for (let at = now.getTime(); at <= now.getTime() + weekMs; at += stepMs)
    if (isQuiet(quietHours, new Date(at)) === isWantedQuiet) return new Date(at);
  return undefined;
}

function ringTime(
  title: string,
  settings: NotificationSettings,
  at: Date,
  status: PresenceStatus | null,
): RingTime {
  const groups = new Map<string, RingGroup>();
  for (const name of notificationKindNames) {
    const taken = waysFor(settings, name, at, status);
    const ways = waysInWords(taken);
    const labels = groups.get(ways)?.labels ?? [];
    groups.set(ways, { ways, taken, labels: [...labels, notificationKinds[name].label] });
  }
  const silence = holdingBack(settings, at, status);
  return {
    title,
    why: silence === null ? "" : reasons[silence],
    groups: [...groups.values()],
  };
}

/** Returns the settings that hold back even a mention by name, except the toggle for chat, which concerns only chat. */
function holdingBack(
  settings: NotificationSettings,
  at: Date,
  status: PresenceStatus | null,
): Exclude<Silence, "area-off"> | null {
  const usual: NotificationKind = "chat.mention";
  const { silence } = waysFor({ ...settings, chat: true }, usual, at, status);
  return silence === "area-off" ? null : silence;
}

const reasons: Record<Exclude<Silence, "area-off">, string> = {
  off: "Notifications are off.",
  "do-not-disturb": "Do Not Disturb is on.",
  "quiet-hours": "These are your quiet hours.",
};

/** "A banner on computers, push to your phone, a sound, and your inbox". */
function waysInWords({ desktop, mobile, sound, inbox }: Ways): string {
  const parts = [
    desktop && "a banner on computers",
    mobile && "push to your phone",
    sound && "a sound",
    inbox && "your inbox",
  ].filter((part) => part !== false);
  if (parts.length === 0) return "Nowhere";
  const text = parts.length === 1 && inbox ? "only your inbox" : listInWords(parts);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function listInWords(parts: readonly string[]): string {
  const last = parts.at(-1) ?? "";
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(", ")} and ${last}`;
}
