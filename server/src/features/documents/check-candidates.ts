import { ThreadEnded } from "../../platform/threads/thread.ts";
import type { Database } from "../../tables.ts";
import { type DocumentRow, findSince, findWhole } from "./queries.ts";
import type { DocumentTasks, Refusal } from "./thread/tasks.ts";
import { perform } from "./thread/threads.ts";

interface Candidate {
  update: Uint8Array;
}

export interface Checker {
  /**
   * Which of these updates can be applied to a locked draft one after the other, and those as one update. The others
   * are refused one by one, so that a malformed update takes no other with it.
   */
  check<One extends Candidate>(
    tx: Database,
    row: DocumentRow,
    candidates: readonly One[],
    refuse: (one: One, verdict: Refusal) => void,
  ): Promise<{ accepted: One[]; merged: Uint8Array | undefined }>;
  /** What was checked was not stored. */
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

  async function ask(tx: Database, row: DocumentRow, updates: readonly Uint8Array[]): Promise<Output> {
    const { epoch, sequence } = row;
    const since = threadHas.get(epoch) ?? 0;
    if (since > 0 && since >= row.snapshot_sequence) {
      const missing = since < sequence ? await findSince(tx, epoch, since) : [];
      const answer = await perform("check", {
        epoch,
        since,
        sequence,
        updates: missing.map(({ content }) => content),
        candidates: updates,
      });
      if (answer.verdict !== "unknown") return answer;
    }
    const whole = await findWhole(tx, epoch);
    return perform("check", { epoch, since: 0, sequence, updates: whole.updates, candidates: updates });
  }

  async function judge(tx: Database, row: DocumentRow, updates: readonly Uint8Array[]): Promise<Output> {
    try {
      const answer = await ask(tx, row, updates);
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
    async check(tx, row, candidates, refuse) {
      const together = await judge(
        tx,
        row,
        candidates.map(({ update }) => update),
      );
      if (together.verdict === "fits") return { accepted: [...candidates], merged: together.merged };
      let accepted: (typeof candidates)[number][] = [];
      let merged: Uint8Array | undefined;
      for (const one of candidates) {
        // Each with those that were accepted before it: it may build on them.
        const updates = merged ? [merged, one.update] : [one.update];
        const alone = candidates.length === 1 ? together : await judge(tx, row, updates);
        if (alone.verdict === "fits") {
          accepted = [...accepted, one];
          merged = alone.merged;
          // The next is checked against the stored document again.
          threadHas.delete(row.epoch);
        } else refuse(one, alone.verdict === "unknown" ? "invalid" : alone.verdict);
      }
      return { accepted, merged };
    },
    forget: (epoch) => void threadHas.delete(epoch),
  };
}
