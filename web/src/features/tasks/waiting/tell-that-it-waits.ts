import type { SignedIn } from "../../../lib/signed-in.ts";
import { notify } from "../../../ui/toast/toast.tsx";

/** Says that what was done is not on the server yet, where it cannot be reached. */
export function tellThatItWaits({ realtime }: SignedIn): void {
  if (realtime.getState() === "connected") return;
  notify.info("There is no connection. This is sent when there is one.", { id: "task-waits" });
}
