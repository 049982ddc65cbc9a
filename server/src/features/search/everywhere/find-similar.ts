import type { Hit } from "@atoll/contract/search/hit-schemas";
import type { SearchKind } from "@atoll/contract/search/limits";
import { maxSimilar } from "@atoll/contract/votes/limits";
import { type RawBuilder, sql } from "kysely";
import { anyWord } from "../../../platform/search/indexed-terms.ts";
import type { Asked } from "../../../platform/search/search-sources.ts";
import type { RequestViewer, SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { presentHits } from "../entries/present-hits.ts";
import { readableOf } from "../entry-rights.ts";
import { sourcesFor } from "../sources.ts";
import { foldWords, nothingAsked, queriesOfWords, type TypedWord } from "../typed-words.ts";

/** The first words of a long text are enough to say what it is about. */
const maxWords = 12;
/** Shorter words, such as "in" and "we", are everywhere; in scripts without spaces all words are short. */
const shortestWord = 3;
/** Shorter words are not highlighted, because they say little. */
const shortestMarked = 4;
/** Maximum entries read per word. A word that more readable entries contain says little. */
const maxPerWord = 200;
const maxCandidates = 100;
/**
 * The minimum share of the weight of all words, or of the trigrams of the titles. Below both, two things merely share
 * words.
 */
const leastOverlap = 0.4;
const leastLikeness = 0.35;

/**
 * Returns things of these kinds that are most similar to a text being typed. Words are weighted by their rarity among
 * what the viewer may read, so that unreadable things affect neither the hits nor their order.
 */
export async function findSimilar(
  context: SliceContext,
  tx: Database,
  viewer: RequestViewer,
  { text, kinds, exceptId }: { text: string; kinds: readonly SearchKind[]; exceptId?: string | undefined },
): Promise<Hit[]> {
  const sources = sourcesFor(context, viewer).entries.filter(({ kind }) => kinds.includes(kind));
  const typed = sayingMost(await foldWords(tx, text, maxWords));
  if (sources.length === 0 || typed.length === 0) return [];
  const isLastOpen = /[\p{L}\p{N}]$/u.test(text);
  const queriesWith = (suspects: readonly TypedWord[]) =>
    queriesOfWords(context, tx, viewer, { typed, isLastOpen, only: sources, suspects });
  const ofKinds = anyWord(sources.map(({ kind }) => `/${kind}`));
  const isReadable = readableOf(context, viewer, sources);
  const rankBy = (queries: readonly string[]) => rank(tx, { queries, ofKinds, isReadable, text, exceptId });
  // To look for misspellings reads all entries of each word again, so only words that find nothing are suspected.
  const asTyped = await queriesWith([]);
  let { rows, found } = await rankBy(asTyped);
  const suspects = typed.filter((_, index) => !found.has(index + 1));
  if (suspects.length > 0) {
    const corrected = await queriesWith(suspects);
    if (corrected.join() !== asTyped.join()) ({ rows, found } = await rankBy(corrected));
  }
  const asked: Asked = {
    ...nothingAsked,
    terms: typed
      .filter(({ word }) => [...word].length >= shortestMarked)
      .map(({ word }) => ({ folded: word, words: [word], pairs: [], isWhole: true })),
  };
  return presentHits(context, tx, viewer, rows, asked);
}

/** Leaves out short words and words that every text contains, unless there are no others. */
function sayingMost(words: TypedWord[]): TypedWord[] {
  const long = words.filter(({ word }) => [...word].length >= shortestWord);
  const telling = long.filter(({ isFiller }) => !isFiller);
  return [telling, long, words].find(({ length }) => length > 0) ?? [];
}

interface Ranking {
  queries: readonly string[];
  ofKinds: string;
  isReadable: RawBuilder<boolean>;
  text: string;
  exceptId: string | undefined;
}

interface Ranked {
  rows: { kind: SearchKind; id: string; score: number }[];
  /** The places of the queries that found something, counted from one. */
  found: ReadonlySet<number>;
}

async function rank(
  tx: Database,
  { queries, ofKinds, isReadable, text, exceptId }: Ranking,
): Promise<Ranked> {
  const narrowed = queries.map((query) => `(${ofKinds}) & (${query})`);
  const { rows } = await sql<{ places: number[]; kind: SearchKind | null; id: string; score: number }>`
    WITH asked AS MATERIALIZED (
      SELECT place, query, narrowed FROM unnest(${queries}::text[]::tsquery[], ${narrowed}::text[]::tsquery[])
        WITH ORDINALITY AS a (query, narrowed, place)
    ), found AS MATERIALIZED (
      SELECT a.place, e.id, e.kind FROM asked a, LATERAL (
        SELECT entry.id, entry.kind FROM search_entries entry
        WHERE entry.lexemes @@ a.narrowed AND entry.id IS DISTINCT FROM ${exceptId ?? null}::uuid AND ${isReadable}
        LIMIT ${sql.lit(maxPerWord)}
      ) e
    ), weighed AS MATERIALIZED (
      SELECT a.query, a.place, ln(1 + (SELECT count(DISTINCT (id, kind)) FROM found)::float / f.number) AS weight
      FROM asked a JOIN (SELECT place, count(*) AS number FROM found GROUP BY place) f USING (place)
    ), candidates AS MATERIALIZED (
      SELECT f.id, f.kind FROM found f JOIN weighed w USING (place)
      GROUP BY f.id, f.kind ORDER BY sum(w.weight) DESC, f.id LIMIT ${sql.lit(maxCandidates)}
    ), scored AS (
      SELECT c.id, c.kind, similarity(e.title, search_fold(${text})) AS likeness,
        (SELECT coalesce(sum(w.weight) FILTER (WHERE e.lexemes @@ w.query), 0) / sum(w.weight) FROM weighed w) AS overlap
      FROM candidates c JOIN search_entries e ON e.id = c.id AND e.kind = c.kind
    ), best AS (
      SELECT kind, id, (0.6 * overlap + 0.4 * likeness)::float AS score FROM scored
      WHERE overlap >= ${leastOverlap} OR likeness >= ${leastLikeness}
      ORDER BY score DESC, id LIMIT ${sql.lit(maxSimilar)}
    )
    SELECT p.places, b.kind, b.id, b.score
    FROM (SELECT coalesce(array_agg(place::int), '{}') AS places FROM weighed) p LEFT JOIN best b ON true
    ORDER BY b.score DESC, b.id`.execute(tx);
  return {
    rows: rows.flatMap(({ kind, id, score }) => (kind === null ? [] : [{ kind, id, score }])),
    found: new Set(rows[0]?.places),
  };
}
