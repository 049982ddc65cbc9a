import { remindAfterMs } from "@atoll/contract/notifications/push-limits";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { forgetTyping } from "../../../lib/page/lost-words.ts";
import { call } from "../../../lib/server/api-client.ts";
import type { SignedIn } from "../../../lib/signed-in.ts";
import { readFromWorker } from "../../../lib/worker-messages.ts";
import { inboxChanges } from "../inbox/inbox-changes.ts";
import { repairPush } from "./keep-push.ts";

/**
 * Handles system notifications in pages: opens the place of one that was pressed, closes those that were read
 * elsewhere, and keeps the browser's and the server's subscription equal.
 */
export function followPush(signedIn: SignedIn, open: (path: string) => void): () => void {
  const { viewer, realtime } = signedIn;
  const container = navigator.serviceWorker;
  if (!container) return () => undefined;

  function hear({ data, ports }: MessageEvent): void {
    const message = readFromWorker(data);
    if (!message) return;
    ports[0]?.postMessage("there");
    if (message.kind === "open") {
      forgetTyping();
      open(message.path);
    } else remindLater(signedIn, message.entryId).catch(logged);
  }
  const look = () => closeRead().catch(logged);
  container.addEventListener("message", hear);
  // Messages that arrived while the script was loading are delivered now.
  container.startMessages();
  const stops = [
    () => container.removeEventListener("message", hear),
    realtime.on("notification.changed", ({ id, entry, counts }) => {
      const isOver = !entry || entry.isRead || entry.isDone || entry.snoozedUntil !== null;
      // No entry that another event is about: it may have come since this one was sent.
      const isSummedUp = (tag: string) => tag === "summary" && counts.unread === 0;
      closeShown((tag) => (isOver && tag === id) || isSummedUp(tag)).catch(logged);
    }),
    realtime.on("notifications.changed", look),
    realtime.subscribe(() => {
      if (realtime.getState() === "connected") look();
    }),
  ];
  repairPush(viewer.id).catch(logged);
  look();
  return () => {
    for (const stop of stops) stop();
  };
}

/** "Remind in 5min" on a notification of this page. Specification, section 4 (notification permission). */
async function remindLater(signedIn: SignedIn, id: string): Promise<void> {
  const snoozedUntil = new Date(Date.now() + remindAfterMs).toISOString();
  await inboxChanges.queueOf(signedIn).run({
    about: [id],
    title: "This entry",
    said: "You will be reminded in 5 minutes",
    change: { act: "change", changes: [{ id, snoozedUntil }] },
  });
}

/** So many unread entries are asked for: what lies behind them is older than what a system shows. */
const lookedAt = 100;

/** Closes notifications that have been read or dismissed elsewhere. */
async function closeRead(): Promise<void> {
  const shown = await shownOnes();
  if (!shown.some(({ tag }) => isEntry(tag))) return;
  const query = { state: "unread", limit: lookedAt } as const;
  const { items, counts } = await call(notificationRoutes.listNotifications, { query });
  const unread = new Set(items.map(({ id }) => id));
  for (const one of shown) {
    if ((isEntry(one.tag) && !unread.has(one.tag)) || isNothingLeft(one.tag, counts.unread)) one.close();
  }
}

async function closeShown(isOver: (tag: string) => boolean): Promise<void> {
  for (const one of await shownOnes()) if (isOver(one.tag)) one.close();
}

/** With nothing unread there is nothing to sum up. */
function isNothingLeft(tag: string, unread: number): boolean {
  return unread === 0 && (tag === "summary" || isEntry(tag));
}

function isEntry(tag: string): boolean {
  return /^[\da-f]{8}-/.test(tag);
}

async function shownOnes(): Promise<Notification[]> {
  return (await (await navigator.serviceWorker.getRegistration())?.getNotifications?.()) ?? [];
}

/** Nobody asked for it now. Specification, section 8: only logged. */
function logged(error: unknown): void {
  console.info("Notifications were not looked after", error);
}
