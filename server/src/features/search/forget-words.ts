import { setTimeout as sleep } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import { fold } from "../../platform/search/fold.ts";
import type { SliceEraser } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { isCancelled } from "./run-search.ts";

/** Words of one transaction. */
const batchSize = 20;
/** The next call looks for the other words. Two calls and the parts of a run fit into the quarter of an hour of a job. */
const longestMs = 60_000;
/** A message that is posted while its word is forgotten is committed by then. */
const postedMs = 5_000;
/** A word that takes longer to look for is left to the next call. */
const wordMs = 2_000;

export interface ForgetOptions {
  signal?: AbortSignal | undefined;
  postedMs?: number | undefined;
  wordMs?: number | undefined;
}

interface QueuedWord {
  word: string;
  is_forgotten: boolean;
}

interface Due {
  postedMs: number;
  queuedBefore: string;
}

/** Queues the words of things that this transaction deletes, for `forgetWords`. */
export async function queueWords(tx: Database, words: readonly string[]): Promise<void> {
  await sql`INSERT INTO words_to_forget (word) SELECT DISTINCT w.word FROM unnest(${[...words]}::text[]) AS w (word)
    ORDER BY w.word ON CONFLICT DO NOTHING`.execute(tx);
}

/**
 * Queues the words of things that can be found and that this transaction empties.
 * @param ids SQL: a query for their IDs.
 */
export async function queueWordsOf(tx: Database, ids: RawBuilder<unknown>): Promise<void> {
  await sql`INSERT INTO words_to_forget (word) SELECT DISTINCT w.word
    FROM search_entries e, LATERAL search_parts(e.title || ' ' || e.folded) AS p, unnest(p.words) AS w (word)
    WHERE e.id IN (${ids}) ORDER BY w.word ON CONFLICT DO NOTHING`.execute(tx);
}

/**
 * Deletes the queued words that nothing has any more from the list of all words, in small transactions. A moment later it
 * adds those again that have been written since.
 */
export async function forgetWords(db: Database, options: ForgetOptions = {}): Promise<void> {
  const { signal, postedMs: posted = postedMs } = options;
  const { rows } = await sql<{ now: string }>`SELECT clock_timestamp()::text AS now`.execute(db);
  const due = { postedMs: posted, queuedBefore: rows[0]?.now ?? "" };
  for (const endsAt = Date.now() + longestMs; ; ) {
    signal?.throwIfAborted();
    // Words that were forgotten are still looked for again.
    if (Date.now() >= endsAt) due.queuedBefore = "-infinity";
    if ((await treatBatch(db, due, options.wordMs ?? wordMs)) > 0) continue;
    if (!(await isWaiting(db))) return;
    await sleep(posted, undefined, signal && { signal });
  }
}

/** Returns how many words were looked for. */
function treatBatch(db: Database, due: Due, longestMs: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const words = await takeWords(tx, due);
    await sql`SAVEPOINT found`.execute(tx);
    const used = new Map<string, boolean | undefined>();
    for (const { word } of words) used.set(word, await isUsed(tx, word, longestMs));
    const { queued = [], forgotten = [] } = Object.groupBy(words, (one) =>
      one.is_forgotten ? "forgotten" : "queued",
    );
    const namesOf = (list: QueuedWord[], is: (isUsed: boolean | undefined) => boolean) =>
      list.flatMap(({ word }) => (is(used.get(word)) ? [word] : []));
    await restoreWords(
      tx,
      namesOf(forgotten, (is) => is !== false),
    );
    await queueWords(
      tx,
      namesOf(words, (is) => is === undefined),
    );
    // Last, so that the transaction ends right after it.
    await deleteWords(
      tx,
      namesOf(queued, (is) => is === false),
    );
    return words.length;
  });
}

/** Takes some words out of the queue. From then on, the deletion of other things can queue them again. */
async function takeWords(tx: Database, { postedMs: posted, queuedBefore }: Due): Promise<QueuedWord[]> {
  const { rows } = await sql<QueuedWord>`DELETE FROM words_to_forget WHERE word IN (
      SELECT word FROM (SELECT word FROM words_to_forget
        WHERE forgotten_at < clock_timestamp() - ${posted}::int * interval '1 millisecond'
        ORDER BY forgotten_at LIMIT ${sql.lit(batchSize)} FOR UPDATE SKIP LOCKED) AS forgotten
      UNION ALL SELECT word FROM (SELECT word FROM words_to_forget
        WHERE forgotten_at IS NULL AND queued_at < ${queuedBefore}::timestamptz
        ORDER BY queued_at LIMIT ${sql.lit(batchSize)} FOR UPDATE SKIP LOCKED) AS queued)
    RETURNING word, forgotten_at IS NOT NULL AS is_forgotten`.execute(tx);
  return rows;
}

/**
 * Returns whether something that can be found has a word. Undefined if that takes too long. The plan is made for this word:
 * a common one is soon met in the table, a rare one is looked up in the index.
 */
async function isUsed(tx: Database, word: string, longestMs: number): Promise<boolean | undefined> {
  try {
    await sql`SELECT set_config('plan_cache_mode', 'force_custom_plan', true),
      set_config('statement_timeout', ${String(longestMs)}, true)`.execute(tx);
    const { rows } = await sql<{ is_used: boolean }>`SELECT
      EXISTS (SELECT FROM message_search WHERE lexemes @@ quote_literal(${word}::text)::tsquery)
      OR EXISTS (SELECT FROM search_entries WHERE lexemes @@ quote_literal(${word}::text)::tsquery) AS is_used`.execute(
      tx,
    );
    return rows[0]?.is_used;
  } catch (error) {
    if (!isCancelled(error)) throw error;
    return undefined;
  } finally {
    // Also undoes the settings.
    await sql`ROLLBACK TO SAVEPOINT found`.execute(tx);
  }
}

async function restoreWords(tx: Database, words: readonly string[]): Promise<void> {
  await sql`INSERT INTO search_words (word) SELECT w.word FROM unnest(${[...words]}::text[]) AS w (word)
    ORDER BY w.word ON CONFLICT DO NOTHING`.execute(tx);
}

async function deleteWords(tx: Database, words: readonly string[]): Promise<void> {
  await sql`WITH gone AS (DELETE FROM search_words WHERE word = ANY(${[...words]}::text[]) RETURNING word)
    INSERT INTO words_to_forget (word, forgotten_at) SELECT word, clock_timestamp() FROM gone
    ON CONFLICT DO NOTHING`.execute(tx);
}

/** Returns whether forgotten words wait for another look. */
async function isWaiting(db: Database): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`SELECT EXISTS (SELECT FROM words_to_forget
    WHERE forgotten_at IS NOT NULL) AS is`.execute(db);
  return rows[0]?.is ?? false;
}

const entriesAtOnce = 500;

/** Has search read again what it still knows by the name of a person, and forgets words that nothing has any more. */
export const wordEraser: SliceEraser = {
  phase: "traces",
  async erase({ db, patience }, { inTexts, names, mails }, work) {
    const columns = (["title", "folded"] as const).map((name) => ({ name, type: "text" as const }));
    let count = 0;
    let last = { kind: "", id: "00000000-0000-0000-0000-000000000000" };
    for (;;) {
      work.signal.throwIfAborted();
      const { kind, id } = last;
      const { rows } = await work.read((tx) =>
        sql<typeof last>`SELECT t.kind, t.id FROM search_entries t
          WHERE (t.kind, t.id) > (${kind}::text, ${id}::uuid) AND ${inTexts.areIn(columns)}
          ORDER BY t.kind, t.id LIMIT ${sql.lit(entriesAtOnce)}`.execute(tx),
      );
      const end = rows.at(-1);
      if (!end) break;
      for (const [of, found] of Map.groupBy(rows, (row) => row.kind))
        await work.part((tx) =>
          sql`SELECT search_index(${of}, ${found.map((one) => one.id)}::uuid[])`.execute(tx),
        );
      count += rows.length;
      last = end;
    }
    const words = [...names, ...mails].flatMap((text) => fold(text).split(/[^\p{L}\p{N}]+/u));
    await work.part((tx) =>
      queueWords(
        tx,
        words.filter((word) => word !== ""),
      ),
    );
    await forgetWords(db, { signal: work.signal, postedMs: patience?.postedMs });
    return count;
  },
};
