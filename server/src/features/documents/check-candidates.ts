import { randomUUID } from "node:crypto";
import type { CanvasChanges } from "../../platform/kinds/document-kinds.ts";
import { ThreadEnded } from "../../platform/threads/thread.ts";
import type { PooledThread } from "../../platform/threads/thread-pool.ts";
import type { Allowance } from "../../platform/turns/allowance.ts";
import type { Database } from "../../tables.ts";
import type { RemovedWords } from "./find-unseen.ts";
import { type DocumentRow, findSince, findWhole } from "./queries.ts";
import { checking } from "./thread/threads.ts";
import type {
  Checked,
  DocumentFormat,
  DocumentTasks,
  Refusal,
  Candidate as SentCandidate,
} from "./thread-tasks.ts";

interface Candidate {
  update: Uint8Array;
  sender: { userId: string };
}

/** The outcome of a check: the updates that can be stored. */
interface CheckResult<One> {
  accepted: One[];
  merged: Uint8Array | undefined;
  changes: CanvasChanges | null;
  /** The pages that each accepted update was typed in. */
  clients: (readonly number[])[];
  /** The words that each accepted update removes although its sender had not seen them. */
  removed: (readonly RemovedWords[])[];
}

export interface Checker {
  /**
   * Which of these updates can be applied to a draft, as it is at the sequence of `row`, one after the other, and those
   * as one update. The others are refused one by one, so that a malformed update takes no other with it.
   */
  check<One extends Candidate>(
    db: Database,
    row: DocumentRow,
    format: DocumentFormat,
    candidates: readonly One[],
    refuse: (one: One, verdict: Refusal) => void,
  ): Promise<CheckResult<One>>;
  /** Discards the checked state: it was not stored. */
  forget(epoch: string): void;
}

const mostRemembered = 1_000;
/** A check takes milliseconds. A document of the largest size takes seconds to load. */
const leastDeadlineMs = 1_000;
const deadlineMsPerByte = 1 / 2_000;

/**
 * Checks updates in threads, which keep the documents that are being written. People take turns, and a person whose
 * updates take longer than their size explains uses up an allowance.
 */
export function createChecker(allowance: Allowance): Checker {
  /** Several nodes in one process share the threads, and check updates that only one of them can store. */
  const id = randomUUID();
  /** The thread that has each document, and up to where, as far as this side knows. */
  const threadHas = new Map<string, { thread: string; sequence: number }>();

  function remember(epoch: string, thread: string, sequence: number): void {
    threadHas.delete(epoch);
    threadHas.set(epoch, { thread, sequence });
    for (const oldest of threadHas.keys()) {
      if (threadHas.size <= mostRemembered) break;
      threadHas.delete(oldest);
    }
  }

  async function ask(
    db: Database,
    thread: PooledThread,
    row: DocumentRow,
    format: DocumentFormat,
    candidates: readonly SentCandidate[],
  ): Promise<DocumentTasks["check"]["output"]> {
    const { epoch, sequence } = row;
    const bytes = candidates.reduce((sum, { update }) => sum + update.length, row.size_bytes);
    const run = async (since: number, updates: readonly Uint8Array[]) => {
      const input = { key: `${id} ${epoch}`, since, sequence, updates, format, candidates };
      const answer = await thread.run({ name: "check", input }, leastDeadlineMs + bytes * deadlineMsPerByte);
      // The thread answers a check with its output.
      return answer as DocumentTasks["check"]["output"];
    };
    const known = threadHas.get(epoch);
    const since = known?.thread === thread.name() ? known.sequence : 0;
    if (since > 0 && since >= row.snapshot_sequence) {
      const missing = since < sequence ? await findSince(db, epoch, since) : [];
      const answer = await run(
        since,
        missing.filter((one) => one.sequence <= sequence).map(({ content }) => content),
      );
      // The thread counts all that it was ever sent, and does not know what was merged since: the whole draft decides.
      if (answer.checked.verdict !== "unknown" && answer.checked.verdict !== "too_large") return answer;
    }
    const whole = await findWhole(db, epoch);
    // Stored since: the caller would find another head, and looks again.
    if (whole.sequence !== sequence) return { checked: { verdict: "unknown" }, excessMs: 0 };
    return run(0, whole.updates);
  }

  /** @param owner whose time it takes; null: of several people. */
  async function judge(
    db: Database,
    row: DocumentRow,
    format: DocumentFormat,
    candidates: readonly SentCandidate[],
    owner: string | null,
  ): Promise<Checked> {
    const { epoch } = row;
    const turn = { owner: owner ?? `document ${epoch}`, affinity: epoch };
    return checking.use(turn, async (thread): Promise<Checked> => {
      const startedAt = performance.now();
      try {
        const { checked, excessMs } = await ask(db, thread, row, format, candidates);
        if (owner !== null) allowance.use(owner, excessMs);
        if (checked.verdict === "fits") remember(epoch, thread.name(), row.sequence + 1);
        else threadHas.delete(epoch);
        return checked;
      } catch (error) {
        threadHas.delete(epoch);
        if (!(error instanceof ThreadEnded)) throw error;
        if (owner !== null) allowance.use(owner, performance.now() - startedAt);
        return { verdict: "too_complex" };
      }
    });
  }

  return {
    async check(db, row, format, candidates, refuse) {
      const senders = new Set(candidates.map(({ sender }) => sender.userId));
      const [only] = senders;
      const owner = senders.size === 1 && only !== undefined ? only : null;
      const together = await judge(db, row, format, candidates.map(asSent), owner);
      if (together.verdict === "fits")
        return {
          ...together,
          clients: [...together.clients],
          removed: [...together.removed],
          accepted: [...candidates],
        };
      let accepted: (typeof candidates)[number][] = [];
      let merged: Uint8Array | undefined;
      let changes: CanvasChanges | null = null;
      const clients: (readonly number[])[] = [];
      const removed: (readonly RemovedWords[])[] = [];
      if (together.verdict === "unknown") return { accepted, merged, changes, clients, removed };
      for (const one of candidates) {
        // Each with those that were accepted before it: it may build on them.
        const sent = merged ? [{ update: merged, senderId: null }, asSent(one)] : [asSent(one)];
        const alone =
          candidates.length === 1 ? together : await judge(db, row, format, sent, one.sender.userId);
        if (alone.verdict === "unknown") break;
        if (alone.verdict === "fits") {
          accepted = [...accepted, one];
          clients.push(alone.clients.at(-1) ?? []);
          removed.push(alone.removed.at(-1) ?? []);
          ({ merged, changes } = alone);
          // The next is checked against the stored document again.
          threadHas.delete(row.epoch);
        } else refuse(one, alone.verdict);
      }
      return { accepted, merged, changes, clients, removed };
    },
    forget: (epoch) => void threadHas.delete(epoch),
  };
}

const asSent = ({ update, sender }: Candidate): SentCandidate => ({ update, senderId: sender.userId });
