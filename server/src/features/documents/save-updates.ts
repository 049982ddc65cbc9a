import { setTimeout } from "node:timers/promises";
import type { Subject } from "@atoll/contract/comments/schemas";
import { canvasMaxElements, canvasSchemaVersion } from "@atoll/contract/documents/canvas-limits";
import { documentMaxLength, documentSchemaVersion } from "@atoll/contract/documents/limits";
import type { SavedUpdate } from "@atoll/contract/documents/schemas";
import { AppError } from "../../platform/app-error.ts";
import { obstacleOf } from "../../platform/database/availability.ts";
import { transact } from "../../platform/database/transact.ts";
import { createAllowance } from "../../platform/turns/allowance.ts";
import type { SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { createChecker } from "./check-candidates.ts";
import { type DocumentRow, findHead, lockDocument } from "./queries.ts";
import { readersAmong, type Session } from "./rights.ts";
import { storeClients, storeUpdate } from "./store-update.ts";
import type { DocumentFormat, Refusal } from "./thread-tasks.ts";
import { keepUnplaced } from "./unplaced-texts.ts";

/** Updates of one draft within this time become one row and one event. */
const mergedMs = 50;
/** How often a draft that is held is looked at. */
const heldPollMs = 100;
const mostStoredClients = 20_000;
/** How often updates are checked again because another node has stored something in between. */
const mostTries = 20;
/** Updates of one person that are not settled, over all drafts. A page sends one at a time for each draft. */
const mostUnsettled = 64;
/** Updates of a closed page that have waited longer are refused. The browser still has them and sends them again. */
const leftMs = 10_000;
/** The checking time that a person may use beyond what the size of their updates explains. */
const checkingAllowance = { mostMs: 3_000, forgivenPerSecondMs: 100 };

export interface SentUpdate {
  subject: Subject;
  epoch: string;
  schemaVersion: number;
  update: Uint8Array;
  sender: Session & {
    /** Whether anybody waits for the answer. Left out: somebody does. */
    isHere?: () => boolean;
  };
}

/** Updates of several people that are stored as one. */
export interface StoredUpdate {
  subject: Subject;
  epoch: string;
  sequence: number;
  update: Uint8Array;
}

export interface UpdateSaver {
  /** Settles once the update is stored. @throws {AppError} as the routes say. */
  save(sent: SentUpdate): Promise<SavedUpdate>;
}

interface Waiting extends SentUpdate {
  /** When it came, in milliseconds. */
  since: number;
  resolve: (saved: SavedUpdate) => void;
  reject: (error: unknown) => void;
}

/** Stores what is written to drafts. `stored` is called after each commit, before the writers are answered. */
export function createUpdateSaver(slice: SliceContext, stored: (update: StoredUpdate) => void): UpdateSaver {
  const waiting = new Map<string, Waiting[]>();
  const unsettled = new Map<string, number>();
  const allowance = createAllowance(checkingAllowance);
  const checker = createChecker(allowance);
  /** Pages whose owners are stored, as far as this process knows. */
  const storedClients = new Set<string>();

  async function flushInTurn(epoch: string): Promise<void> {
    for (let batch = waiting.get(epoch); batch && batch.length > 0; batch = waiting.get(epoch)) {
      const started = Date.now();
      waiting.set(epoch, []);
      // Updates of people whose checks took long lately come last, and each by itself.
      const strained = batch.filter(({ sender }) => allowance.isStrained(sender.userId));
      const usual = batch.filter((one) => !strained.includes(one));
      if (usual.length > 0) await flush(epoch, usual);
      for (const one of strained) await flush(epoch, [one]);
      const pause = started + mergedMs - Date.now();
      if (pause > 0) await setTimeout(pause);
    }
    waiting.delete(epoch);
  }

  async function flush(epoch: string, batch: readonly Waiting[]): Promise<void> {
    const open = new Set(batch);
    const refuse = (one: Waiting, error: unknown) => {
      if (open.delete(one)) one.reject(error);
    };
    for (const one of open)
      if (!(one.sender.isHere?.() ?? true) && Date.now() - one.since > leftMs)
        refuse(one, new AppError("document_paused"));
    try {
      for (let tries = 1; open.size > 0; tries += 1) {
        if (await attempt(epoch, open, refuse)) return;
        if (tries === mostTries) throw new AppError("database_busy", { detail: "the draft kept changing" });
        await setTimeout(Math.random() * mergedMs);
      }
    } catch (error) {
      checker.forget(epoch);
      // Whatever it is, it may be about one of them, and must not take the others with it.
      if (open.size > 1 && obstacleOf(error) === undefined) for (const one of open) await flush(epoch, [one]);
      else for (const one of open) one.reject(refusalOfData(error));
    }
  }

  /**
   * Checks updates against the draft as it is, and then stores them, if it is still the same. Nothing is locked while
   * threads check.
   * @returns whether they are settled: false if the draft has changed in between.
   */
  async function attempt(
    epoch: string,
    open: ReadonlySet<Waiting>,
    refuse: (one: Waiting, error: unknown) => void,
  ): Promise<boolean> {
    const row = await findFreeHead(slice.db, epoch);
    const permitted = await permit(slice, slice.db, row, [...open], refuse);
    if (!row || permitted.length === 0) return true;
    const kind = slice.documentKinds.find(row.subject_kind);
    const format = kind?.format ?? "text";
    const { accepted, merged, changes, clients, removed } = await checker.check(
      slice.db,
      row,
      format,
      permitted,
      (one, verdict) => refuse(one, refusalOf(verdict, format)),
    );
    if (!merged) return open.size === 0;
    const typed = accepted.flatMap(({ sender }, index) =>
      (clients[index] ?? [])
        .filter((client) => !storedClients.has(`${epoch} ${client}`))
        .map((client) => ({ userId: sender.userId, client })),
    );
    const schemaVersion = Math.max(...accepted.map((one) => one.schemaVersion));
    const saved = await transact(slice.db, async (tx) => {
      const locked = await lockDocument(tx, epoch);
      const still = await permit(slice, tx, locked, accepted, refuse);
      if (locked?.sequence !== row.sequence || locked.is_held || still.length < accepted.length)
        return undefined;
      const committed = changes && (await kind?.onCanvasChange?.(slice, tx, row.subject_id, changes));
      if (typed.length > 0) await storeClients(tx, epoch, typed);
      for (const words of removed) await keepUnplaced(tx, locked, words);
      return { committed, ...(await storeUpdate(tx, locked, merged, schemaVersion)) };
    });
    if (!saved) {
      checker.forget(epoch);
      return open.size === 0;
    }
    saved.committed?.();
    if (storedClients.size > mostStoredClients) storedClients.clear();
    for (const { client } of typed) storedClients.add(`${epoch} ${client}`);
    const { sequence, savedAt } = saved;
    const [first] = accepted;
    if (first) stored({ subject: first.subject, epoch, sequence, update: merged });
    for (const one of accepted) one.resolve({ sequence, savedAt: savedAt.toISOString() });
    return true;
  }

  return {
    async save(sent) {
      const { userId } = sent.sender;
      const pauseMs = allowance.pauseMs(userId);
      const count = unsettled.get(userId) ?? 0;
      if (pauseMs > 0 || count >= mostUnsettled)
        throw new AppError("document_paused", { retryAfterSeconds: Math.ceil(pauseMs / 1000) || 1 });
      unsettled.set(userId, count + 1);
      try {
        return await new Promise<SavedUpdate>((resolve, reject) => {
          const one = { ...sent, resolve, reject, since: Date.now() };
          const queued = waiting.get(sent.epoch);
          if (queued) return void queued.push(one);
          waiting.set(sent.epoch, [one]);
          void flushInTurn(sent.epoch);
        });
      } finally {
        const left = (unsettled.get(userId) ?? 1) - 1;
        if (left > 0) unsettled.set(userId, left);
        else unsettled.delete(userId);
      }
    },
  };
}

/** The draft once nobody publishes it as it is. What was sent is stored then, or refused because the draft has ended. */
async function findFreeHead(db: Database, epoch: string): Promise<DocumentRow | undefined> {
  for (;;) {
    const row = await findHead(db, epoch);
    if (!row?.is_held) return row;
    await setTimeout(heldPollMs);
  }
}

/** Those that may write to the draft at this moment, from a page that knows all of it. The others are refused. */
async function permit(
  slice: SliceContext,
  tx: Database,
  row: DocumentRow | undefined,
  batch: readonly Waiting[],
  refuse: (one: Waiting, error: unknown) => void,
): Promise<Waiting[]> {
  const permitted: Waiting[] = [];
  for (const [key, group] of Map.groupBy(batch, ({ subject }) => `${subject.kind} ${subject.id}`)) {
    const [first] = group;
    if (!first) continue;
    const { subject } = first;
    const readers = await readersAmong(
      slice,
      tx,
      subject,
      group.map(({ sender }) => sender),
    );
    for (const one of group) {
      const rights = readers.get(one.sender.sessionId)?.rights;
      if (!rights) refuse(one, new AppError("subject_not_found"));
      else if (!row || `${row.subject_kind} ${row.subject_id}` !== key)
        refuse(one, new AppError("document_ended"));
      else if (!rights.mayEdit) refuse(one, new AppError("forbidden"));
      else if (one.schemaVersion < row.schema_version || one.schemaVersion > newestSchema(slice, subject))
        refuse(one, new AppError("document_outdated"));
      else permitted.push(one);
    }
  }
  return permitted;
}

function newestSchema({ documentKinds }: SliceContext, { kind }: Subject): number {
  return documentKinds.find(kind)?.format === "canvas" ? canvasSchemaVersion : documentSchemaVersion;
}

/** A refusal of the checks as a person is told of it. */
export function refusalOf(verdict: Refusal, format: DocumentFormat): AppError {
  const limit =
    format === "canvas"
      ? `${canvasMaxElements.toLocaleString("en-US")} elements`
      : `${documentMaxLength.toLocaleString("en-US")} characters`;
  if (verdict === "too_large") return new AppError("document_too_large", { figures: { limit } });
  return new AppError("document_update_invalid", { detail: verdict });
}

/** Returns a refusal of the update if the database cannot store its data, since a retry would fail again. */
function refusalOfData(error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  // SQLSTATE: data exceptions, and violated constraints.
  return /^2[23]...$/.test(code) ? new AppError("document_update_invalid", { cause: error }) : error;
}
