import { cleanViewQuery, type ViewRules } from "@atoll/contract/saved-views/rules";
import type { SavedView } from "@atoll/contract/saved-views/schemas";
import type { Realtime } from "../../platform/realtime/realtime.ts";
import type { Database } from "../../tables.ts";
import { ownRoom } from "../people/public.ts";

/** A page whose views the viewer may use: their person, the page, and what its address can contain. */
export interface OpenPlace {
  userId: string;
  place: string;
  rules: ViewRules;
}

/** Dependencies of a change of saved views. */
export interface ViewSources {
  db: Database;
  realtime: Realtime;
}

/** Returns a person's saved views of a page in order, without filters that the page no longer has. */
export async function selectViews(db: Database, { userId, place, rules }: OpenPlace): Promise<SavedView[]> {
  const rows = await db
    .selectFrom("saved_views")
    .select(["id", "name", "query", "version"])
    .where("user_id", "=", userId)
    .where("place", "=", place)
    .orderBy("position")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ ...row, ...cleanViewQuery(row.query, rules) }));
}

/** Broadcasts a person's views of a page to all of their devices, and returns them. Call it after the commit. */
export async function broadcastViews({ db, realtime }: ViewSources, open: OpenPlace): Promise<SavedView[]> {
  const views = await selectViews(db, open);
  realtime.send(ownRoom(open.userId), "saved-views.changed", { place: open.place, views });
  return views;
}
