import { randomUUID } from "node:crypto";
import { startAtoll } from "../atoll-process.ts";
import { callWell } from "../member-calls.ts";
import { addPeople, type Member, openDatabase } from "../people.ts";
import { ms, quantile } from "../quantiles.ts";

const treeSize = 5_000;
const words = 10_000;
const rounds = 60;
const articleLimitMs = 60;
const treeLimitMs = 30;

/**
 * Opens an article of 10,000 words, and the tree of 5,000 pages of which each is for a department, as a reader. Floor of
 * both: the same rows as one plain statement.
 */
export async function knowledge(say: (line: string) => void): Promise<string[]> {
  const atoll = await startAtoll();
  const database = await openDatabase(atoll);
  const [owner, reader] = (await addPeople(database, 2)) as [Member, Member];
  say(`writing ${treeSize} pages`);
  await database.query(
    `INSERT INTO articles (id, kind, title, rank, path, owner_id, created_by, status, version, sent_hash)
     SELECT id, 'article', 'Page ' || n, 'a' || lpad(n::text, 6, '0'), ARRAY[id], $1, $1, 'PUBLISHED', 1, ''
     FROM (SELECT gen_random_uuid() AS id, n FROM generate_series(1, $2::int) AS n) AS made`,
    [owner.id, treeSize],
  );
  await database.query(
    `INSERT INTO article_versions (article_id, number, title, summary, body, note, words, must_read, published_by)
     SELECT id, 1, title, '', 'Words', '', 1, false, owner_id FROM articles`,
  );
  const articleId = randomUUID();
  const body = Array.from(
    { length: words / 10 },
    (_, index) => `## Part ${index}\n\none two three four five six seven eight`,
  ).join("\n\n");
  await database.query(
    `INSERT INTO articles (id, kind, title, rank, path, owner_id, created_by, status, version, sent_hash)
     VALUES ($1, 'article', 'Long', 'b', ARRAY[$1::uuid], $2, $2, 'PUBLISHED', 1, '')`,
    [articleId, owner.id],
  );
  await database.query(
    `INSERT INTO article_versions (article_id, number, title, summary, body, note, words, must_read, published_by)
     VALUES ($1, 1, 'Long', '', $2, '', $3, false, $4)`,
    [articleId, body, words, owner.id],
  );
  await database.query("ANALYZE");

  const time = async (work: () => Promise<unknown>) => {
    const taken: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const since = performance.now();
      await work();
      taken.push(performance.now() - since);
    }
    return taken;
  };
  const article = await time(() =>
    callWell(reader, atoll.url, "GET", `/api/knowledge/articles/${articleId}`),
  );
  const articleFloor = await time(() =>
    database.query("SELECT body FROM article_versions WHERE article_id = $1 AND number = 1", [articleId]),
  );
  const tree = await time(() => callWell(reader, atoll.url, "GET", "/api/knowledge/tree"));
  const treeFloor = await time(() =>
    database.query("SELECT id, parent_id, title FROM articles ORDER BY rank, id LIMIT 5000"),
  );
  await database.end();
  await atoll.stop();
  const line = (what: string, taken: number[], floor: number[], limit: number) => {
    const p50 = quantile(taken, 0.5);
    return `${what}: p50 ${ms(p50)}, p99 ${ms(quantile(taken, 0.99))} (limit of the median ${ms(limit)}: ${p50 <= limit ? "held" : "EXCEEDED"}); floor p50 ${ms(quantile(floor, 0.5))}`;
  };
  return [
    line(`an article of ${words} words`, article, articleFloor, articleLimitMs),
    line(`the tree of ${treeSize} pages`, tree, treeFloor, treeLimitMs),
  ];
}
