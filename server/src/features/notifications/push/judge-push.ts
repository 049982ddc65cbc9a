import type { NotificationKind } from "@atoll/contract/notifications/kinds";
import { pushPauseMs } from "@atoll/contract/notifications/push-limits";
import { quietForMs } from "@atoll/contract/notifications/quiet-hours";
import type { NotificationSettings } from "@atoll/contract/notifications/settings-schemas";
import { waysFor } from "@atoll/contract/notifications/ways";
import type { PresenceStatus } from "@atoll/contract/people/presence";

/** The facts that decide about a push at a moment. */
export interface PushCase {
  kind: NotificationKind;
  settings: NotificationSettings;
  status: PresenceStatus | null;
  now: Date;
  /** The device is a phone or a tablet. */
  isMobile: boolean;
  /** True if the person is at a keyboard on any device. */
  isHere: boolean;
  /** Time since the notification, or since its release. */
  ageMs: number;
  /** How long the actor may undo it. */
  canBeTakenBackMs: number;
}

export type Verdict =
  | { kind: "send"; isSilent: boolean }
  /** Its person wants no such thing. */
  | { kind: "drop" }
  | { kind: "wait"; ms: number }
  /** Do not disturb now. Check again after this time, or when the person's settings change. */
  | { kind: "hold"; ms: number };

/** Changed settings are announced. This covers changed clocks and missed announcements. */
const lookAgainMs = 6 * 3600_000;

/** Returns what to do with a push now. Its person has not read the entry yet, and may read it. */
export function judgePush(push: PushCase): Verdict {
  const { kind, settings, status, now, isMobile, isHere, ageMs, canBeTakenBackMs } = push;
  const ways = waysFor(settings, kind, now, status);
  if (ways.silence === "do-not-disturb") return { kind: "hold", ms: disturbAfterMs(settings, now) };
  if (ways.silence === "quiet-hours" && settings.quietHours)
    return { kind: "hold", ms: quietForMs(settings.quietHours, now) };
  if (!(isMobile ? ways.mobile : ways.desktop)) return { kind: "drop" };
  const waitMs = Math.max(canBeTakenBackMs, isHere ? pushPauseMs : 0) - ageMs;
  return waitMs > 0 ? { kind: "wait", ms: waitMs } : { kind: "send", isSilent: !ways.sound };
}

function disturbAfterMs({ doNotDisturbUntil: until }: NotificationSettings, now: Date): number {
  const ms = until === null ? lookAgainMs : Date.parse(until) - now.getTime();
  return ms > 0 ? Math.min(ms, lookAgainMs) : lookAgainMs;
}
