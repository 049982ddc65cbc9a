import type { ProgramAnswer } from "@atoll/contract/commands/schemas";
import { sql } from "kysely";
import type { ColumnValues } from "../../column-types.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Database } from "../../tables.ts";

/** The outcome of a call: an error, or the answer to the caller alone. */
type CallOutcome = ColumnValues["command_calls.outcome"];

/** Carries out a call that was opened, and stores what came of it. */
export async function keepOutcome(
  db: Database,
  callId: string,
  run: () => Promise<ProgramAnswer | null>,
): Promise<ProgramAnswer | null> {
  const keep = (outcome: CallOutcome) =>
    db
      .updateTable("command_calls")
      .set({ outcome: JSON.stringify(outcome) })
      .where("id", "=", callId)
      .execute();
  try {
    const answer = await run();
    await keep({ answer });
    return answer;
  } catch (error) {
    if (error instanceof AppError) await keep({ code: error.code });
    throw error;
  }
}

/**
 * Carries out a call, or returns what came of it if the same request came before.
 * @throws {AppError} `command_call_repeated` while nobody knows: it is not over, or the server stopped midway.
 */
export async function answerOnce(
  db: Database,
  viewerId: string,
  callId: string,
  run: () => Promise<ProgramAnswer | null>,
): Promise<ProgramAnswer | null> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "command_call_repeated") throw error;
    const row = await db
      .selectFrom("command_calls")
      .select("outcome")
      .where("id", "=", callId)
      .where("user_id", "=", viewerId)
      .where("expires_at", ">", sql<Date>`now()`)
      .executeTakeFirst();
    if (!row?.outcome) throw error;
    if ("code" in row.outcome) throw new AppError(row.outcome.code);
    return row.outcome.answer;
  }
}
