import type { CanvasChanges } from "../../platform/kinds/document-kinds.ts";
import { ThreadEnded } from "../../platform/threads/thread.ts";
import type { Database } from "../../tables.ts";
import { type DocumentRow, findSince, findWhole } from "./queries.ts";
import type { DocumentFormat, DocumentTasks, Refusal, Candidate as SentCandidate } from "./thread/tasks.ts";
import { perform } from "./thread/threads.ts";

interface Candidate {
  update: Uint8Array;
  sender: { userId: string };
}

export interface Checker {
  /**
   * Which of these updates can be applied to a locked draft one after the other, and those as one update. The others
   * are refused one by one, so that a malformed update takes no other with it.
   */
  check<One extends Candidate>(
    tx: Database,
    row: DocumentRow,
    format: DocumentFormat,
    candidates: readonly One[],
    refuse: (one: One, verdict: Refusal) => void,
  ): Promise<{ accepted: One[]; merged: Uint8Array | undefined; changes: CanvasChanges | null }>;
  /** Discards the checked state: it was not stored. */
  forget(epoch: string): void;
}

type Output = DocumentTasks["check"]["output"];
const mostRemembered = 1_000;

/** Checks updates in the thread, which keeps the documents that are being written. */
export function createChecker(): Checker {
  /** Up to where the thread has each document, as far as this side knows. */
  const threadHas = new Map<string, number>();

  function remember(epoch: string, sequence: number): void {
    threadHas.delete(epoch);
    threadHas.set(epoch, sequence);
    for (const oldest of threadHas.keys()) {
      if (threadHas.size <= mostRemembered) break;
      threadHas.delete(oldest);
    }
  }

  async function ask(
    tx: Database,
    row: DocumentRow,
    format: DocumentFormat,
    candidates: readonly SentCandidate[],
  ): Promise<Output> {
    const { epoch, sequence } = row;
    const since = threadHas.get(epoch) ?? 0;
    if (since > 0 && since >= row.snapshot_sequence) {
      const missing = since < sequence ? await findSince(tx, epoch, since) : [];
      const answer = await perform("check", {
        epoch,
        since,
        sequence,
        updates: missing.map(({ content }) => content),
        format,
        candidates,
      });
      // The thread counts all that it was ever sent, and does not know what was merged since: the whole draft decides.
      if (answer.verdict !== "unknown" && answer.verdict !== "too_large") return answer;
    }
    const whole = await findWhole(tx, epoch);
    return perform("check", { epoch, since: 0, sequence, updates: whole.updates, format, candidates });
  }

  async function judge(
    tx: Database,
    row: DocumentRow,
    format: DocumentFormat,
    candidates: readonly SentCandidate[],
  ): Promise<Output> {
    try {
      const answer = await ask(tx, row, format, candidates);
      if (answer.verdict === "fits") remember(row.epoch, row.sequence + 1);
      else threadHas.delete(row.epoch);
      return answer;
    } catch (error) {
      threadHas.delete(row.epoch);
      if (error instanceof ThreadEnded) return { verdict: "invalid" };
      throw error;
    }
  }

  return {
    async check(tx, row, format, candidates, refuse) {
      const together = await judge(tx, row, format, candidates.map(asSent));
      if (together.verdict === "fits") return { ...together, accepted: [...candidates] };
      let accepted: (typeof candidates)[number][] = [];
      let merged: Uint8Array | undefined;
      let changes: CanvasChanges | null = null;
      for (const one of candidates) {
        // Each with those that were accepted before it: it may build on them.
        const sent = merged ? [{ update: merged, senderId: null }, asSent(one)] : [asSent(one)];
        const alone = candidates.length === 1 ? together : await judge(tx, row, format, sent);
        if (alone.verdict === "fits") {
          accepted = [...accepted, one];
          ({ merged, changes } = alone);
          // The next is checked against the stored document again.
          threadHas.delete(row.epoch);
        } else refuse(one, alone.verdict === "unknown" ? "invalid" : alone.verdict);
      }
      return { accepted, merged, changes };
    },
    forget: (epoch) => void threadHas.delete(epoch),
  };
}

const asSent = ({ update, sender }: Candidate): SentCandidate => ({ update, senderId: sender.userId });
