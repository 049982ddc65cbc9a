import { notifyTopics } from "../../notify-topics.ts";
import type { LivePart, SliceContext } from "../../slice.ts";
import { everybodysRoom, presentPerson } from "./public.ts";
import { findPeople } from "./queries.ts";

/** Broadcasts a colleague's new picture or name to everyone, no matter who changed it. */
export function broadcastProfiles({ db, realtime, log }: SliceContext): LivePart {
  let waiting = new Set<string>();
  let telling: Promise<void> | undefined;

  async function tellAll(): Promise<void> {
    // Announcements in the same moment are handled together.
    await new Promise(setImmediate);
    while (waiting.size > 0) {
      const ids = [...waiting];
      waiting = new Set();
      // Not from the cache, which may be loading the previous state.
      for (const row of await findPeople(db, ids))
        realtime.sendHere(everybodysRoom, "profile.changed", { person: presentPerson(row) });
    }
  }

  return {
    topics: {
      [notifyTopics.profileChanged]: (id) => {
        if (!realtime.isHeard(everybodysRoom)) return;
        waiting.add(id);
        telling ??= tellAll()
          .catch((error: unknown) => log.warn({ err: error }, "changed profiles were not told"))
          .finally(() => {
            telling = undefined;
          });
      },
    },
    stop: async () => telling,
  };
}
