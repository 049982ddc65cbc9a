import type { Idea } from "@atoll/contract/ideas/schemas";
import { sql } from "kysely";
import type { Realtime } from "../../platform/realtime/realtime.ts";
import type { Database } from "../../tables.ts";
import type { People } from "../people/public.ts";
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
  sources: IdeaSources,
  ideaIds: readonly string[],
  before: ReadonlyMap<string, readonly string[]> = new Map(),
): Promise<void> {
  await sendIdeas(sources, ideaIds, before);
}

/** Does the same, and returns the ideas by their IDs. */
export async function sendIdeas(
  { db, people, realtime }: IdeaSources,
  ideaIds: readonly string[],
  before: ReadonlyMap<string, readonly string[]>,
): Promise<ReadonlyMap<string, Idea>> {
  const rows = await selectIdeas(db).where(sql<boolean>`i.id = ANY(${ideaIds}::uuid[])`).execute();
  const rooms = new Map(rows.map((row) => [row.id, roomsOf(row)]));
  for (const ideaId of ideaIds) {
    const now = rooms.get(ideaId) ?? [];
    const lost = (before.get(ideaId) ?? []).filter((room) => !now.includes(room));
    if (lost.length > 0) realtime.sendToOthers(lost, now, "idea.gone", { ideaId });
  }
  const ideas = await presentIdeas(people, rows);
  for (const idea of ideas) realtime.sendToOthers(rooms.get(idea.id) ?? [], [], "idea.changed", { idea });
  return new Map(ideas.map((idea) => [idea.id, idea]));
}
