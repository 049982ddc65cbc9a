import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { CommandAnswer } from "@atoll/contract/events";
import type pg from "pg";
import { type AtollProcess, lineMatching, startAtoll, takeMeasured } from "../atoll-process.ts";
import { type LightSocket, openLightSocket } from "../light-socket.ts";
import { addChannel, addPeople, type Member, openDatabase } from "../people.ts";
import { ms, quantile } from "../quantiles.ts";
import { openSilentSocket, type SilentSocket } from "../sockets.ts";

const socketCount = 10_000;
/** Besides the one that everybody is in. */
const channelsEach = 5;
const channelSize = 50;
const warmUpCount = 500;
const openAtOnce = 100;
const limitKb = 25;
const limitMs = 15_000;
/** Presence takes a person for here for some seconds after their last socket. */
const settleMs = 6_000;
/** Idle is who has had nothing to do for a while: V8 gives back what a burst took eight seconds after it at the earliest. */
const idleMs = 20_000;

/**
 * Connects 10,000 idle people: measures the memory of the one process for each. Then all are disconnected, a person
 * posts in a channel of all, and all reconnect at the same moment: measures how long until everyone is admitted, knows
 * the heads of all their channels and has the message. Floor of the first: bare ws.
 */
export async function idleSockets(say: (line: string) => void): Promise<string[]> {
  const floorKb = await measureFloor();
  const atoll = await startAtoll({ probe: "./probes/memory.ts" });
  say(`writing ${socketCount} people`);
  const client = await openDatabase(atoll);
  const members = await addPeople(client, socketCount);
  const ids = members.map(({ id }) => id);
  const everybody = await addChannel(client, "everybody", ids);
  await addChannels(client, ids);
  const connect = (member: Member) => openSilentSocket(atoll, member.token, () => undefined);

  say("warming up");
  closeAll(await openAll(members.slice(0, warmUpCount), connect));
  await sleep(idleMs);
  const before = await atoll.takeMeasured();
  say(`opening ${socketCount} sockets`);
  const sockets = await openAll(members, connect);
  await sleep(idleMs);
  const after = await atoll.takeMeasured();
  const kbEach = grownKb(before, after, "rss");
  say(`${kbEach.toFixed(1)} kB each`);

  say("cutting all of them off");
  closeAll(sockets);
  await sleep(settleMs);
  const seq = await writeTo(client, everybody, members[0]);
  const cpuBefore = (await atoll.takeMeasured()).cpuSeconds?.[0] ?? 0;
  say("all of them come back");
  const took = await comeBack(atoll, members, { channelId: everybody, seq });
  const cpuSeconds = ((await atoll.takeMeasured()).cpuSeconds?.[0] ?? 0) - cpuBefore;
  await client.end();
  await atoll.stop();
  const last = Math.max(...took);
  return [
    `${socketCount} idle sockets, each in ${channelsEach + 1} channels, on one process, ${idleMs / 1000} s after the last came`,
    `resident memory each: ${kbEach.toFixed(1)} kB, of which JavaScript objects ${grownKb(before, after, "heapUsed").toFixed(1)} kB; floor ${floorKb.toFixed(1)} kB (limit ${limitKb} kB: ${kbEach <= limitKb ? "held" : "EXCEEDED"})`,
    `all ${socketCount} back at once, let in and caught up: the last after ${ms(last)}, p50 ${ms(quantile(took, 0.5))} (limit ${ms(limitMs)}: ${last <= limitMs ? "held" : "EXCEEDED"}); ${((cpuSeconds / socketCount) * 1000).toFixed(2)} ms of the server's processor time each`,
  ];
}

async function measureFloor(): Promise<number> {
  const preload = new URL("../probes/memory.ts", import.meta.url).href;
  const file = fileURLToPath(new URL("../floors/idle-sockets.ts", import.meta.url));
  const child = spawn(process.execPath, ["--import", preload, file], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const [, url = ""] = await lineMatching(child, /ready at (\S+)/);
  const connect = () => openLightSocket(url.replace("http", "ws"), () => undefined);
  closeAll(await openAll(Array.from({ length: warmUpCount }), connect));
  await sleep(idleMs);
  const before = await takeMeasured(child);
  const sockets = await openAll(Array.from({ length: socketCount }), connect);
  await sleep(idleMs);
  const after = await takeMeasured(child);
  closeAll(sockets);
  child.kill("SIGTERM");
  return grownKb(before, after, "rss");
}

function grownKb(
  before: Record<string, number[]>,
  after: Record<string, number[]>,
  what: "rss" | "heapUsed",
): number {
  return ((after[what]?.[0] ?? 0) - (before[what]?.[0] ?? 0)) / socketCount / 1000;
}

async function openAll<T>(
  items: readonly T[],
  connect: (item: T) => Promise<LightSocket>,
): Promise<LightSocket[]> {
  const sockets: LightSocket[] = [];
  for (let from = 0; from < items.length; from += openAtOnce)
    sockets.push(...(await Promise.all(items.slice(from, from + openAtOnce).map(connect))));
  return sockets;
}

function closeAll(sockets: readonly LightSocket[]): void {
  for (const socket of sockets) socket.close();
}

/** Everyone in some channels of their own, written past the triggers: each membership would be announced. */
async function addChannels(client: pg.Client, ids: readonly string[]): Promise<void> {
  const channelIds = Array.from({ length: (ids.length * channelsEach) / channelSize }, () => randomUUID());
  await client.query("ALTER TABLE channel_members DISABLE TRIGGER USER");
  await client.query(
    "INSERT INTO channels (id, name, type, member_count) SELECT id, 'bench', 'PRIVATE', $2 FROM unnest($1::uuid[]) AS id",
    [channelIds, channelSize],
  );
  await client.query(
    `INSERT INTO channel_members (channel_id, user_id)
     SELECT ($1::uuid[])[1 + ((m.n * 7919 + k * 104729) % $3)::int], m.id
     FROM unnest($2::uuid[]) WITH ORDINALITY AS m (id, n), generate_series(1, $4) AS k ON CONFLICT DO NOTHING`,
    [channelIds, ids, channelIds.length, channelsEach],
  );
  await client.query("ALTER TABLE channel_members ENABLE TRIGGER USER");
  await client.query("ANALYZE");
}

/** Straight into the database, so that nothing tells the others of it. */
async function writeTo(client: pg.Client, channelId: string, author: Member | undefined): Promise<number> {
  const { rows } = await client.query<{ seq: number }>(
    `WITH c AS (UPDATE channels SET head = head + 1, last_post_seq = head + 1 WHERE id = $1 RETURNING head)
     INSERT INTO messages (id, channel_id, seq, changed_seq, author_id, content, sent_hash)
     SELECT gen_random_uuid(), $1, head, head, $2, 'The ferry is back.', '' FROM c RETURNING seq`,
    [channelId, author?.id],
  );
  return Number(rows[0]?.seq);
}

/** Milliseconds for each until they were let in and had caught up. */
async function comeBack(
  atoll: AtollProcess,
  members: readonly Member[],
  missed: { channelId: string; seq: number },
): Promise<number[]> {
  const began = performance.now();
  const back = await Promise.all(
    members.map(async (member) => {
      const socket = await openSilentSocket(atoll, member.token, () => undefined);
      await catchUp(socket, missed);
      return { socket, tookMs: performance.now() - began };
    }),
  );
  closeAll(back.map(({ socket }) => socket));
  return back.map(({ tookMs }) => tookMs);
}

/** As the browser does it once it is connected again: see the guide to the stream. */
async function catchUp(socket: SilentSocket, missed: { channelId: string; seq: number }): Promise<void> {
  const known = missed.seq - 1;
  const positions = [{ channelId: missed.channelId, head: known, held: known }];
  const [reply] = await Promise.all([
    socket.ask("streams.resume", { positions }),
    socket.ask("presence.set", { isIdle: false }),
  ]);
  const { answer } = JSON.parse(reply) as { answer?: CommandAnswer<"streams.resume"> };
  const head = answer?.heads.find(({ channelId }) => channelId === missed.channelId);
  if (answer?.heads.length !== channelsEach + 1)
    throw new Error(`other channels came than one's own: ${reply}`);
  if (head?.head !== missed.seq) throw new Error("a head is another one than was written");
  if (!head.preview || head.missed?.length !== 1) throw new Error("what was missed did not come");
}
