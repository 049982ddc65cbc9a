import type { NotificationKind } from "@atoll/contract/notification-kinds";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import type { NotificationEntry } from "@atoll/contract/notifications/schemas";
import { waysFor } from "@atoll/contract/notifications/ways";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { useOwnStatus } from "../../../capabilities/people/use-presence.ts";
import { type Alerts, setAlerts } from "../../../lib/page/alerts.ts";
import { call } from "../../../lib/server/api-client.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { useInboxActs } from "../inbox/use-inbox-acts.ts";
import { useSettings } from "../settings/api.ts";
import { followRings } from "./follow-rings.ts";
import type { RingOptions } from "./ring-out.ts";

/** So many are looked up at once: what is more came long ago, or is told in one line. */
const looked = 10;
const onPhone = /Android|iPhone|iPad|iPod/;

/** Tells of what is new in the inbox as the person's settings say, as long as a page of Atoll is open. */
export function useRings(): void {
  const { realtime } = useSignedIn();
  const router = useRouter();
  const { data: settings } = useSettings();
  const [status = null] = useOwnStatus();
  const acts = useInboxActs();

  const judge = useEffectEvent((kind: NotificationKind): Alerts => {
    // Nothing rings before it is known what may.
    if (!settings) return { banner: false, sound: false };
    const ways = waysFor(settings, kind, new Date(), status);
    return { banner: onPhone.test(navigator.userAgent) ? ways.mobile : ways.desktop, sound: ways.sound };
  });
  const ring = useEffectEvent((entries: readonly NotificationEntry[]) => {
    const options: RingOptions = {
      alertsOf: ({ kind }) => judge(kind),
      page: () => router.state.location.href,
      open(entry) {
        acts.open(entry);
        void router.navigate({ href: entry.link });
      },
      openInbox: () => void router.navigate({ href: "/inbox" }),
    };
    import("./ring-out.ts")
      .then(({ ringOut }) => ringOut(entries, options))
      // Without a connection the entries are in the inbox all the same.
      .catch(() => undefined);
  });

  useEffect(() => {
    const stops = [
      setAlerts((kind) => judge(kind)),
      followRings({
        realtime,
        fetchNewest: async () =>
          (await call(notificationRoutes.listNotifications, { query: { limit: looked } })).items,
        ring: (entries) => ring(entries),
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [realtime]);
}
