import { announcements } from "../../announcements.ts";
import type { LivePart, SliceContext } from "../../slice.ts";
import { everybodysRoom, presentPerson } from "./access.ts";
import { findPeople } from "./queries.ts";

/** Tells everybody of a colleague's new face or name, whoever changed it: many screens show it at once. */
export function tellOfProfiles({ db, realtime, log }: SliceContext): LivePart {
  let waiting = new Set<string>();
  let telling: Promise<void> | undefined;

  async function tellAll(): Promise<void> {
    // What is announced in the same moment comes along.
    await new Promise(setImmediate);
    while (waiting.size > 0) {
      const ids = [...waiting];
      waiting = new Set();
      // Not from the cache, which may be reading what was there before.
      for (const row of await findPeople(db, ids))
        realtime.sendHere(everybodysRoom, "profile.changed", { person: presentPerson(row) });
    }
  }

  return {
    topics: {
      [announcements.profileChanged]: (id) => {
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
