import type { CardFilter } from "@atoll/contract/cards/filter";
import type { CardFigures, CardTotals, MoneyTotal } from "@atoll/contract/cards/schemas";
import { sql } from "kysely";
import type { Database } from "../../../tables.ts";
import { presentType } from "../present.ts";
import type { TypeRow } from "../public.ts";
import { matching } from "./filter-cards.ts";

/** The days that the win rate looks back. */
const closedDays = 90;

/** Returns the figures of each stage of a section, added up in the database for each currency. */
export async function readFigures(db: Database, type: TypeRow): Promise<CardFigures> {
  const stages = JSON.stringify(type.stages);
  const { valueField } = presentType(type);
  const [{ rows }, { rows: marks }] = await Promise.all([
    sql<{ stage: string; currency: string | null; count: number; amount: number; weighted: number }>`
      SELECT c.stage, v.currency, count(*)::int AS count, coalesce(sum(v.number_value), 0)::float AS amount,
        coalesce(round(sum(v.number_value * s.probability / 100)), 0)::float AS weighted
      FROM cards c
      JOIN jsonb_to_recordset(${stages}::jsonb) AS s (id text, probability int) ON s.id = c.stage
      LEFT JOIN card_values v ON v.card_id = c.id AND v.field = ${valueField}
      WHERE c.type_id = ${type.id} AND c.deleted_at IS NULL AND c.merged_into_id IS NULL
      GROUP BY c.stage, v.currency ORDER BY c.stage, amount DESC`.execute(db),
    sql<{ stalled: number; won: number; lost: number }>`
      SELECT count(*) FILTER (WHERE s.kind = 'open' AND c.updated_at < now() - make_interval(days => ${type.stale_days}))::int
          AS stalled,
        count(*) FILTER (WHERE s.kind = 'won' AND c.stage_since > now() - make_interval(days => ${closedDays}))::int AS won,
        count(*) FILTER (WHERE s.kind = 'lost' AND c.stage_since > now() - make_interval(days => ${closedDays}))::int AS lost
      FROM cards c JOIN jsonb_to_recordset(${stages}::jsonb) AS s (id text, kind text) ON s.id = c.stage
      WHERE c.type_id = ${type.id} AND c.stage IS DISTINCT FROM ${type.options.templateStage ?? null}::text AND c.deleted_at IS NULL AND c.merged_into_id IS NULL`.execute(
      db,
    ),
  ]);
  const { stalled = 0, won = 0, lost = 0 } = marks[0] ?? {};
  return {
    stages: type.stages.map(({ id }) => {
      const ofStage = rows.filter(({ stage }) => stage === id);
      return {
        stage: id,
        count: ofStage.reduce((sum, { count }) => sum + count, 0),
        totals: ofStage.flatMap(({ currency, amount, weighted }): MoneyTotal[] =>
          currency === null ? [] : [{ currency, amount, weighted }],
        ),
      };
    }),
    stalled,
    closed: { won, lost },
  };
}

/** Counts the cards that a filter lets through, and adds up their numbers and the amounts of each currency. */
export async function readTotals(
  db: Database,
  type: TypeRow,
  filter: Partial<CardFilter>,
): Promise<CardTotals> {
  const names = presentType(type)
    .fields.filter(({ kind }) => kind === "number" || kind === "money")
    .map(({ name }) => name);
  const cards = matching(db, type, filter).clearSelect().select("c.id");
  const [{ count }, sums] = await Promise.all([
    db
      .selectFrom(cards.as("m"))
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom("card_values as v")
      .innerJoin(cards.as("m"), "m.id", "v.card_id")
      .select(["v.field", "v.currency", sql<number>`sum(v.number_value)::float`.as("sum")])
      .where("v.type_id", "=", type.id)
      .where(sql<boolean>`v.field = ANY(${names}::text[])`)
      .where("v.number_value", "is not", null)
      .groupBy(["v.field", "v.currency"])
      .orderBy("v.field")
      .orderBy("sum", "desc")
      .orderBy("v.currency")
      .execute(),
  ]);
  return { count, sums };
}
