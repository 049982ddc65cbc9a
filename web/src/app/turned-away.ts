import { notify } from "../ui/toast/toast.tsx";

/** Says why somebody is led to another page than the one they asked for. */
export function sayTurnedAway(): void {
  notify.info("There is no page at that address, or it is not for you.", { id: "turned-away" });
}
