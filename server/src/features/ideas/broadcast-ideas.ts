import { sql } from "kysely";
import type { Realtime } from "../../platform/realtime/realtime.ts";
import type { Database } from "../../tables.ts";
import type { People } from "../people/access.ts";
import { presentIdeas } from "./present.ts";
import { selectIdeas } from "./queries.ts";
import { roomsOf } from "./rooms.ts";

/** Everything that a change of ideas needs, from their rows to everyone who sees them. */
export interface IdeaSources {
  db: Database;
  people: People;
  realtime: Realtime;
}

/** The columns that every change of an idea sets. */
export const changed = {
  version: sql<number>`version + 1`,
  updated_at: sql<Date>`now()`,
};

/**
 * Sends ideas as they are now to everyone who may read them, and to those who no longer may that they are gone. To be
 * called after the commit.
 * @param before the rooms of those who could read each of them before the change, where that may be different now.
 */
export async function broadcastIdeas(
  { db, people, realtime }: IdeaSources,
  ideaIds: readonly string[],
  before: ReadonlyMap<string, readonly string[]> = new Map(),
): Promise<void> {
  const rows = await selectIdeas(db).where(sql<boolean>`i.id = ANY(${ideaIds}::uuid[])`).execute();
  const rooms = new Map(rows.map((row) => [row.id, roomsOf(row)]));
  for (const ideaId of ideaIds) {
    const now = rooms.get(ideaId) ?? [];
    const lost = (before.get(ideaId) ?? []).filter((room) => !now.includes(room));
    if (lost.length > 0) realtime.sendToOthers(lost, now, "idea.gone", { ideaId });
  }
  for (const idea of await presentIdeas(people, rows))
    realtime.sendToOthers(rooms.get(idea.id) ?? [], [], "idea.changed", { idea });
}
