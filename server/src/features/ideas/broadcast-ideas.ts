import type { Idea } from "@atoll/contract/ideas/schemas";
import { sql } from "kysely";
import { type Audiences, broadcastEach } from "../../platform/changes/broadcast.ts";
import type { ChangeSources } from "../../slice.ts";
import { presentIdeas } from "./present.ts";
import { selectIdeas } from "./queries.ts";
import { roomsOf } from "./readable.ts";

/**
 * Sends ideas as they are now to everyone who may read them, and to those who no longer may that they are gone. Call it
 * after the commit.
 * @param before the rooms of those who could read each of them before the change, where that may be different now.
 * @returns the ideas as they are now, by their IDs.
 */
export async function broadcastIdeas(
  { db, people, realtime }: ChangeSources,
  ideaIds: readonly string[],
  before: Audiences = new Map(),
): Promise<ReadonlyMap<string, Idea>> {
  const rows = await selectIdeas(db).where(sql<boolean>`i.id = ANY(${ideaIds}::uuid[])`).execute();
  const after = new Map(rows.map((row) => [row.id, roomsOf(row)]));
  return broadcastEach(
    ideaIds,
    { before, after },
    {
      load: async () => new Map((await presentIdeas(people, rows)).map((idea) => [idea.id, idea])),
      changed: (rooms, idea) => realtime.sendToOthers(rooms, [], "idea.changed", { idea }),
      gone: (rooms, except, ideaId) => realtime.sendToOthers(rooms, except, "idea.gone", { ideaId }),
    },
  );
}
