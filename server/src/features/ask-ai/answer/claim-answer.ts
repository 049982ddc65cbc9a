import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { AppError } from "../../../platform/app-error.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { Database } from "../../../tables.ts";
import { type ModelRow, selectModel } from "../model/settings.ts";
import type { TurnRow } from "../queries.ts";

/** A run that was not ended in this time belongs to a process that died. */
const longestRunMs = 10 * 60_000;

export interface Claimed {
  turn: TurnRow;
  /** Questions before it in its conversation, the last two. */
  earlier: string[];
  model: ModelRow;
  run: string;
  /** The day that it counts for. */
  day: string;
}

/**
 * Gives one caller the right to have an answer written, and counts it.
 * @throws {AppError} `conversation_not_found`, `model_off`, `answer_under_way`, `answer_complete`,
 * `answer_limit_reached`.
 */
export function claimAnswer(
  db: Database,
  userId: string,
  { conversationId, turnId }: { conversationId: string; turnId: string },
): Promise<Claimed> {
  return transact(db, async (tx) => {
    const turns = await tx
      .selectFrom("ask_turns as t")
      .innerJoin("ask_conversations as c", "c.id", "t.conversation_id")
      .selectAll("t")
      .where("t.conversation_id", "=", conversationId)
      .where("c.user_id", "=", userId)
      .orderBy("t.asked_at")
      .orderBy("t.id")
      .forUpdate("t")
      .execute();
    const place = turns.findIndex(({ id }) => id === turnId);
    const turn = turns[place];
    if (!turn) throw new AppError("conversation_not_found");
    const model = await selectModel(tx);
    if (!model.is_on || turn.answer_state === null) throw new AppError("model_off");
    if (turn.answer_state === "complete") throw new AppError("answer_complete");
    if (isUnderWay(turn)) throw new AppError("answer_under_way");
    const day = await count(tx, userId, model);
    const run = uuidv7();
    await tx
      .updateTable("ask_turns")
      .set({
        answer_state: "writing",
        answer: "",
        answer_failure: null,
        answer_run: run,
        answer_at: sql<Date>`now()`,
        prompt_count: 0,
      })
      .where("id", "=", turnId)
      .execute();
    const earlier = turns.slice(Math.max(0, place - 2), place).map(({ question }) => question);
    return { turn, earlier, model, run, day };
  });
}

/** Whether a process is writing the answer. */
export function isUnderWay({ answer_state, answer_at }: TurnRow): boolean {
  return answer_state === "writing" && answer_at !== null && Date.now() - answer_at.getTime() < longestRunMs;
}

/** SQL: the day that limits count by. */
export const today = sql<string>`(now() AT TIME ZONE 'UTC')::date`;

/** Counts an answer, and returns the day that it counts for. */
async function count(tx: Database, userId: string, model: ModelRow): Promise<string> {
  const { rows } = await sql<{ answers: number; day: string }>`
    INSERT INTO ask_usage AS used (day, user_id, answers) VALUES (${today}, ${userId}, 1)
    ON CONFLICT (day, user_id) DO UPDATE SET answers = used.answers + 1
    RETURNING answers, to_char(day, 'YYYY-MM-DD') AS day`.execute(tx);
  const company = await sql<{ answers: number }>`
    SELECT coalesce(sum(answers), 0)::int AS answers FROM ask_usage WHERE day = ${today}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error("PostgreSQL answered nothing");
  const all = company.rows[0]?.answers ?? 0;
  if (row.answers > model.person_daily_answers || all > model.company_daily_answers)
    throw new AppError("answer_limit_reached");
  return row.day;
}
