import { type NotificationKindInfo, requiresInteraction } from "@atoll/contract/notification-kind";
import { withPriorityMark } from "@atoll/contract/notifications/priority-marks";
import {
  maxPushBytes,
  type PushAction,
  pushActions,
  summaryTag,
} from "@atoll/contract/notifications/push-limits";
import type { NotificationEntry } from "@atoll/contract/notifications/schemas";
import { withoutMarks } from "@atoll/contract/text/without-marks";
import { cutText, jsonBytes } from "./cut-text.ts";

/** The content of a notification on a device. */
export interface Shown {
  title: string;
  body: string;
  /** A path of the web app. */
  link: string;
  /** A notification with the same tag is replaced. */
  tag: string;
  /** The same again is shown without a sound. */
  version: string;
  at: string;
  isSilent: boolean;
  /** Stays until somebody does something about it. Specification, section 4 (notification permission). */
  requiresInteraction: boolean;
  actions: readonly PushAction[];
  /** The token for its buttons. Undefined if it has none. */
  token: string | undefined;
  unread: number;
}

/** Maximum share of the title. */
const maxTitleBytes = 600;

/**
 * Returns the content of a push, for browsers that show the declarative form and for our worker. It is complete, so
 * that nothing has to be fetched.
 * @param origin where the device opens Atoll.
 */
export function payloadOf(shown: Shown, origin: string): string {
  const title = cutText(oneLine(shown.title), maxTitleBytes);
  const whole = cutText(withoutMarks(shown.body).trim(), maxPushBytes);
  const left = maxPushBytes - Buffer.byteLength(write(shown, origin, title, ""));
  const body = jsonBytes(whole) <= left ? whole : cutText(whole, Math.max(0, left));
  return write(shown, origin, title, body);
}

function write(shown: Shown, origin: string, title: string, body: string): string {
  const navigate = new URL(shown.link, origin).href;
  return JSON.stringify({
    web_push: 8030,
    // Lets our worker add buttons and suppress a second sound.
    mutable: true,
    app_badge: shown.unread,
    notification: {
      title,
      body,
      navigate,
      lang: "en",
      dir: "auto",
      tag: shown.tag,
      icon: new URL("/icons/icon-192x192.png", origin).href,
      silent: shown.isSilent,
      requireInteraction: shown.requiresInteraction,
      timestamp: Date.parse(shown.at),
      actions: shown.actions.map((action) => ({ action, title: pushActions[action], navigate })),
      data: { path: shown.link, version: shown.version, token: shown.token },
    },
  });
}

/** An entry of an inbox as a notification. */
export function showEntry(
  entry: NotificationEntry,
  kind: NotificationKindInfo,
  more: Pick<Shown, "isSilent" | "token" | "unread"> & { canReply: boolean },
): Shown {
  const { canReply, ...rest } = more;
  const times = entry.count > 1 && entry.excerpt !== "" ? `${entry.count} new. ` : "";
  return {
    title: withPriorityMark(entry),
    body: times + entry.excerpt,
    link: entry.link,
    tag: entry.id,
    version: `${entry.at} ${entry.count}`,
    at: entry.at,
    requiresInteraction: requiresInteraction(kind),
    actions: canReply ? ["reply", "read", "remind"] : ["read", "remind"],
    ...rest,
  };
}

/** Returns one notification that summarises those that were held back. */
export function showSummary(entries: readonly NotificationEntry[], unread: number, isSilent: boolean): Shown {
  const newest = entries.toSorted((a, b) => b.at.localeCompare(a.at));
  return {
    title: `${entries.length} new notifications while you were not to be disturbed`,
    body: newest.map(({ title }) => oneLine(title)).join("\n"),
    link: "/inbox",
    tag: summaryTag,
    version: newest[0]?.at ?? "",
    at: newest[0]?.at ?? "",
    isSilent,
    requiresInteraction: false,
    actions: [],
    token: undefined,
    unread,
  };
}

/** Specification, section 9 (notifications). */
export function showTest(at: string, unread: number, isSilent: boolean): Shown {
  return {
    title: "Test Notification",
    body: "Notifications are working correctly!",
    link: "/settings?view=notifications",
    tag: "test",
    version: at,
    at,
    isSilent,
    requiresInteraction: false,
    actions: [],
    token: undefined,
    unread,
  };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
