import { maxUsagePeople } from "@atoll/contract/ask-ai/limits";
import type { ModelState, ModelUsage } from "@atoll/contract/ask-ai/model-schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { sql } from "kysely";
import { failureReasons } from "../../platform/language-model/model-failure.ts";
import type { Database } from "../../tables.ts";
import { today } from "./answer/claim-answer.ts";
import { failureWords } from "./model/failure-words.ts";
import { type ModelRow, selectModel, vectorModelOf } from "./model/settings.ts";
import { countVectors } from "./vectors/texts-without-vectors.ts";

/** The first of the last 30 days. */
const since = sql`(now() AT TIME ZONE 'UTC')::date - 29`;

type PeopleOf = (ids: string[]) => Promise<ReadonlyMap<string, Person>>;

/** Reads the state of Ask AI for one person: whether a model writes, and how much of the day's limit is used. */
export async function readState(db: Database, userId: string): Promise<ModelState> {
  const model = await selectModel(db);
  const used = await db
    .selectFrom("ask_usage")
    .select("answers")
    .where("user_id", "=", userId)
    .where(sql<boolean>`day = ${today}`)
    .executeTakeFirst();
  return {
    isOn: model.is_on,
    historyDays: model.history_days,
    answersToday: used?.answers ?? 0,
    personDailyAnswers: model.person_daily_answers,
  };
}

/** Reads the usage of the last 30 days, by day and by person. It has no questions. */
export async function readUsage(db: Database, peopleOf: PeopleOf): Promise<ModelUsage> {
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
  const model = await selectModel(db);
  const company = await sql<{ answers: number }>`
    SELECT coalesce(sum(answers), 0)::int AS answers FROM ask_usage WHERE day = ${today}`.execute(db);
  return {
    vectors: await readVectors(db, model),
    days,
    people: await readPeople(db, peopleOf),
    limits: {
      personDaily: model.person_daily_answers,
      companyDaily: model.company_daily_answers,
      companyToday: company.rows[0]?.answers ?? 0,
    },
    helpful: said.helpful,
    unhelpful: said.unhelpful,
    since: said.since.toISOString(),
  };
}

/** The people with the most answers. */
async function readPeople(db: Database, peopleOf: PeopleOf): Promise<ModelUsage["people"]> {
  type Figures = Omit<ModelUsage["people"][number], "person"> & { userId: string };
  const { rows } = await sql<Figures>`
    SELECT user_id AS "userId", sum(answers)::int AS answers, sum(failed)::int AS failed,
      sum(prompt_tokens)::float8 AS "promptTokens", sum(answer_tokens)::float8 AS "answerTokens",
      coalesce(sum(answers) FILTER (WHERE day = ${today}), 0)::int AS "answersToday"
    FROM ask_usage WHERE day >= ${since} GROUP BY user_id
    ORDER BY sum(answers) DESC, user_id LIMIT ${sql.lit(maxUsagePeople)}`.execute(db);
  const people = await peopleOf(rows.map(({ userId }) => userId));
  return rows.flatMap(({ userId, ...figures }) => {
    const person = people.get(userId);
    return person ? [{ person, ...figures }] : [];
  });
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
