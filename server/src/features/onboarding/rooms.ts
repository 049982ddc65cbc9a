import { canManageOnboarding } from "@atoll/contract/onboarding/policy";
import { sql } from "kysely";
import { notifyTopics } from "../../notify-topics.ts";
import type { LivePart, RequestViewer, SliceContext } from "../../slice.ts";
import { everybodysRoom, ownRoom } from "../people/public.ts";

/** The room of people who manage onboarding, for events about everybody's. */
export const managersRoom = "onboarding:managers";

/** Returns the rooms for a viewer's onboarding events. Events about their own onboarding use their own room. */
export async function onboardingRooms(viewer: RequestViewer): Promise<string[]> {
  return canManageOnboarding(viewer) ? [managersRoom] : [];
}

/** Batches the ticks of one change. */
const pauseMs = 50;

/**
 * Broadcasts changes of onboardings to people on this node who see them. The database announces each change, whatever
 * made it on any node.
 */
export function broadcastOnboardings({ db, log, realtime }: SliceContext): LivePart {
  const changed = new Set<string>();

  async function broadcast(): Promise<void> {
    const ids = [...changed];
    changed.clear();
    const { rows } = await sql<{ id: string; people: string[] }>`
      SELECT id, array_remove(ARRAY[person_id, manager_id, buddy_id], NULL) AS people FROM onboardings
      WHERE id = ANY(${ids}::uuid[])`.execute(db);
    for (const { id, people } of rows)
      for (const room of [managersRoom, ...people.map(ownRoom)])
        realtime.sendHere(room, "onboarding.changed", { onboardingId: id });
  }

  return {
    topics: {
      [notifyTopics.onboardingChanged](payload) {
        const [id = "", formerId] = payload.split(" ");
        if (formerId !== undefined) {
          realtime.sendHere(ownRoom(formerId), "onboarding.gone", { onboardingId: id });
          return;
        }
        if (changed.size === 0)
          setTimeout(() => {
            broadcast().catch((error: unknown) =>
              log.warn({ err: error }, "changes of onboardings were not broadcast"),
            );
          }, pauseMs).unref();
        changed.add(id);
      },
    },
    onGap() {
      realtime.sendHere(everybodysRoom, "onboarding.changed", { onboardingId: null });
    },
  };
}
