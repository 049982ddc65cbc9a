import type { SliceContext } from "../../slice.ts";
import { ownRoom } from "../people/public.ts";

/** Whether somebody is at a keyboard now, on whichever node. */
export function isHere({
  realtime,
  hereElsewhere,
}: Pick<SliceContext, "realtime" | "hereElsewhere">): (userId: string) => boolean {
  return (userId) =>
    realtime.socketsIn(ownRoom(userId)).some(({ isIdle }) => !isIdle) ||
    hereElsewhere.of(userId).some(({ isIdle }) => !isIdle);
}
