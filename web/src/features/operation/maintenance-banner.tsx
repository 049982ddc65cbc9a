import type { AnnouncedMaintenance } from "@atoll/contract/operation/maintenance";
import { isSuperAdmin } from "@atoll/contract/permissions";
import { Wrench } from "lucide-react";
import { useEffect } from "react";
import { outboxOf } from "../../capabilities/offline/outbox/own-outbox.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { useNow } from "../../lib/time/use-now.ts";
import { useSignedIn } from "../../lib/use-signed-in.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { describeTimes, useMaintenance } from "./api.ts";

/** Tells everyone about maintenance, above everything, until it is over. */
export function MaintenanceBanner() {
  const announced = useMaintenance().data?.announced;
  useSendAfterwards(announced?.isReadOnly === true && announced.isRunning);
  return announced ? <Banner announced={announced} /> : null;
}

function Banner({ announced }: { announced: AnnouncedMaintenance }) {
  const isSpared = isSuperAdmin(useViewer());
  const now = useNow();
  return (
    <InlineAlert className="mx-2 mt-2 flex-none" icon={Wrench} tone="notice">
      <p className="font-semibold">{describeTimes(announced, now)}</p>
      <p className="whitespace-pre-wrap wrap-anywhere">{announced.text}</p>
      {announced.isReadOnly && <p className="text-muted text-xs">{describeLimits(announced, isSpared)}</p>}
    </InlineAlert>
  );
}

function describeLimits({ isRunning }: AnnouncedMaintenance, isSpared: boolean): string {
  if (isSpared)
    return isRunning
      ? "Only super administrators can change anything."
      : "Only super administrators will be able to change anything.";
  return isRunning
    ? "You can read, but not change anything. Messages that you write wait here and are sent when maintenance is over."
    : "You will be able to read, but not to change anything.";
}

/** Sends what waits as soon as people may write again. */
function useSendAfterwards(isHeld: boolean): void {
  const signedIn = useSignedIn();
  useEffect(() => (isHeld ? outboxOf(signedIn).flush : undefined), [isHeld, signedIn]);
}
