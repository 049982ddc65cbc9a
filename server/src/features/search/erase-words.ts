import { type RawBuilder, sql } from "kysely";
import { fold } from "../../platform/search/fold.ts";
import type { SliceEraser } from "../../slice.ts";

const entriesAtOnce = 500;
const wordsAtOnce = 1_000;

/** SQL: something that can be found has the word `w.word`. */
const isUsed = sql<boolean>`(EXISTS (SELECT FROM message_search s WHERE s.lexemes @@ quote_literal(w.word)::tsquery)
  OR EXISTS (SELECT FROM search_entries e WHERE e.lexemes @@ quote_literal(w.word)::tsquery))`;

/** Has search read again what it still knows by the name of a person, and forgets words that nothing has any more. */
export const wordEraser: SliceEraser = {
  phase: "traces",
  async erase({ db }, { inTexts, names, mails, keepsTexts }, work) {
    const columns = (["title", "folded"] as const).map((name) => ({ name, type: "text" as const }));
    let after: RawBuilder<unknown> = sql`('', '00000000-0000-0000-0000-000000000000'::uuid)`;
    for (;;) {
      work.signal.throwIfAborted();
      const from: RawBuilder<unknown> = after;
      const { rows } = await work.read((tx) =>
        sql<{ kind: string; id: string }>`SELECT t.kind, t.id FROM search_entries t
          WHERE (t.kind, t.id) > ${from} AND ${inTexts.areIn(columns)}
          ORDER BY t.kind, t.id LIMIT ${sql.lit(entriesAtOnce)}`.execute(tx),
      );
      const last = rows.at(-1);
      if (!last) break;
      for (const [kind, found] of Map.groupBy(rows, (row) => row.kind))
        await work.part((tx) =>
          sql`SELECT search_index(${kind}, ${found.map(({ id }) => id)}::uuid[])`.execute(tx),
        );
      after = sql`(${last.kind}::text, ${last.id}::uuid)`;
    }
    const words = [...names, ...mails].flatMap((text) => fold(text).split(/[^\p{L}\p{N}]+/u));
    let count = 0;
    for (let from: string | undefined = ""; from !== undefined; ) {
      work.signal.throwIfAborted();
      const start: string = from;
      const { rows } = await sql<{ word: string }>`SELECT w.word FROM search_words w WHERE w.word > ${start}
        AND (${!keepsTexts}::boolean OR w.word = ANY (${words}::text[]))
        ORDER BY w.word LIMIT ${sql.lit(wordsAtOnce)}`.execute(db);
      from = rows.at(-1)?.word;
      const part = rows.map(({ word }) => word);
      if (part.length > 0)
        count += await work.part(async (tx) => {
          const { numAffectedRows = 0n } = await sql`DELETE FROM search_words w
            WHERE w.word = ANY (${part}::text[]) AND NOT ${isUsed}`.execute(tx);
          return Number(numAffectedRows);
        });
    }
    return count;
  },
};
