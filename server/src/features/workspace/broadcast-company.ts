import { notifyTopics } from "../../notify-topics.ts";
import type { LivePart, SliceContext } from "../../slice.ts";
import { everybodysRoom } from "../people/public.ts";

/** Broadcasts a new company name, colour or logo to everyone, no matter who changed it and where. */
export function broadcastCompany({ realtime }: SliceContext): LivePart {
  return {
    topics: {
      [notifyTopics.companyChanged]: () => realtime.sendHere(everybodysRoom, "company.changed", {}),
    },
  };
}
