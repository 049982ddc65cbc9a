import type { NotificationKind } from "@atoll/contract/notification-kinds";

/** The ways to alert the person, apart from the page itself. */
export interface Alerts {
  banner: boolean;
  sound: boolean;
}

type Judge = (kind: NotificationKind) => Alerts;

/** Until the person's settings are there, and without the bell, a banner is shown as the browser allows it. */
const standard: Judge = () => ({ banner: true, sound: false });
let judge = standard;

/** Returns the alerts that the person's settings currently allow, for things that have no inbox entry. */
export function alertsFor(kind: NotificationKind): Alerts {
  return judge(kind);
}

/** Sets the function that knows the settings, until the returned function is called. */
export function setAlerts(next: Judge): () => void {
  judge = next;
  return () => {
    if (judge === next) judge = standard;
  };
}
