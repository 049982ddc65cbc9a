import { notifyTopics } from "../../../notify-topics.ts";
import type { LivePart, SliceContext } from "../../../slice.ts";
import { everybodysRoom } from "../../people/public.ts";

/** Tells every browser that the model was set up, switched on or off, on any node. */
export function broadcastModel({ realtime }: SliceContext): LivePart {
  return {
    topics: {
      [notifyTopics.askModelChanged]: () => realtime.sendHere(everybodysRoom, "ask-model.changed", {}),
    },
  };
}
