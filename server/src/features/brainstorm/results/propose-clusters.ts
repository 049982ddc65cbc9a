import { maxClusters } from "@atoll/contract/brainstorm/limits";
import type { NoteCluster } from "@atoll/contract/brainstorm/schemas";
import { sql } from "kysely";
import type { Database } from "../../../tables.ts";

/** A cluster of more notes says little. */
const largestShare = 0.5;
const fewestNotes = 2;
/** Words that a cluster is named by. */
const namedWords = 3;

/**
 * Proposes groups of notes by the words that they share: the rarer a word, the more it tells. Each note is in one cluster
 * at most. The database folds and stems words, as the search does, in any language that it knows.
 */
export async function proposeClusters(db: Database, boardId: string): Promise<NoteCluster[]> {
  const { rows } = await sql<{ word: string; noteIds: string[] }>`
    WITH notes AS (
      SELECT id, search_fold(text) AS folded FROM board_elements
      WHERE board_id = ${boardId} AND kind = 'note' AND gone_at IS NULL AND text <> ''
    ), words AS (
      SELECT DISTINCT n.id, w.word, coalesce((search_stems(w.word))[1], w.word) AS stem
      FROM notes n, unnest((search_parts(n.folded)).words) AS w (word)
      WHERE char_length(w.word) > 3 AND cardinality(ts_lexize('english_stem', w.word)) IS DISTINCT FROM 0
    )
    SELECT min(word) AS word, array_agg(DISTINCT id ORDER BY id) AS "noteIds" FROM words GROUP BY stem
    HAVING count(DISTINCT id) >= ${sql.lit(fewestNotes)}
      AND count(DISTINCT id) <= greatest(${sql.lit(fewestNotes)}, (SELECT count(*) FROM notes) * ${sql.lit(largestShare)})
    ORDER BY count(DISTINCT id) DESC, 1 LIMIT 200`.execute(db);
  return pick(rows);
}

/** The largest cluster first; what is in it is in no other. */
function pick(shared: readonly { word: string; noteIds: string[] }[]): NoteCluster[] {
  const taken = new Set<string>();
  const clusters: NoteCluster[] = [];
  for (const { word, noteIds } of shared) {
    const free = noteIds.filter((id) => !taken.has(id));
    if (free.length < fewestNotes || clusters.length === maxClusters) continue;
    for (const id of free) taken.add(id);
    const more = shared
      .filter((other) => other.word !== word && free.every((id) => other.noteIds.includes(id)))
      .map((other) => other.word);
    clusters.push({ words: [word, ...more].slice(0, namedWords), noteIds: free });
  }
  return clusters;
}
