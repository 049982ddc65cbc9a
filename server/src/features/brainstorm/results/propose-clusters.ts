import { maxClusters } from "@atoll/contract/brainstorm/limits";
import type { NoteCluster } from "@atoll/contract/brainstorm/schemas";
import { sql } from "kysely";
import type { Database } from "../../../tables.ts";

/** A cluster of more notes says little. */
const largestShare = 0.5;
const fewestNotes = 2;
/** Words that a cluster is named by. */
const namedWords = 3;
/** Letters that are compared: of a large board, the beginning of each note. */
const maxLetters = 300_000;
/** Shared words that are looked at, the most shared first. */
const maxWords = 100;

/**
 * Proposes groups of notes by the words that they share: the rarer a word, the more it tells. Each note is in one cluster
 * at most. The database folds and stems words, as the search does, in any language that it knows.
 */
export async function proposeClusters(db: Database, boardId: string): Promise<NoteCluster[]> {
  const { rows } = await sql<{ word: string; noteIds: string[] }>`
    WITH notes AS MATERIALIZED (
      SELECT id, search_fold(left(text, (${sql.lit(maxLetters)} / count(*) OVER ())::integer)) AS folded
      FROM board_elements WHERE board_id = ${boardId} AND kind = 'note' AND gone_at IS NULL AND text <> ''
    ), words AS MATERIALIZED (
      SELECT w.word, array_agg(DISTINCT n.id) AS ids
      FROM notes n, unnest((search_parts(n.folded)).words) AS w (word)
      WHERE char_length(w.word) > 3 GROUP BY w.word
    ), stems AS (
      SELECT word, ids, coalesce((search_stems(word))[1], word) AS stem FROM words
      WHERE cardinality(ts_lexize('english_stem', word)) IS DISTINCT FROM 0
    ), shared AS (
      SELECT min(s.word) AS word, array_agg(DISTINCT x.id ORDER BY x.id) AS ids
      FROM stems s, unnest(s.ids) AS x (id) GROUP BY s.stem
    )
    SELECT word, ids AS "noteIds" FROM shared
    WHERE cardinality(ids) >= ${sql.lit(fewestNotes)}
      AND cardinality(ids) <= greatest(${sql.lit(fewestNotes)}, (SELECT count(*) FROM notes) * ${sql.lit(largestShare)})
    ORDER BY cardinality(ids) DESC, 1 LIMIT ${sql.lit(maxWords)}`.execute(db);
  return pick(rows);
}

/** The largest cluster first; what is in it is in no other. */
function pick(shared: readonly { word: string; noteIds: string[] }[]): NoteCluster[] {
  const notesOf = new Map(shared.map(({ word, noteIds }) => [word, new Set(noteIds)]));
  const taken = new Set<string>();
  const clusters: NoteCluster[] = [];
  for (const { word, noteIds } of shared) {
    if (clusters.length === maxClusters) break;
    const free = noteIds.filter((id) => !taken.has(id));
    if (free.length < fewestNotes) continue;
    for (const id of free) taken.add(id);
    const more = shared
      .filter((other) => other.word !== word && free.every((id) => notesOf.get(other.word)?.has(id)))
      .map((other) => other.word);
    clusters.push({ words: [word, ...more].slice(0, namedWords), noteIds: free });
  }
  return clusters;
}
