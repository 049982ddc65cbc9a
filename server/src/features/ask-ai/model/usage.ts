import type { ModelUsage } from "@atoll/contract/ask-ai/model-schemas";
import { sql } from "kysely";
import { failureReasons } from "../../../platform/language-model/model-failure.ts";
import type { Database } from "../../../tables.ts";
import { countVectors } from "../vectors/texts-without-vectors.ts";
import { failureWords } from "./failure-words.ts";
import { type ModelRow, selectModel, vectorModelOf } from "./settings.ts";

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
  const vectors = await readVectors(db, await selectModel(db));
  return { vectors, days, helpful: said.helpful, unhelpful: said.unhelpful, since: said.since.toISOString() };
}

async function readVectors(db: Database, row: ModelRow): Promise<ModelUsage["vectors"]> {
  const model = vectorModelOf(row);
  if (model === "") return { state: "off", done: 0, total: 0, failure: null };
  const reason = failureReasons.find((one) => one === row.vector_failure);
  return {
    state: row.vector_model === model ? "ready" : "filling",
    ...(await countVectors(db, model)),
    failure: reason ? failureWords[reason] : null,
  };
}
