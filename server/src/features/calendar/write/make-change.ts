import { AppError } from "../../../platform/app-error.ts";
import { assertNotChanged } from "../../../platform/changed-meanwhile.ts";
import { applyChange } from "../../../platform/changes/apply-change.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/access.ts";
import type { EventSources } from "../tell-of-change.ts";
import { eventChanges } from "./event-changes.ts";
import { foldSingles } from "./fold-singles.ts";
import { mayChange } from "./hold-event.ts";
import { keepTimesOf } from "./keep-times.ts";
import { type LockedEvent, lockEvents } from "./locked-event.ts";

/** A change of an event in progress. */
export interface Turn {
  tx: Database;
  viewer: RequestViewer;
  /** Records the event as it is before the change writes it. */
  touch(event: LockedEvent): Promise<void>;
  /** Records an event that the change created. */
  made(event: { id: string; version: number }): void;
  /** Runs once the times of all these events are derived: it notifies people. */
  later(what: () => Promise<void>): void;
}

interface Request {
  /** Made by the browser: the idempotency key of the change. */
  changeId: string;
  eventId: string;
  /** The version that the viewer saw. */
  version: number;
}

/**
 * Applies a change of an event once, however often it is sent, derives the times of every event that it touched and
 * broadcasts them.
 * @throws {AppError} `event_not_found`, `forbidden`, `changed_meanwhile`, `change_id_taken`, and the errors of `work`.
 */
export async function makeChange(
  sources: EventSources,
  viewer: RequestViewer,
  { changeId, eventId, version }: Request,
  work: (turn: Turn, event: LockedEvent) => Promise<void>,
): Promise<void> {
  await applyChange(eventChanges, sources, viewer, { changeId, ids: [eventId] }, async (changing, [row]) => {
    const { tx } = changing;
    if (!row) throw new AppError("event_not_found");
    if (!mayChange(viewer, row)) throw new AppError("forbidden");
    assertNotChanged(row, version);
    const eventIds: string[] = [];
    const toDo: (() => Promise<void>)[] = [];
    const turn: Turn = {
      tx,
      viewer,
      async touch(event) {
        eventIds.push(event.id);
        await changing.watch(event);
        const { id: subjectId, version } = event;
        changing.record({ subjectId, field: "version", before: version, after: version + 1 });
      },
      made({ id: subjectId, version }) {
        eventIds.push(subjectId);
        changing.record({ subjectId, field: "created", before: null, after: true });
        changing.record({ subjectId, field: "version", before: null, after: version + 1 });
        changing.alsoBroadcast([subjectId]);
      },
      later: (what) => void toDo.push(what),
    };
    await work(turn, await withoutLeftovers(tx, row));
    await foldSingles(tx, eventIds);
    await keepTimesOf(tx, viewer.id, eventIds);
    for (const what of toDo) await what();
  });
}

/** An event that came once when it had exceptions of a series still has them, so that its own times were not shown. */
async function withoutLeftovers(tx: Database, event: LockedEvent): Promise<LockedEvent> {
  if (!(await foldSingles(tx, [event.id]))) return event;
  const [folded] = await lockEvents(tx, [event.id]);
  return folded ?? event;
}
