import { requiresInteraction } from "@atoll/contract/notification-kind";
import { notificationKinds } from "@atoll/contract/notification-kinds";
import type { NotificationEntry } from "@atoll/contract/notifications/schemas";
import type { Alerts } from "../../../lib/page/alerts.ts";
import { playChime } from "../../../lib/page/chime.ts";
import { claimOnce } from "../../../lib/session/claim-once.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import { type Banner, showHiddenBanner } from "./hidden-banner.ts";
import { isLookedAt } from "./is-looked-at.ts";

export interface RingOptions {
  alertsOf: (entry: NotificationEntry) => Alerts;
  /** The address of the page. */
  page: () => string;
  open: (entry: NotificationEntry) => void;
  openInbox: () => void;
}

/** More at one moment are told in one line. */
const mostSingle = 3;
/** Tabs that are seen go first, and of these the one that shows the thing. */
const turnMs = { looking: 0, seen: 300, hidden: 700 };

/** Tells of what is new by a banner and the chime, in one tab of all, and not where the thing itself is looked at. */
export async function ringOut(entries: readonly NotificationEntry[], options: RingOptions): Promise<void> {
  const isSeen = document.visibilityState === "visible";
  const judged = await Promise.all(
    entries.map(async (entry) => {
      const isLooking = isSeen && document.hasFocus() && isLookedAt(entry.link, options.page());
      await wait(isLooking ? turnMs.looking : isSeen ? turnMs.seen : turnMs.hidden);
      const isOurs = await claimOnce(claimOf(entry));
      return isOurs && !isLooking ? { entry, ...options.alertsOf(entry) } : undefined;
    }),
  );
  const ringing = judged.filter((one) => one !== undefined);
  if (ringing.some(({ sound }) => sound)) playChime();
  const shown = ringing.flatMap(({ entry, banner }) => (banner ? entry : []));
  if (shown.length > mostSingle)
    show(
      { tag: "inbox", title: `${shown.length} new in your inbox`, body: "", path: "/inbox", stays: false },
      options.openInbox,
    );
  else for (const entry of shown) show(bannerOf(entry), () => options.open(entry));
}

function bannerOf({ id, kind, title, priority, excerpt, actors, link }: NotificationEntry): Banner {
  const stays = requiresInteraction(notificationKinds[kind]);
  return { tag: id, title, priority, body: excerpt, icon: actors[0]?.avatar, path: link, stays };
}

/** A message that chat tells of by itself is the same thing. */
function claimOf({ id, at, link }: NotificationEntry): string {
  return new URL(link, "http://atoll.invalid").searchParams.get("message") ?? `${id}.${at}`;
}

/** On the desktop while the page is not seen, and in the page while it is. */
function show(banner: Banner, open: () => void): void {
  if (document.visibilityState === "visible") {
    notify.info(banner.title, { id: `ring-${banner.tag}`, action: { label: "Open", onClick: open } });
    return;
  }
  void showHiddenBanner(banner, open);
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
