import { type QueryExecutorProvider, type RawBuilder, sql } from "kysely";
import { similarity, type VectorCode } from "./vector-code.ts";

/** The nearest candidates by sign that are compared exactly. */
const maxExact = 200;
/** Maximum nearest entries whose permissions are checked, which bounds the cost for a viewer who may read little. */
const maxLookedAt = 3_000;

/** A question as a vector of a model. */
export interface QuestionVector extends VectorCode {
  model: string;
}

export interface NearHit {
  kind: string;
  id: string;
  /** From -1 to 1. */
  similarity: number;
}

/** The messages of these channels that are nearest to a question, the nearest first. */
export function nearMessages(
  tx: QueryExecutorProvider,
  question: QuestionVector,
  channelIds: readonly string[],
): Promise<NearHit[]> {
  return rankExactly(
    tx,
    question,
    sql`SELECT v.kind, v.message_id AS id, v.numbers FROM ask_vectors v
      WHERE v.model = ${question.model} AND v.channel_id = ANY(${[...channelIds]}::uuid[])
      ORDER BY ${distanceTo(question)} LIMIT ${sql.lit(maxExact)}`,
  );
}

/**
 * The entries of the index that are nearest to a question, the nearest first.
 * @param isAmong whether the viewer may read `entry`, and whether it is wanted
 */
export function nearEntries(
  tx: QueryExecutorProvider,
  question: QuestionVector,
  isAmong: RawBuilder<boolean>,
): Promise<NearHit[]> {
  // The inner LIMIT of 1 keeps the order of distance: permissions are checked until enough are found.
  return rankExactly(
    tx,
    question,
    sql`SELECT near.kind, near.entry_id AS id, near.numbers FROM (
        SELECT v.kind, v.entry_id, v.numbers, ${distanceTo(question)} AS distance FROM ask_vectors v
        WHERE v.model = ${question.model} AND v.entry_id IS NOT NULL
        ORDER BY distance LIMIT ${sql.lit(maxLookedAt)}
      ) near JOIN LATERAL (
        SELECT FROM search_entries entry
        WHERE entry.id = near.entry_id AND entry.kind = near.kind AND ${isAmong} LIMIT 1
      ) readable ON true
      ORDER BY near.distance LIMIT ${sql.lit(maxExact)}`,
  );
}

/** SQL: the number of differing signs. A row with another dimension, which cannot be compared, comes last. */
function distanceTo({ signs }: VectorCode): RawBuilder<number> {
  return sql`CASE WHEN bit_length(v.signs) = ${sql.lit(signs.length)}
    THEN bit_count(v.signs # ${signs}::bit varying) ELSE ${sql.lit(signs.length)} + 1 END`;
}

async function rankExactly(
  tx: QueryExecutorProvider,
  question: QuestionVector,
  query: RawBuilder<unknown>,
): Promise<NearHit[]> {
  // The only statement that has to read all vectors: with indexes it would read them in a worse order.
  await sql`SELECT set_config('enable_seqscan', 'on', true)`.execute(tx);
  const { rows } = await sql<{ kind: string; id: string; numbers: Buffer }>`${query}`.execute(tx);
  await sql`SELECT set_config('enable_seqscan', 'off', true)`.execute(tx);
  const best = new Map<string, NearHit>();
  for (const { kind, id, numbers } of rows) {
    if (numbers.length !== question.numbers.length) continue;
    const near = similarity(question.numbers, numbers);
    const known = best.get(`${kind}/${id}`);
    if (!known || known.similarity < near) best.set(`${kind}/${id}`, { kind, id, similarity: near });
  }
  return [...best.values()].toSorted((a, b) => b.similarity - a.similarity || (a.id < b.id ? -1 : 1));
}
