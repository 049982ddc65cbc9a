import { randomUUID } from "node:crypto";
import type pg from "pg";
import { type AtollProcess, startAtoll } from "../atoll-process.ts";
import { createHttpClient } from "../http-client.ts";
import { callWell } from "../member-calls.ts";
import { startOthers } from "../others.ts";
import { addChannel, addPeople, type Member, openDatabase } from "../people.ts";
import { ms, quantile } from "../quantiles.ts";
import { openSilentSocket } from "../sockets.ts";

const readerCount = 5_000;
const rounds = 5;
/** How many others post in a channel of their own during this time, one message after the other. */
const writerCount = 20;
const writerPauseMs = 600;
const quietSeconds = 10;
const arrivalLimitMs = 2_000;
const slowedLimit = 1.5;
const entryCount = 10_000;
const openings = 200;
const openLimitMs = 5;
/** How many pairs of people post in both kinds of chat, below each person's rate limit. */
const pairs = 8;
const sendsOfPair = 50;
const addedLimit = 1.1;

/**
 * The inbox under load, with all people connected. A mention of a whole channel of 5,000, from before the request to
 * the last inbox, and others' messages during that time; opening the inbox of a person with 10,000 entries, at the
 * server from the request to the response; and a message without a mention that causes notifications (a direct chat),
 * compared with one that does not (a group of two), in turn.
 */
export async function inbox(say: (line: string) => void): Promise<string[]> {
  const atoll = await startAtoll({ probe: "./probes/statements.ts" });
  const database = await openDatabase(atoll);
  const people = await addPeople(database, readerCount);
  const [caller, reader] = people as [Member, Member, ...Member[]];
  const ids = people.map(({ id }) => id);
  const everybody = await addChannel(database, "everybody", ids);
  const writers = people.slice(10, 10 + writerCount);
  const elsewhere = await addChannel(
    database,
    "elsewhere",
    writers.map(({ id }) => id),
  );
  await database.query("ANALYZE");
  const called = await callEverybody(say, atoll, { people, caller, everybody, writers, elsewhere });
  say(`an inbox of ${entryCount}`);
  const opened = await openLarge(atoll, database, reader, everybody);
  say("messages without a mention");
  const added = await sendPlain(atoll, database, people.slice(100, 100 + 2 * pairs));
  await database.end();
  await atoll.stop();
  return [...called, ...opened, ...added];
}

interface Calling {
  people: readonly Member[];
  caller: Member;
  everybody: string;
  writers: readonly Member[];
  elsewhere: string;
}

async function callEverybody(say: (line: string) => void, atoll: AtollProcess, given: Calling) {
  const { people, caller, everybody, writers, elsewhere } = given;
  const heard = { count: 0, last: 0 };
  say(`connecting ${people.length} people`);
  for (let at = 0; at < people.length; at += 50) {
    await Promise.all(
      people.slice(at, at + 50).map(({ token }) =>
        openSilentSocket(atoll, token, (json) => {
          if (!json.includes('"notification.changed"') && !json.includes('"notifications.changed"')) return;
          heard.count += 1;
          heard.last = performance.now();
        }),
      ),
    );
  }
  const others = startOthers({
    url: atoll.url,
    members: writers,
    pauseMs: writerPauseMs,
    request: {
      method: "POST",
      path: `/api/channels/${elsewhere}/messages`,
      body: { id: "ID", content: "During it." },
    },
  });
  await new Promise((resolve) => setTimeout(resolve, quietSeconds * 1000));
  const quiet = await others.take();
  const inboxes: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    say(`calling ${round} of ${rounds}`);
    heard.count = 0;
    const since = performance.now();
    await callWell(caller, atoll.url, "POST", `/api/channels/${everybody}/messages`, {
      body: { id: randomUUID(), content: "@channel the lifts stand still until noon." },
    });
    while (heard.count < people.length - 1 && performance.now() - since < 30_000)
      await new Promise((resolve) => setTimeout(resolve, 20));
    if (heard.count < people.length - 1) throw new Error(`only ${heard.count} inboxes heard of it`);
    inboxes.push(heard.last - since);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  const busy = await others.take();
  await others.stop();
  const slowed = quantile(busy, 0.99) / quantile(quiet, 0.99);
  const worst = Math.max(...inboxes);
  return [
    `@channel with ${people.length} members, all connected, ${rounds} times`,
    `last inbox: worst ${ms(worst)} (limit ${ms(arrivalLimitMs)}: ${held(worst <= arrivalLimitMs)})`,
    `others' messages: p99 ${ms(quantile(quiet, 0.99))} before, ${ms(quantile(busy, 0.99))} during it, ${slowed.toFixed(2)} times (limit ${slowedLimit}: ${held(slowed <= slowedLimit)})`,
  ];
}

async function openLarge(atoll: AtollProcess, database: pg.Client, reader: Member, channelId: string) {
  await database.query("ALTER TABLE messages DISABLE TRIGGER USER");
  await database.query("ALTER TABLE notifications DISABLE TRIGGER USER");
  await database.query(
    `WITH written AS (
       INSERT INTO messages (id, channel_id, seq, changed_seq, author_id, content, sent_hash, created_at, updated_at)
       SELECT gen_random_uuid(), $2, 1000 + n, 1000 + n, (SELECT id FROM profiles WHERE id <> $1 LIMIT 1),
         'A call, the ' || n || 'th', '', now() - n * interval '1 minute', now()
       FROM generate_series(1, $3::int) AS n RETURNING id, seq, author_id, created_at
     )
     INSERT INTO notifications (user_id, kind, tab, subject_id, reason, place_id, first_seq, last_seq, actor_ids, at)
     SELECT $1, 'chat.mention', 'mentions', id, 'named', $2, seq, seq, ARRAY[author_id], created_at FROM written`,
    [reader.id, channelId, entryCount],
  );
  await database.query("ALTER TABLE messages ENABLE TRIGGER USER");
  await database.query("ALTER TABLE notifications ENABLE TRIGGER USER");
  await database.query("ANALYZE messages, notifications");
  const client = createHttpClient(atoll.url);
  const headers = { authorization: `Bearer ${reader.token}` };
  const open = () => client.call({ path: "/api/notifications", headers });
  for (let warm = 0; warm < 20; warm += 1) await open();
  await atoll.takeMeasured();
  for (let opening = 0; opening < openings; opening += 1) await open();
  const { requestMs } = await atoll.takeMeasured<{ requestMs: number[] }>();
  client.close();
  const p50 = quantile(requestMs, 0.5);
  return [
    `an inbox of ${entryCount} entries opened, at the server: p50 ${ms(p50)}, p99 ${ms(quantile(requestMs, 0.99))} (limit ${ms(openLimitMs)} at p50: ${held(p50 <= openLimitMs)})`,
  ];
}

async function sendPlain(atoll: AtollProcess, database: pg.Client, people: readonly Member[]) {
  const client = createHttpClient(atoll.url);
  const took = { group: [] as number[], direct: [] as number[] };
  const chats: { member: Member; group: string; direct: string }[] = [];
  for (let at = 0; at + 1 < people.length; at += 2) {
    const [member, other] = people.slice(at, at + 2) as [Member, Member];
    const group = await addChannel(database, `pair-${at}`, [member.id, other.id]);
    const answer = await callWell(member, atoll.url, "PUT", `/api/direct-channels/${other.id}`);
    chats.push({ member, group, direct: (JSON.parse(answer) as { channel: { id: string } }).channel.id });
  }
  for (let send = 0; send < sendsOfPair; send += 1) {
    for (const { member, group, direct } of chats) {
      const headers = { authorization: `Bearer ${member.token}` };
      // By turns which is first.
      const kinds = [
        { list: took.group, channelId: group },
        { list: took.direct, channelId: direct },
      ];
      for (const { list, channelId } of send % 2 === 0 ? kinds : kinds.reverse()) {
        const body = { id: randomUUID(), content: "What was left to say." };
        const path = `/api/channels/${channelId}/messages`;
        const { tookMs } = await client.call({ method: "POST", path, headers, body });
        if (send >= 5) list.push(tookMs);
        // Notifications after the response must not count as the next one's.
        await new Promise((resolve) => setTimeout(resolve, 15));
      }
    }
  }
  client.close();
  const [group, direct] = [quantile(took.group, 0.5), quantile(took.direct, 0.5)];
  const times = direct / group;
  return [
    `a message without a mention, ${took.group.length} each by turns: p50 ${ms(group)} where nobody is told, ${ms(direct)} in a direct chat, ${times.toFixed(2)} times (limit ${addedLimit}: ${held(times <= addedLimit)})`,
  ];
}

const held = (isHeld: boolean) => (isHeld ? "held" : "EXCEEDED");
