import { BellOff, BellRing } from "lucide-react";
import { useEffect, useState } from "react";
import { appName } from "../../../lib/page/page-title.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { isPushOn, turnPushOff, turnPushOn } from "./keep-push.ts";
import { type PushSupport, pushSupport } from "./push-support.ts";

/** Whether notifications reach this browser; undefined as long as it is not known. */
type PushState = Exclude<PushSupport, "can"> | "blocked" | "off" | "on" | undefined;

const toastId = "notifications";

/** Notifications in this browser: how it is, and the ways to turn them on and off, which say what came of it. */
function usePush(onPermission: () => void) {
  const { viewer } = useSignedIn();
  const support = pushSupport();
  const [isOn, setIsOn] = useState<boolean>();
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => {
    let isOver = false;
    const tell = (on: boolean) => {
      if (!isOver) setIsOn(on);
    };
    isPushOn(viewer.id).then(tell, () => tell(false));
    return () => {
      isOver = true;
    };
  }, [viewer.id]);

  async function change(work: () => Promise<void>): Promise<void> {
    setIsBusy(true);
    try {
      await work();
    } finally {
      setIsBusy(false);
      setIsOn(await isPushOn(viewer.id).catch(() => false));
      onPermission();
    }
  }

  return {
    state: stateOf(support, isOn),
    isBusy,
    turnOn: () =>
      change(async () => {
        try {
          if ((await Notification.requestPermission()) !== "granted")
            throw new Error("permission not granted");
          await turnPushOn(viewer.id);
          notify.success(reachedWords(), { id: toastId });
        } catch (error) {
          console.info("Notifications could not be turned on", error);
          // Specification, section 8.
          const said = "Failed to enable push notifications. Please check your browser settings.";
          notify.error(said, { id: toastId });
        }
      }),
    turnOff: () =>
      change(() =>
        turnPushOff().then(
          () => notify.success("Notifications are off in this browser.", { id: toastId }),
          () =>
            notify.info("Notifications are off here. The server learns of it when it can be reached.", {
              id: toastId,
            }),
        ),
      ),
  };
}

/** With the name that the product has here. */
const reachedWords = () => `Notifications reach this browser, also while ${appName()} is closed.`;

function stateOf(support: PushSupport, isOn: boolean | undefined): PushState {
  if (support !== "can") return support;
  if (Notification.permission === "denied") return "blocked";
  if (isOn === undefined) return undefined;
  return isOn ? "on" : "off";
}

const words = (): Record<NonNullable<PushState>, string> => ({
  "no-https":
    "Notifications need https, which this page does not have. Ask the person who runs the server for an address that begins with https://.",
  "home-screen-first": `On an iPhone or iPad, add ${appName()} to the home screen first: press Share, then “Add to Home Screen”. Open it from there, and come back here.`,
  // Specification, section 8.
  unsupported: "Notifications are not supported in this browser.",
  blocked: "Allow notifications for this site in your browser, then reload.",
  off: `Get notifications in this browser even when ${appName()} is closed. Your browser asks for permission once.`,
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
