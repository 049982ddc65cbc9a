import { startAtoll } from "../atoll-process.ts";
import { createHttpClient } from "../http-client.ts";
import { addPeople, type Member, openDatabase } from "../people.ts";
import { ms, quantile } from "../quantiles.ts";

const ideaCount = 5_000;
const voteCount = 200_000;
const personCount = 500;
const openings = 100;
const limitMs = 20;

/**
 * The list of ideas, at the server from the request to the answer: 5,000 ideas with 200,000 votes, every tenth for a
 * department that the reader is not in. In both orders, narrowed by status, and the ideas that the reader voted for. The
 * floor is the same number of rows by the index of their order, read by this process from the database.
 */
export async function ideas(say: (line: string) => void): Promise<string[]> {
  const atoll = await startAtoll();
  const database = await openDatabase(atoll);
  const people = await addPeople(database, personCount);
  const [reader] = people as [Member, ...Member[]];
  say(`${ideaCount} ideas with ${voteCount} votes`);
  await database.query(
    `INSERT INTO ideas (id, title, content, status, author_id, audience_ids, sent_hash, created_at)
      SELECT gen_random_uuid(), 'Idea ' || n, repeat('words ', 60),
        (ARRAY['new', 'in_review', 'planned', 'started', 'shipped', 'declined'])[1 + n % 6],
        ($1::uuid[])[1 + n % $2], CASE WHEN n % 10 = 0 THEN ARRAY[gen_random_uuid()] ELSE '{}' END, '\\x00',
        now() - n * interval '1 minute'
      FROM generate_series(1, $3) AS n`,
    [people.map(({ id }) => id), personCount, ideaCount],
  );
  // Some ideas have many votes, most have few.
  await database.query(
    `INSERT INTO votes (subject_kind, subject_id, person_id, root_id)
      SELECT 'idea', i.id, p.id, i.id FROM (SELECT id, row_number() OVER () AS n FROM ideas) i,
        LATERAL (SELECT id FROM unnest($1::uuid[]) AS p (id) OFFSET i.n % 7
          LIMIT least(cardinality($1::uuid[]), (19 + 28000 / (i.n + 100))::int)) p
      LIMIT $2`,
    [people.map(({ id }) => id), voteCount],
  );
  await database.query(
    `UPDATE vote_subjects s SET version = 2,
      vote_count = (SELECT count(*) FROM votes v WHERE v.root_id = s.id AND v.subject_kind = s.kind)`,
  );
  await database.query("VACUUM ANALYZE");
  const { rows } = await database.query("SELECT count(*)::int AS votes FROM votes");
  const http = createHttpClient(atoll.url);
  const lines: string[] = [`${rows[0].votes} votes`];
  for (const query of ["", "?order=newest", "?status=shipped", "?scope=voted"]) {
    const took: number[] = [];
    const floor: number[] = [];
    for (let count = 0; count < openings; count += 1) {
      const { tookMs } = await http.call({
        path: `/api/ideas${query}`,
        headers: { authorization: `Bearer ${reader.token}` },
      });
      took.push(tookMs);
      const startedAt = performance.now();
      await database.query("SELECT * FROM ideas ORDER BY vote_count DESC, id DESC LIMIT 31");
      floor.push(performance.now() - startedAt);
    }
    const verdict = quantile(took, 0.5) <= limitMs ? "within" : "beyond";
    lines.push(
      `/api/ideas${query}: p50 ${ms(quantile(took, 0.5))}, p99 ${ms(quantile(took, 0.99))}, ${verdict} ${limitMs} ms; floor p50 ${ms(quantile(floor, 0.5))}`,
    );
  }
  http.close();
  await database.end();
  await atoll.stop();
  return lines;
}
