import { uuidSource } from "@atoll/contract/uuid";
import { sql } from "kysely";
import type { Database } from "../../../tables.ts";
import type { IcsEvent } from "./ics-event.ts";

/** Exported events and the entries of a feed carry the ID of their event. */
const ownUid = new RegExp(`^(${uuidSource})(-\\d{4}-[\\dT:-]+)?@atoll$`);

interface Exported {
  id: string;
  /** Whether the file has another version of it. */
  isOtherHere: boolean;
}

/** Returns the UID under which an event is exported. */
export function uidOf(eventId: string): string {
  return `${eventId}@atoll`;
}

/**
 * Returns which events of a file were exported from this Atoll, by UID. They stay as they are here, because they have
 * people and answers that the file does not know. Only events that the person has in their own calendar count.
 */
export async function readExported(
  db: Database,
  userId: string,
  events: readonly IcsEvent[],
): Promise<ReadonlyMap<string, Exported>> {
  const ids = new Map(
    events.flatMap(({ uid }) => {
      const [, id] = ownUid.exec(uid) ?? [];
      return id === undefined ? [] : [[uid, id]];
    }),
  );
  if (ids.size === 0) return new Map();
  const rows = await db
    .selectFrom("events as e")
    .innerJoin("event_attendees as a", (join) =>
      join.onRef("a.event_id", "=", "e.id").on("a.user_id", "=", userId),
    )
    .select(["e.id", "e.title", "e.description", "e.location", "e.link", "e.starts", "e.ends"])
    .where(sql<boolean>`e.id = ANY(${[...new Set(ids.values())]}::uuid[])`)
    .where("e.deleted_at", "is", null)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    events.flatMap((event): [string, Exported][] => {
      const row = byId.get(ids.get(event.uid) ?? "");
      if (!row) return [];
      const { title, description, location, link, series } = event;
      // An entry of a feed is one occurrence, with times of its own.
      const isOfFeed = ownUid.exec(event.uid)?.[2] !== undefined;
      const isOtherHere =
        !isOfFeed &&
        [title, description, location, link, series.start, series.end].join("\n") !==
          [row.title, row.description, row.location, row.link, row.starts, row.ends].join("\n");
      return [[event.uid, { id: row.id, isOtherHere }]];
    }),
  );
}
