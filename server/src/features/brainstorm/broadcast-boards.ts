import type { EventName, EventPayload } from "@atoll/contract/events";
import { sql } from "kysely";
import { type Audiences, broadcastEach } from "../../platform/changes/broadcast.ts";
import type { ChangeSources } from "../../slice.ts";
import { presentBoards, presentWriters } from "./present.ts";
import { selectBoards } from "./queries.ts";
import { roomsOf } from "./rooms.ts";

/**
 * Sends boards as they are now to everyone who may read them, and to those who no longer may that they are gone. Call
 * it after the commit.
 * @param before the rooms of those who could read each of them before the change, where that may be different now.
 */
export async function broadcastBoards(
  { db, people, realtime }: ChangeSources,
  boardIds: readonly string[],
  before: Audiences = new Map(),
): Promise<void> {
  const rows = await selectBoards(db).where(sql<boolean>`b.id = ANY(${boardIds}::uuid[])`).execute();
  const after = new Map(rows.map((row) => [row.id, roomsOf(row)]));
  await broadcastEach(
    boardIds,
    { before, after },
    {
      load: async () => new Map((await presentBoards(people, rows)).map((board) => [board.id, board])),
      changed: (rooms, board) => realtime.sendToOthers(rooms, [], "board.changed", { board }),
      gone: (rooms, except, boardId) => realtime.sendToOthers(rooms, except, "board.gone", { boardId }),
    },
  );
}

/** Sends something about a board to everyone who may read it at that moment. To be called after the commit. */
export async function sendToReaders<Name extends EventName>(
  { db, realtime }: Pick<ChangeSources, "db" | "realtime">,
  boardId: string,
  event: Name,
  payload: EventPayload<Name>,
): Promise<void> {
  const row = await selectBoards(db).where("b.id", "=", boardId).executeTakeFirst();
  if (row) realtime.sendToOthers(roomsOf(row), [], event, payload);
}

/** Tells the readers of a board how many private notes people have on it. */
export async function broadcastWriters(sources: ChangeSources, boardId: string): Promise<void> {
  const writers = await presentWriters(sources, boardId);
  await sendToReaders(sources, boardId, "board-writers.changed", { boardId, writers });
}
