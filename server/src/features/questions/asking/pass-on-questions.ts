import { type RawBuilder, sql } from "kysely";
import { transact } from "../../../platform/database/transact.ts";
import type { Job } from "../../../platform/jobs/jobs.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database, Tables } from "../../../tables.ts";
import { notify } from "../../notifications/public.ts";
import { lockQuestion } from "../public.ts";
import { isInFaq } from "../queries.ts";
import { isReadableByName } from "../readable.ts";
import { sendChanged } from "../rooms.ts";

const batchSize = 100;

type Sources = Pick<SliceContext, "db" | "realtime">;

/** Passes unanswered questions on, once an hour. */
export function passOnJob(sources: Sources): Job<Tables> {
  return {
    name: "questions.pass-on",
    cron: "7 * * * *",
    run: ({ signal }) => passOnQuestions(sources, new Date(), signal),
  };
}

/**
 * Asks somebody else for an answer to each question that the person who was asked has not answered within one working day.
 * When there is nobody left to ask, the question is sent to nobody in particular.
 */
export async function passOnQuestions(sources: Sources, now: Date, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ id: string }>`SELECT q.id FROM questions q WHERE ${isDue(now)}
      ORDER BY q.asked_at LIMIT ${sql.lit(batchSize)}`.execute(sources.db);
    for (const { id } of rows) {
      signal?.throwIfAborted();
      if (await transact(sources.db, (tx) => passOn(tx, id, now))) await sendChanged(sources, [id]);
    }
    if (rows.length < batchSize) return;
  }
}

/** SQL: the person who was asked for an answer to `q` had a working day for it. Saturdays and Sundays are none, in UTC. */
function isDue(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(q.asked_at IS NOT NULL AND q.answer_count = 0 AND q.duplicate_of IS NULL AND NOT ${isInFaq}
    AND EXISTS (SELECT FROM vote_subjects s WHERE s.id = q.id AND s.kind = 'question'
      AND s.merged_into IS NULL AND s.locked_at IS NULL AND s.hidden_at IS NULL)
    AND ${now}::timestamptz AT TIME ZONE 'UTC' >= CASE extract(isodow FROM q.asked_at AT TIME ZONE 'UTC')
      WHEN 5 THEN q.asked_at AT TIME ZONE 'UTC' + interval '3 days'
      WHEN 6 THEN date_trunc('day', q.asked_at AT TIME ZONE 'UTC') + interval '3 days'
      WHEN 7 THEN date_trunc('day', q.asked_at AT TIME ZONE 'UTC') + interval '2 days'
      ELSE q.asked_at AT TIME ZONE 'UTC' + interval '1 day' END)`;
}

async function passOn(tx: Database, questionId: string, now: Date): Promise<boolean> {
  await lockQuestion(tx, questionId);
  const { rows } = await sql<{ author_id: string | null; next_id: string | null }>`
    SELECT q.author_id, (${nextToAsk(questionId)}) AS next_id FROM questions q
    WHERE q.id = ${questionId} AND ${isDue(now)}`.execute(tx);
  const [due] = rows;
  if (!due) return false;
  await tx.updateTable("questions").set({ asked_id: due.next_id }).where("id", "=", questionId).execute();
  if (due.next_id !== null)
    await notify(tx, {
      kind: "question.asked",
      subjectId: questionId,
      actorId: due.author_id ?? undefined,
      people: [due.next_id],
    });
  return true;
}

/**
 * SQL: the person with the most accepted answers on the tags of `q` who may read it and was not asked yet. The hidden
 * author of an anonymous question may be asked like anybody else: to leave them out would show who they are.
 */
const nextToAsk = (questionId: string) => sql`SELECT a.author_id FROM questions o
  JOIN question_answers a ON a.id = o.chosen_answer_id AND a.author_id IS DISTINCT FROM o.author_id
  JOIN accounts present ON present.id = a.author_id AND present.disabled_at IS NULL
  WHERE o.tag_ids && q.tag_ids AND NOT o.is_private AND a.author_id IS DISTINCT FROM q.author_id
    AND NOT EXISTS (SELECT FROM question_asked was WHERE was.question_id = q.id AND was.person_id = a.author_id)
    AND ${isReadableByName(sql`a.author_id`, sql`${questionId}::uuid`)}
  GROUP BY a.author_id ORDER BY count(*) DESC, a.author_id LIMIT 1`;
