import type { NotificationEntry } from "@atoll/contract/notifications/schemas";
import type { Alerts } from "../../../lib/page/alerts.ts";
import { playChime } from "../../../lib/page/chime.ts";
import { claimOnce } from "../../../lib/session/claim-once.ts";
import { notify } from "../../../ui/toast/toast.tsx";
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
    show({ tag: "inbox", title: `${shown.length} new in your inbox`, body: "" }, options.openInbox);
  else
    for (const entry of shown)
      show({ tag: entry.id, title: entry.title, body: entry.excerpt, icon: entry.actors[0]?.avatar }, () =>
        options.open(entry),
      );
}

/** A message that chat tells of by itself is the same thing. */
function claimOf({ id, at, link }: NotificationEntry): string {
  return new URL(link, "http://atoll.invalid").searchParams.get("message") ?? `${id}.${at}`;
}

interface Banner {
  /** A push of the same replaces it. */
  tag: string;
  title: string;
  body: string;
  icon?: string | null | undefined;
}

/** On the desktop while the page is not seen, and in the page while it is. */
function show({ tag, title, body, icon }: Banner, open: () => void): void {
  if (document.visibilityState === "visible") {
    notify.info(title, { id: `ring-${tag}`, action: { label: "Open", onClick: open } });
    return;
  }
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  try {
    const banner = new Notification(title, {
      body,
      tag,
      icon: icon ?? "/icons/icon-192x192.png",
      // The chime is ours, by the person's settings.
      silent: true,
    });
    banner.onclick = () => {
      window.focus();
      open();
      banner.close();
    };
  } catch {
    // Phones allow notifications to a service worker only, which shows its own.
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
