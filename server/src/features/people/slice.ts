import { notifyTopics } from "../../notify-topics.ts";
import type { Ground, LivePart, Shared, Slice, SliceContext } from "../../slice.ts";
import { broadcastProfiles } from "./broadcast-profiles.ts";
import { cachePeople } from "./people-cache.ts";
import { personSource } from "./person-source.ts";
import { watchElsewhere } from "./presence/here-elsewhere.ts";
import { connectPresence } from "./presence/presence.ts";
import { everybodysRoom, ownRoom } from "./public.ts";
import { registerPeople } from "./routes.ts";

/** The slice of colleagues, their presence, and each person's own room. Specification, section 7 (people). */
export const people = {
  name: "people",
  share: ({ db, bus }: Ground): Pick<Shared, "people" | "hereElsewhere"> => ({
    people: cachePeople(db),
    hereElsewhere: watchElsewhere(bus),
  }),
  routes: [registerPeople],
  rooms: () => async (viewer) => [ownRoom(viewer.id), everybodysRoom],
  guestRooms: () => async (viewer) => [ownRoom(viewer.id)],
  searchSources: [personSource],
  live: [keepFresh, connectPresence, broadcastProfiles],
  personalData: {
    profiles: {
      title: "Profile",
      erase: "special",
      of: "id",
      isOpen: true,
      columns: ["created_at", "id", "name", "avatar_url", "updated_at", "former_since"],
    },
    chosen_statuses: {
      title: "Chosen status",
      erase: "account",
      of: "user_id",
      columns: ["chosen_at", "status"],
    },
  },
} satisfies Slice;

function keepFresh({ people: cache }: SliceContext): LivePart {
  return { topics: { [notifyTopics.viewerChanged]: cache.forget }, onGap: cache.forgetAll };
}
