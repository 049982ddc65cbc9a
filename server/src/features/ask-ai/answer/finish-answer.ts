import type { AnswerFailure, AnswerState } from "@atoll/contract/ask-ai/schemas";
import { sql } from "kysely";
import { transact } from "../../../platform/database/transact.ts";
import type { ChatUsage } from "../../../platform/language-model/stream-chat.ts";
import type { PassageReference } from "../../../stored-values.ts";
import type { Database } from "../../../tables.ts";

export interface Finished {
  state: AnswerState;
  text: string;
  failure: AnswerFailure | null;
  usage: ChatUsage | undefined;
}

/**
 * Keeps which passages the model is given, so that their numbers stay what the answer cites, and which lines they have,
 * so that the answer is not shown once one of them was edited away.
 */
export async function storePrompt(
  db: Database,
  { turnId, run }: { turnId: string; run: string },
  references: readonly PassageReference[],
  count: number,
): Promise<void> {
  await db
    .updateTable("ask_turns")
    .set({ passages: JSON.stringify(references), prompt_count: count })
    .where("id", "=", turnId)
    .where("answer_run", "=", run)
    .execute();
}

/** An answer that is being written, and the day that it was counted on. */
interface Run {
  turnId: string;
  run: string;
  userId: string;
  day: string;
}

/**
 * Stores how an answer ended, and what it used. One that failed does not count against its asker's day. A conversation
 * that has been deleted stays deleted. A text that the database refuses ends the answer without it: nobody waits for one
 * that is not written any more.
 */
export async function finishAnswer(db: Database, run: Run, finished: Finished): Promise<void> {
  try {
    await store(db, run, finished);
  } catch (error) {
    await store(db, run, { ...finished, state: "failed", text: "", failure: "broken" });
    throw error;
  }
}

function store(
  db: Database,
  { turnId, run, userId, day }: Run,
  { state, text, failure, usage }: Finished,
): Promise<void> {
  return transact(db, async (tx) => {
    await tx
      .updateTable("ask_turns")
      .set({ answer_state: state, answer: text, answer_failure: failure, answer_run: null })
      .where("id", "=", turnId)
      .where("answer_run", "=", run)
      .execute();
    const failed = state === "failed" ? 1 : 0;
    const { promptTokens = 0, answerTokens = 0 } = usage ?? {};
    await sql`UPDATE ask_usage SET failed = failed + ${failed}, answers = answers - ${failed},
      prompt_tokens = prompt_tokens + ${promptTokens}, answer_tokens = answer_tokens + ${answerTokens}
      WHERE day = ${day} AND user_id = ${userId}`.execute(tx);
  });
}
