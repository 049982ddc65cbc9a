import { hashSent } from "../../../platform/create-once.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/access.ts";
import { roomsOf } from "../rooms.ts";
import { type EventSources, tellOfChange } from "../tell-of-change.ts";
import { retellOf } from "../told-of.ts";
import { foldSingles } from "./fold-singles.ts";
import { changed } from "./hold-event.ts";
import { keepTimesOf } from "./keep-times.ts";
import { isMadeAlready, noteBefore, noteMade } from "./snapshot.ts";

/** One change of events, under way. */
export interface Turn {
  tx: Database;
  viewer: RequestViewer;
  /** To be called before an event is changed: it is noted as it was, and gets another version. */
  touch(eventId: string): Promise<void>;
  /** To be called after an event was made by the change. */
  made(eventId: string): void;
  /** Done when the times of all these events have been derived anew: what people are told. */
  later(what: () => Promise<void>): void;
}

/**
 * Makes a change of events once, whoever sends it again: notes how to take it back, derives their times anew and tells
 * everybody who sees them.
 * @throws {AppError} `change_id_taken`, and what `work` throws.
 */
export async function makeChange(
  sources: EventSources,
  viewer: RequestViewer,
  { changeId, ...content }: { changeId: string },
  work: (turn: Turn) => Promise<void>,
): Promise<void> {
  const change = { changeId, actorId: viewer.id, hash: hashSent(content) };
  const toTell = await transact(sources.db, async (tx) => {
    if (await isMadeAlready(tx, change)) return undefined;
    const touched = new Set<string>();
    const made: string[] = [];
    const toDo: (() => Promise<void>)[] = [];
    const rooms: string[] = [];
    await work({
      tx,
      viewer,
      async touch(eventId) {
        if (touched.has(eventId)) return;
        touched.add(eventId);
        await noteBefore(tx, change, [eventId]);
        rooms.push(...(await roomsOf(tx, [eventId])));
      },
      made: (eventId) => void made.push(eventId),
      later: (what) => void toDo.push(what),
    });
    const eventIds = [...touched, ...made];
    for (const eventId of touched)
      await tx.updateTable("events").set(changed).where("id", "=", eventId).execute();
    await foldSingles(tx, eventIds);
    await keepTimesOf(tx, viewer.id, eventIds);
    await noteMade(tx, change, made);
    for (const what of toDo) await what();
    await retellOf(tx, eventIds);
    return { eventIds, before: rooms };
  });
  if (toTell && toTell.eventIds.length > 0) await tellOfChange(sources, toTell);
}
