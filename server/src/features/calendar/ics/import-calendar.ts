import { shownImportEvents, shownImportSkips } from "@atoll/contract/calendar/ics-limits";
import type { calendarImportSchema, IcsImport } from "@atoll/contract/calendar/ics-schemas";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import { claimChange } from "../../../platform/changes/stored-changes.ts";
import { hashSent } from "../../../platform/create-once.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { ChangeSources } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { broadcastChange } from "../broadcast-change.ts";
import { assertPlace } from "../write/create-event.ts";
import { eventChanges } from "../write/event-changes.ts";
import { readExported } from "./exported-events.ts";
import type { IcsEvent } from "./ics-event.ts";
import { keepImport } from "./keep-import.ts";
import { noteLoss } from "./losses.ts";
import { parseInWorker, type ReadCalendar, type Sender } from "./parse-in-worker.ts";
import type { IcsCalendar } from "./read.ts";

type ImportInput = z.output<typeof calendarImportSchema>;
type PreviewInput = Omit<ImportInput, "changeId">;

type Outcome = "created" | "changed" | "unchanged";

interface Planned {
  event: IcsEvent;
  hash: Buffer;
  outcome: Outcome;
  /** The ID of the event, if it exists already. */
  id: string | null;
  /** It was exported from this Atoll, and the file has another version of it, which is not imported. */
  isOtherHere: boolean;
}

/**
 * Returns what an import would change, without changing anything. `signal` stops reading the file.
 * @throws {AppError} as `importCalendar`.
 */
export async function previewImport(
  db: Database,
  viewer: RequestViewer,
  input: PreviewInput,
  signal: AbortSignal,
): Promise<IcsImport> {
  await assertPlace(db, viewer, input);
  const { calendar } = await read(input, { id: viewer.id, signal });
  return present(calendar, await plan(db, viewer.id, calendar, input));
}

/**
 * Imports all events of a file into a calendar of the viewer's own, or none. An event with the UID of an earlier import
 * is updated where the file differs from that import. Nobody is invited. The import is one change, which
 * `undoEventChange` undoes; a repeated request gets the same response.
 * @param signal stops reading the file. Once it is read, it is imported as a whole.
 * @throws {AppError} `ics_unreadable`, `ics_too_much`, `calendar_not_found`, `change_id_taken`.
 */
export async function importCalendar(
  sources: ChangeSources,
  viewer: RequestViewer,
  { changeId, ...input }: ImportInput,
  signal: AbortSignal,
): Promise<IcsImport> {
  await assertPlace(sources.db, viewer, input);
  const { calendar, times } = await read(input, { id: viewer.id, signal });
  // Hashed once: the change is stored in parts, and a file may have megabytes.
  const sent = hashSent(input).toString("hex");
  const change = { kind: eventChanges.kind, changeId, actorId: viewer.id, sent };
  const { planned, touched } = await transact(sources.db, async (tx) => {
    const isMade = !(await claimChange(tx, change));
    await assertPlace(tx, viewer, input);
    // Imports of a person run one after the other, so that two never create the same event.
    await sql`SELECT FROM accounts WHERE id = ${viewer.id} FOR NO KEY UPDATE`.execute(tx);
    const planned = await plan(tx, viewer.id, calendar, input);
    if (isMade) return { planned: await asMade(tx, changeId, planned), touched: [] };
    const toKeep = planned.flatMap(({ event, hash, outcome, id }, place) =>
      outcome === "unchanged"
        ? []
        : [{ id: id ?? uuidv7(), isNew: id === null, event, hash, times: times[place] ?? "" }],
    );
    await keepImport(tx, change, toKeep, input);
    return { planned, touched: toKeep.map(({ id }) => id) };
  });
  await broadcastChange(sources, { eventIds: touched, before: [] });
  return present(calendar, planned);
}

function read({ file, zone, zones }: PreviewInput, sender: Sender): Promise<ReadCalendar> {
  return parseInWorker(Buffer.from(file, "base64"), { home: zone, zones, now: new Date() }, sender);
}

async function plan(
  db: Database,
  userId: string,
  { events }: IcsCalendar,
  { calendarId, asHolidays }: PreviewInput,
): Promise<Planned[]> {
  const there = await db
    .selectFrom("events")
    .select(["id", "ics_uid", "sent_hash"])
    .where("organiser_id", "=", userId)
    .where("deleted_at", "is", null)
    .where(sql<boolean>`ics_uid = ANY(${events.map(({ uid }) => uid)}::text[])`)
    .execute();
  const byUid = new Map(there.map((row) => [row.ics_uid, row]));
  const own = await readExported(db, userId, events);
  return events.map((event) => {
    const exported = own.get(event.uid);
    if (exported) return { event, hash: Buffer.alloc(0), outcome: "unchanged", ...exported };
    const hash = hashSent(event, calendarId, asHolidays);
    const row = byUid.get(event.uid);
    const outcome = row ? (row.sent_hash.equals(hash) ? "unchanged" : "changed") : "created";
    return { event, hash, outcome, id: row?.id ?? null, isOtherHere: false };
  });
}

/** Returns the result of an import that was made already and whose response was lost. */
async function asMade(tx: Database, changeId: string, planned: readonly Planned[]): Promise<Planned[]> {
  const { rows } = await sql<{ id: string; outcome: Outcome }>`
    SELECT subject_id AS id, CASE WHEN bool_or(field = 'created') THEN 'created' ELSE 'changed' END AS outcome
    FROM object_changes WHERE change_id = ${changeId} GROUP BY subject_id`.execute(tx);
  const outcomes = new Map(rows.map((row) => [row.id, row.outcome]));
  return planned.map((one) => ({ ...one, outcome: outcomes.get(one.id ?? "") ?? "unchanged" }));
}

function present({ name, skips, losses, unknownZones }: IcsCalendar, planned: readonly Planned[]): IcsImport {
  for (const { event, isOtherHere } of planned)
    if (isOtherHere) noteLoss({ losses }, "kept_as_here", { title: event.title, line: null });
  const count = (outcome: Outcome) => planned.filter((one) => one.outcome === outcome).length;
  return {
    name,
    created: count("created"),
    changed: count("changed"),
    unchanged: count("unchanged"),
    skipped: skips.length,
    events: planned.slice(0, shownImportEvents).map(({ event, outcome }) => {
      const { start, end, allDay, zone, rule } = event.series;
      return { title: event.title, start, end, allDay, zone, rule, outcome };
    }),
    skips: skips.slice(0, shownImportSkips),
    losses,
    unknownZones,
  };
}
