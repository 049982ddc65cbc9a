import { createHash } from "node:crypto";
import type { NotificationKind } from "@atoll/contract/notification-kinds";
import { pushPauseMs } from "@atoll/contract/notifications/push-limits";
import { quietForMs } from "@atoll/contract/notifications/quiet-hours";
import type { NotificationEntry } from "@atoll/contract/notifications/schemas";
import type { NotificationSettings } from "@atoll/contract/notifications/settings-schemas";
import { waysFor } from "@atoll/contract/notifications/ways";
import type { PresenceStatus } from "@atoll/contract/people/presence";
import { uuidv7 } from "uuidv7";
import type { SliceContext } from "../../../slice.ts";
import { presentViewerOf } from "../../identity/public.ts";
import { type OpenKinds, openKinds } from "../open-kinds.ts";
import { presentEntries } from "../present.ts";
import { countEntries, findEntries } from "../queries.ts";
import { readSettingsOf } from "../settings.ts";
import { type DuePush, forgetPush, letGo, putOff } from "./due-pushes.ts";
import { payloadOf, type Shown, showEntry, showSummary } from "./payload.ts";
import { sealPushToken } from "./push-token.ts";
import { keptSeconds, type Push } from "./sender.ts";

/** The facts that decide about a push at a moment. */
interface PushCase {
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

type Verdict =
  | { kind: "send"; isSilent: boolean }
  /** Its person wants no such thing. */
  | { kind: "drop" }
  | { kind: "wait"; ms: number }
  /** Do not disturb now. Check again after this time, or when the person's settings change. */
  | { kind: "hold"; ms: number };

/** Changed settings are announced. This covers changed clocks and missed announcements. */
const lookAgainMs = 6 * 3600_000;

/** Returns what to do with a push now. Its person has not read the entry yet, and may read it. */
function judgePush(push: PushCase): Verdict {
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

export type DeliverDependencies = Pick<
  SliceContext,
  "db" | "log" | "people" | "notificationKinds" | "viewers" | "seals" | "replyTo"
> & { isHere: (userId: string) => boolean };

/** A push that is to be sent now. */
export interface ReadyPush {
  due: DuePush;
  push: Push;
}

/**
 * Decides about due pushes in one batch by the current state: those that were read, done or became unreadable are
 * dropped, and others wait. Returns the rest with their content.
 */
export async function prepare(deps: DeliverDependencies, taken: readonly DuePush[]): Promise<ReadyPush[]> {
  const { db, viewers, notificationKinds } = deps;
  const alive: DuePush[] = [];
  for (const due of taken) {
    // A session that waits for a passkey or a new password is shown nothing, here no more than in the app.
    const claims = { userId: due.user_id, sessionId: due.session_id };
    if (due.is_alive && (await presentViewerOf(viewers, claims))) alive.push(due);
    else await forgetPush(db, due);
  }
  const userIds = [...new Set(alive.map(({ user_id }) => user_id))];
  const [settings, statuses, holders] = await Promise.all([
    readSettingsOf(db, userIds),
    statusesOf(db, userIds),
    viewers.holders(userIds),
  ]);
  // Nearly everybody may read the same kinds.
  const openTo = openKinds(notificationKinds, holders);
  const groups = Map.groupBy(userIds, openTo);
  const ready: ReadyPush[] = [];
  for (const [open, ids] of groups) {
    const pushes = alive.filter(({ user_id }) => ids.includes(user_id));
    const inbox = await readInboxes(deps, open, ids, pushes);
    for (const due of pushes) {
      const one = await prepareOne(deps, due, inbox, {
        settings: settings.get(due.user_id),
        status: statuses.get(due.user_id) ?? null,
      });
      if (one) ready.push(one);
    }
  }
  return ready;
}

interface Inboxes {
  /** The unread entries, by ID. */
  entries: ReadonlyMap<string, NotificationEntry>;
  unread: ReadonlyMap<string, number>;
}

async function readInboxes(
  deps: DeliverDependencies,
  open: OpenKinds,
  userIds: readonly string[],
  pushes: readonly DuePush[],
): Promise<Inboxes> {
  const { db, notificationKinds } = deps;
  const reading = { db, notificationKinds, open };
  const entryIds = pushes.flatMap(({ entry_id, summed }) => [entry_id, ...(summed ?? [])]);
  const rows = await findEntries(reading, userIds, [...new Set(entryIds)]);
  const entries = (await presentEntries(deps, rows)).filter(
    ({ isRead, isDone, snoozedUntil }) => !isRead && !isDone && snoozedUntil === null,
  );
  const counts = entries.length > 0 ? await countEntries(reading, userIds) : new Map();
  return {
    entries: new Map(entries.map((entry) => [entry.id, entry])),
    unread: new Map(userIds.map((id) => [id, counts.get(id)?.unread ?? 0])),
  };
}

type Choices = Pick<Parameters<typeof judgePush>[0], "status"> & {
  settings: Parameters<typeof judgePush>[0]["settings"] | undefined;
};

async function prepareOne(
  deps: DeliverDependencies,
  taken: DuePush,
  inbox: Inboxes,
  { settings, status }: Choices,
): Promise<ReadyPush | undefined> {
  const { db } = deps;
  const judge = (due: DuePush, entry: NotificationEntry): Verdict =>
    settings
      ? judgePush({
          kind: entry.kind,
          settings,
          status,
          now: new Date(),
          isMobile: due.is_mobile,
          isHere: deps.isHere(due.user_id),
          ageMs: due.age_ms,
          canBeTakenBackMs: deps.notificationKinds.find(entry.kind)?.canBeTakenBackMs ?? 0,
        })
      : { kind: "drop" };

  const [first] = entriesOf(taken, inbox);
  if (!first) {
    await forgetPush(db, taken);
    return undefined;
  }
  let due = taken;
  let verdict = judge(due, first);
  if (due.is_held && verdict.kind !== "hold") {
    const free = await letGo(db, due);
    // Other held pushes were not loaded with it, so it is taken again, as a summary.
    if (free?.summed) await putOff(db, free, 0);
    if (!free || free.summed) return undefined;
    due = free;
    verdict = judge(due, first);
  }
  if (verdict.kind === "drop") await forgetPush(db, due);
  else if (verdict.kind !== "send")
    await putOff(db, due, verdict.ms, verdict.kind === "hold" ? { isHeld: true } : {});
  if (verdict.kind !== "send") return undefined;
  const shown = show(deps, due, entriesOf(due, inbox), inbox.unread.get(due.user_id) ?? 0, verdict.isSilent);
  const isPressing = first.isUrgent || first.kind.startsWith("chat.");
  return {
    due,
    push: {
      payload: payloadOf(shown, due.origin),
      topic: createHash("sha256").update(shown.tag).digest("base64url").slice(0, 32),
      urgency: isPressing ? "high" : "normal",
      ttlSeconds: Math.max(60, keptSeconds - Math.round(due.trying_ms / 1000)),
    },
  };
}

function entriesOf({ entry_id, summed }: DuePush, { entries }: Inboxes): NotificationEntry[] {
  return (summed ?? [entry_id]).flatMap((id) => entries.get(id) ?? []);
}

function show(
  { seals, replyTo, notificationKinds }: DeliverDependencies,
  due: DuePush,
  entries: readonly NotificationEntry[],
  unread: number,
  isSilent: boolean,
): Shown {
  const [entry] = entries;
  const info = entry && notificationKinds.find(entry.kind)?.info;
  if (!info || entries.length > 1) return showSummary(entries, unread, isSilent);
  const { session_id: sessionId, user_id: userId } = due;
  const token = sealPushToken(seals, { id: uuidv7(), sessionId, userId, entryId: entry.id, at: entry.at });
  return showEntry(entry, info, { isSilent, token, unread, canReply: replyTo(entry.kind) !== undefined });
}

/** Returns the statuses that people have chosen. */
async function statusesOf(db: DeliverDependencies["db"], userIds: readonly string[]) {
  const rows = await db
    .selectFrom("chosen_statuses")
    .select(["user_id", "status"])
    .where("user_id", "in", userIds.length > 0 ? [...userIds] : [""])
    .execute();
  return new Map(rows.map(({ user_id, status }) => [user_id, status]));
}
