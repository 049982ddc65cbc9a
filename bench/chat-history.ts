import type pg from "pg";
import type { AtollProcess } from "./atoll-process.ts";
import { addChannel, addPeople, type Member, openDatabase } from "./people.ts";

export interface ChatHistory {
  reader: Member & { email: string };
  /** A member of all of them, too. */
  writer: Member;
  /** The channel with the long history, which was written to last. */
  longId: string;
}

const authorCount = 20;

/** Texts of one or several lines, with and without formatting, as people write them. */
const texts = [
  "Done.",
  "I have moved the nightly job to three, because the backup takes longer than it used to.",
  "Can somebody look at the **second** pump? It runs, but it is loud: `pump 2, 61 dB`.",
  "Thanks",
  "The numbers of this week:\n- 14 boxes out\n- 9 boxes in\n- 2 are waiting for the customs papers that we asked for on Monday",
  "> it is loud\n\nIt has been loud since it was put in. The maker says that this is as it should be, and that it goes away once the bearings have run in, which takes about two hundred hours.",
];

/**
 * Writes one channel with so many messages by twenty people, and so many others with thirty each, straight into the
 * database. The reader is a member of all and has read everything.
 */
export async function writeHistory(
  atoll: AtollProcess,
  { messages, channels }: { messages: number; channels: number },
): Promise<ChatHistory> {
  const client = await openDatabase(atoll);
  const people = await addPeople(client, authorCount);
  const [reader, writer] = people;
  if (!reader || !writer) throw new Error("nobody is there to read");
  const ids = people.map(({ id }) => id);
  // Updating the search index would take hours, and is not measured.
  await client.query("ALTER TABLE messages DISABLE TRIGGER USER");
  for (let index = 0; index < channels; index += 1) {
    await fill(client, await addChannel(client, `room ${index}`, ids), ids, 30);
  }
  const longId = await addChannel(client, "long history", ids);
  await fill(client, longId, ids, messages);
  await client.query("ALTER TABLE messages ENABLE TRIGGER USER");
  // Else the database does so by itself while something is measured, for minutes.
  await client.query("VACUUM (ANALYZE)");
  await client.end();
  return { writer, reader: { ...reader, email: `${reader.id}@example.test` }, longId };
}

async function fill(client: pg.Client, channelId: string, ids: string[], messages: number): Promise<void> {
  await client.query(
    `INSERT INTO messages (id, channel_id, seq, changed_seq, author_id, content, sent_hash, created_at, updated_at)
     SELECT gen_random_uuid(), $1, n, n, ($2::uuid[])[1 + (n / 3) % $4], '#' || n || ' ' || ($3::text[])[1 + (n * 7 + n / 5) % $5],
       '\\x00', t, t
     FROM generate_series(1, $6::int) AS n, LATERAL (SELECT now() - ($6::int - n) * interval '3 minutes') AS s (t)`,
    [channelId, ids, texts, ids.length, texts.length, messages],
  );
  await client.query(
    "UPDATE channels SET head = $2, last_post_seq = $2, last_activity = now() WHERE id = $1",
    [channelId, messages],
  );
  await client.query("UPDATE channel_members SET last_read_seq = $2 WHERE channel_id = $1", [
    channelId,
    messages,
  ]);
}
