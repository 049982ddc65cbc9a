import type { Subject } from "@atoll/contract/comments/schemas";
import { canvasMaxElements, canvasSchemaVersion } from "@atoll/contract/documents/canvas-limits";
import { documentMaxLength, documentSchemaVersion } from "@atoll/contract/documents/limits";
import type { SavedUpdate } from "@atoll/contract/documents/schemas";
import { AppError } from "../../platform/app-error.ts";
import { transact } from "../../platform/database/transact.ts";
import type { SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { createChecker } from "./check-candidates.ts";
import { type DocumentRow, lockDocument } from "./queries.ts";
import { readersAmong, type Session } from "./rights.ts";
import { storeUpdate } from "./store-update.ts";
import type { DocumentFormat, Refusal } from "./thread/tasks.ts";

/** Updates of one draft within this time become one row and one event. */
const mergedMs = 50;

export interface SentUpdate {
  subject: Subject;
  epoch: string;
  schemaVersion: number;
  update: Uint8Array;
  sender: Session;
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
  resolve: (saved: SavedUpdate) => void;
  reject: (error: unknown) => void;
}

/** Stores what is written to drafts. `stored` is called after each commit, before the writers are answered. */
export function createUpdateSaver(slice: SliceContext, stored: (update: StoredUpdate) => void): UpdateSaver {
  const waiting = new Map<string, Waiting[]>();
  const checker = createChecker();

  async function flushInTurn(epoch: string): Promise<void> {
    for (let batch = waiting.get(epoch); batch && batch.length > 0; batch = waiting.get(epoch)) {
      const started = Date.now();
      waiting.set(epoch, []);
      await flush(epoch, batch);
      const pause = started + mergedMs - Date.now();
      if (pause > 0) await new Promise((done) => setTimeout(done, pause));
    }
    waiting.delete(epoch);
  }

  async function flush(epoch: string, batch: readonly Waiting[]): Promise<void> {
    const open = new Set(batch);
    const refuse = (one: Waiting, error: unknown) => {
      if (open.delete(one)) one.reject(error);
    };
    try {
      const saved = await transact(slice.db, async (tx) => {
        const row = await lockDocument(tx, epoch);
        const permitted = await permit(slice, tx, row, [...open], refuse);
        if (!row || permitted.length === 0) return undefined;
        const kind = slice.documentKinds.find(row.subject_kind);
        const format = kind?.format ?? "text";
        const { accepted, merged, changes } = await checker.check(
          tx,
          row,
          format,
          permitted,
          (one, verdict) => refuse(one, refusalOf(verdict, format)),
        );
        if (!merged) return undefined;
        const committed = changes && (await kind?.onCanvasChange?.(slice, tx, row.subject_id, changes));
        return {
          accepted,
          merged,
          committed,
          ...(await storeUpdate(tx, row, merged, Math.max(...accepted.map((one) => one.schemaVersion)))),
        };
      });
      if (!saved) return;
      saved.committed?.();
      const { merged, sequence, savedAt, accepted } = saved;
      const [first] = accepted;
      if (first) stored({ subject: first.subject, epoch, sequence, update: merged });
      for (const one of accepted) one.resolve({ sequence, savedAt: savedAt.toISOString() });
    } catch (error) {
      checker.forget(epoch);
      // One refused update must not reject the others of its batch.
      if (error instanceof AppError && open.size > 1) for (const one of open) await flush(epoch, [one]);
      else for (const one of open) one.reject(error);
    }
  }

  return {
    save(sent) {
      return new Promise((resolve, reject) => {
        const queued = waiting.get(sent.epoch);
        const one = { ...sent, resolve, reject };
        if (queued) return void queued.push(one);
        waiting.set(sent.epoch, [one]);
        void flushInTurn(sent.epoch);
      });
    },
  };
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
