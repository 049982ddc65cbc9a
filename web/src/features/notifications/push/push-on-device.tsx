import { BellOff, BellRing } from "lucide-react";
import { appName } from "../../../lib/page/page-title.ts";
import { Button } from "../../../ui/button/button.tsx";
import { type PushState, reachedWords, usePush } from "./use-push.ts";

const words = (): Record<NonNullable<PushState>, string> => ({
  "no-https":
    "Notifications need https, which this page does not have. Ask the person who runs the server for an address that begins with https://.",
  "home-screen-first": `On an iPhone or iPad, add ${appName()} to the home screen first: press Share, then “Add to Home Screen”. Open it from there, and come back here.`,
  // Specification, section 8.
  unsupported: "Notifications are not supported in this browser.",
  blocked: "Allow notifications for this site in your browser, then reload.",
  off: `Be told in this browser also while ${appName()} is closed. Your browser asks once.`,
  on: reachedWords(),
});

/**
 * Notifications of this browser: on or off, or what stands in the way and what to do about it. A row of a card.
 * @param onPermission called when the browser's permission may be another.
 */
export function PushOnDevice({ onPermission }: { onPermission: () => void }) {
  const { state, isBusy, turnOn, turnOff } = usePush(onPermission);
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-2 border-t px-4 py-2.5 md:px-5">
      <p aria-live="polite" className="min-w-0 flex-1 text-muted text-xs">
        {state && words()[state]}
      </p>
      {state === "off" && (
        <Button icon={BellRing} loading={isBusy} onClick={() => void turnOn()} variant="primary">
          Turn on in this browser
        </Button>
      )}
      {state === "on" && (
        <Button icon={BellOff} loading={isBusy} onClick={() => void turnOff()} size="sm">
          Turn off in this browser
        </Button>
      )}
    </div>
  );
}
