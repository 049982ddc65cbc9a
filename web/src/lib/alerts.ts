import type { NotificationKind } from "@atoll/contract/notifications/kinds";

/** What may tell of something new beside the page itself. */
export interface Alerts {
  banner: boolean;
  sound: boolean;
}

type Judge = (kind: NotificationKind) => Alerts;

/** Until the person's settings are there, and without the bell, a banner is shown as the browser allows it. */
const standard: Judge = () => ({ banner: true, sound: false });
let judge = standard;

/** What the person's settings let ring now, for what is no entry of the inbox. */
export function alertsFor(kind: NotificationKind): Alerts {
  return judge(kind);
}

/** Whoever knows the settings says so, until the returned function is called. */
export function setAlerts(next: Judge): () => void {
  judge = next;
  return () => {
    if (judge === next) judge = standard;
  };
}
