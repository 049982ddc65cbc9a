import type { ModelUsage } from "@atoll/contract/ask-ai/model-schemas";
import { sql } from "kysely";
import type { Database } from "../../../tables.ts";

/** What was used in the last 30 days, by day. Whose answers they were is not told. */
export async function readUsage(db: Database): Promise<ModelUsage> {
  const since = sql`(now() AT TIME ZONE 'UTC')::date - 29`;
  const { rows: days } = await sql<ModelUsage["days"][number]>`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, count(*)::int AS people, sum(answers)::int AS answers,
      sum(failed)::int AS failed, sum(prompt_tokens)::float8 AS "promptTokens", sum(answer_tokens)::float8 AS "answerTokens"
    FROM ask_usage WHERE day >= ${since} GROUP BY day ORDER BY day DESC`.execute(db);
  const { rows } = await sql<{ helpful: number; unhelpful: number; since: Date }>`
    SELECT count(*) FILTER (WHERE is_helpful)::int AS helpful, count(*) FILTER (WHERE NOT is_helpful)::int AS unhelpful,
      (${since})::timestamp AT TIME ZONE 'UTC' AS since
    FROM ask_turns WHERE asked_at >= (${since})::timestamp AT TIME ZONE 'UTC'`.execute(db);
  const [said] = rows;
  if (!said) throw new Error("PostgreSQL answered nothing");
  return { days, helpful: said.helpful, unhelpful: said.unhelpful, since: said.since.toISOString() };
}
