import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type AtollProcess, startAtoll } from "../atoll-process.ts";
import { callAs } from "../member-calls.ts";
import { moveIn } from "../members.ts";
import type { Member } from "../people.ts";

const trialCount = 10_000;
const crashCount = 20;
/** Each sends so many messages a minute at most. */
const memberCount = 500;
const atOnce = 24;

const kinds = ["text", "reply", "mention", "file"] as const;

/**
 * Sends every message three times under one id, two of them at once, in text alone, in a thread, with a mention and
 * with a file; what a crash of the server leaves without an answer is sent again when it is back. Each must be one
 * message, one number of the stream, and one answer.
 */
export async function repeatedSends(say: (line: string) => void): Promise<string[]> {
  const server = await startCrashing();
  const { channelId, members } = await moveIn(server.now(), memberCount);
  const member = (index: number) => members[index % members.length] ?? { id: "", token: "" };
  const path = `/api/channels/${channelId}/messages`;
  const rootId = randomUUID();
  await server.send(member(0), path, { id: rootId, content: "The root of many replies" });
  const began = performance.now();
  const differing: string[] = [];
  const byKind = { text: 0, reply: 0, mention: 0, file: 0 };
  let next = 0;

  async function work(): Promise<void> {
    for (let index = next++; index < trialCount; index = next++) {
      if (index % 1000 === 0) say(`${index} of ${trialCount}`);
      if (index % Math.ceil(trialCount / (crashCount + 1)) === 100) void server.crashSoon();
      const kind = kinds[index % kinds.length] ?? "text";
      byKind[kind] += 1;
      const body = {
        id: randomUUID(),
        content: `Trial ${index} for @Member ${((index + 1) % memberCount) + 1}`,
      };
      const parts = {
        text: {},
        reply: { parentId: rootId },
        mention: { mentionIds: [member(index + 1).id] },
        file: kind === "file" ? { attachmentIds: [await server.addFile(member(index))] } : {},
      };
      const send = () => server.send(member(index), path, { ...body, ...parts[kind] });
      const answers = [...(await Promise.all([send(), send()])), await send()];
      if (new Set(answers).size !== 1) differing.push(answers.join("\n"));
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  const seconds = (performance.now() - began) / 1000;

  const wanted = {
    messages: trialCount,
    numbers: trialCount,
    // The root, each message, and the change that each reply makes to the root.
    head: 1 + trialCount + byKind.reply,
    replies: byKind.reply,
    files: byKind.file,
    mentions: byKind.mention,
  };
  const found = await server.count(channelId, rootId);
  await server.stop();
  const wrong = Object.entries(wanted).filter(([name, value]) => found[name] !== value);
  if (differing[0]) say(differing[0]);
  return [
    `${trialCount} messages sent three times each by ${memberCount} people in ${seconds.toFixed(0)} s: ` +
      `${byKind.text} of text, ${byKind.reply} replies, ${byKind.mention} with a mention, ${byKind.file} with a file`,
    `${server.crashes()} crashes of the server, which left ${server.unanswered()} sends without an answer`,
    `answers that differ: ${differing.length}`,
    wrong.length === 0
      ? "one message, one number, one count for each"
      : `WRONG: ${wrong.map(([name, value]) => `${name} ${found[name]} instead of ${value}`).join(", ")}`,
  ];
}

/** An Atoll that crashes when told to, and comes back. */
async function startCrashing() {
  let atoll: AtollProcess = await startAtoll();
  let pool = openPool(atoll);
  let back: Promise<void> | undefined;
  let [crashes, unanswered] = [0, 0];

  async function crash(): Promise<void> {
    await sleep(Math.random() * 50);
    await atoll.crash();
    await pool.end();
    atoll = await startAtoll({ dataFolder: atoll.dataFolder });
    pool = openPool(atoll);
    crashes += 1;
    back = undefined;
  }

  return {
    now: () => atoll,
    crashes: () => crashes,
    unanswered: () => unanswered,
    crashSoon() {
      back ??= crash();
      return back;
    },
    async send(member: Member, path: string, body: object): Promise<string> {
      for (;;) {
        const answer = await callAs(member, atoll.url, "POST", path, { body }).catch(() => undefined);
        if (answer?.status === 201) return answer.text;
        if (answer && answer.status < 500) throw new Error(`${answer.status}: ${answer.text}`);
        unanswered += 1;
        if (back) await back;
        else await sleep(20);
      }
    },
    /** A file that was uploaded before, written straight into the database. */
    async addFile(owner: Member): Promise<string> {
      const id = randomUUID();
      for (let isDone = false; !isDone; ) {
        if (back) await back;
        isDone = await pool
          .query(
            `INSERT INTO attachments (id, owner_id, bucket, key, filename, original_name, mime_type, size_bytes)
             VALUES ($1, $2, 'chat-attachments', $3, 'plan.pdf', 'plan.pdf', 'application/pdf', 12)
             ON CONFLICT (id) DO NOTHING`,
            [id, owner.id, `public/${owner.id}/${id}`],
          )
          .then(
            () => true,
            () => sleep(20).then(() => false),
          );
      }
      return id;
    },
    async count(channelId: string, rootId: string): Promise<Record<string, number>> {
      const { rows } = await pool.query<Record<string, number>>(
        `SELECT count(*)::int AS messages, count(DISTINCT seq)::int AS numbers,
           (SELECT head::int FROM channels WHERE id = $1) AS head,
           (SELECT reply_count FROM messages WHERE id = $2) AS replies,
           (SELECT count(*)::int FROM files WHERE subject_id IS NOT NULL) AS files,
           (SELECT count(*)::int FROM message_mentions WHERE channel_id = $1) AS mentions
         FROM messages WHERE channel_id = $1 AND id <> $2`,
        [channelId, rootId],
      );
      return rows[0] ?? {};
    },
    async stop() {
      if (back) await back;
      await pool.end();
      await atoll.stop();
    },
  };
}

function openPool(atoll: AtollProcess): pg.Pool {
  const pool = new pg.Pool({ connectionString: atoll.databaseUrl, max: 4 });
  // The database of a crashed server is stopped under it.
  pool.on("error", () => undefined);
  return pool;
}
