import { useEffect, useState } from "react";
import { appName } from "../../../lib/page/page-title.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { isPushOn, turnPushOff, turnPushOn } from "./keep-push.ts";
import { type PushSupport, pushSupport } from "./push-support.ts";

/** Whether notifications reach this browser; undefined as long as it is not known. */
export type PushState = Exclude<PushSupport, "can"> | "blocked" | "off" | "on" | undefined;

const toastId = "notifications";

/** Notifications in this browser: how it is, and the ways to turn them on and off, which say what came of it. */
export function usePush(onPermission: () => void) {
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
export const reachedWords = () => `Notifications reach this browser, also while ${appName()} is closed.`;

function stateOf(support: PushSupport, isOn: boolean | undefined): PushState {
  if (support !== "can") return support;
  if (Notification.permission === "denied") return "blocked";
  if (isOn === undefined) return undefined;
  return isOn ? "on" : "off";
}
