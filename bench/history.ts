import { randomUUID } from "node:crypto";
import pg from "pg";
import type { AtollProcess } from "./atoll-process.ts";

const batchSize = 10_000;
const vocabularySize = 20_000;
const wordsPerMessage = 12;

/** The n-th most common word of the language that these messages are in. */
export function wordAt(rank: number): string {
  const syllables = [
    "ba",
    "ke",
    "li",
    "mo",
    "nu",
    "ra",
    "se",
    "ti",
    "vo",
    "du",
    "fa",
    "go",
    "hi",
    "pe",
    "zu",
  ];
  const parts: string[] = [];
  for (let rest = rank + syllables.length; rest > 0; rest = Math.floor(rest / syllables.length))
    parts.push(syllables[rest % syllables.length] ?? "");
  return parts.join("");
}

export interface History {
  channelId: string;
  authorIds: readonly string[];
  count: number;
}

/** Writes messages whose words are as common as those of a real language, spread over three years, and what finds them. */
export async function writeHistories(
  atoll: AtollProcess,
  histories: readonly History[],
  say: (line: string) => void,
): Promise<void> {
  const clients = [await openClient(atoll), await openClient(atoll)];
  const [client] = clients;
  if (!client) return;
  await client.query("ALTER TABLE messages DISABLE TRIGGER USER");
  const pick = createWordPicker();
  const total = histories.reduce((sum, { count }) => sum + count, 0);
  let written = 0;
  for (const { channelId, authorIds, count } of histories) {
    for (let from = 0; from < count; from += batchSize) {
      const size = Math.min(batchSize, count - from);
      const texts = Array.from({ length: size }, () =>
        Array.from({ length: wordsPerMessage }, () => wordAt(pick())).join(" "),
      );
      await client.query(
        `INSERT INTO messages (id, channel_id, seq, changed_seq, author_id, content, sent_hash, created_at, updated_at)
         SELECT m.id, $1, $2 + m.n, $2 + m.n, ($3::uuid[])[1 + (m.n % $4)::int], m.content, '', at, at
         FROM unnest($5::uuid[], $6::text[]) WITH ORDINALITY AS m (id, content, n),
           LATERAL (SELECT date_trunc('milliseconds', now()) - interval '3 years' * (1 - ($2 + m.n) / $7::float)) AS t (at)`,
        [channelId, from, authorIds, authorIds.length, texts.map(() => randomUUID()), texts, count],
      );
      if (Math.floor((written + size) / 200_000) > Math.floor(written / 200_000))
        say(`${written + size} of ${total} messages`);
      written += size;
    }
    await client.query(
      "UPDATE channels SET head = $2, last_post_seq = $2, last_activity = now() WHERE id = $1",
      [channelId, count],
    );
  }
  await client.query("ALTER TABLE messages ENABLE TRIGGER USER");
  say("making them findable");
  // As migration 005 says: a bulk load goes past the triggers and is made up for.
  await Promise.all(
    clients.map((one, index) =>
      one.query(
        `INSERT INTO message_search (message_id, channel_id, author_id, created_at, folded, lexemes)
         SELECT m.id, m.channel_id, m.author_id, m.created_at, f.folded, array_to_tsvector(p.words || p.pairs)
         FROM messages m, LATERAL search_fold(m.content) AS f (folded), LATERAL search_parts(f.folded) AS p
         WHERE m.deleted_at IS NULL AND m.seq % $1 = $2`,
        [clients.length, index],
      ),
    ),
  );
  await client.query("INSERT INTO search_words (word) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING", [
    Array.from({ length: vocabularySize }, (_, rank) => wordAt(rank)),
  ]);
  await client.query("VACUUM (ANALYZE)");
  for (const one of clients) await one.end();
}

/** The statements that fill a million rows take longer than the server allows its own. */
async function openClient(atoll: AtollProcess): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: atoll.databaseUrl, statement_timeout: 0 });
  await client.connect();
  await client.query("SET synchronous_commit = off");
  await client.query("SET maintenance_work_mem = '256MB'");
  return client;
}

/** Ranks as Zipf found them: the n-th word comes an n-th as often as the first. */
function createWordPicker(): () => number {
  const sums = new Float64Array(vocabularySize);
  let sum = 0;
  for (let rank = 0; rank < vocabularySize; rank += 1) {
    sum += 1 / (rank + 3);
    sums[rank] = sum;
  }
  return () => {
    const wanted = Math.random() * sum;
    let [low, high] = [0, vocabularySize - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
