import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type AtollProcess, startAtoll } from "../atoll-process.ts";
import { callAs, callWell, pick } from "../member-calls.ts";
import { addChannel, addPeople, type Member, openDatabase } from "../people.ts";
import { ms, quantile } from "../quantiles.ts";
import { openSocket } from "../sockets.ts";

const removalCount = 300;
const writerCount = 60;
/** Owners take turns: each may take out so many a minute at most. */
const ownerCount = 4;
const workersAtOnce = 6;
const removalsPerSecond = 6;
const limitMs = 1_000;

/** A member who is going to be taken out, and what their socket heard of the channel. */
interface Leaver {
  member: Member;
  heard: number;
  lastHeardAt: number;
  /** When the database told of the removal, which it does as it commits it. */
  goneAt: number;
  close(): void;
}

/**
 * 300 members hear a channel in which others write, edit, delete, react, reply, pin and type without a pause. Each is
 * taken out, or leaves, at a random moment: how long after that the last event of the channel reached their socket,
 * which stays open to the end.
 */
export async function removals(say: (line: string) => void): Promise<string[]> {
  const atoll = await startAtoll();
  const database = await openDatabase(atoll);
  const people = await addPeople(database, ownerCount + writerCount + removalCount);
  const channelId = await addChannel(
    database,
    "bench",
    people.map(({ id }) => id),
  );
  const owners = people.slice(0, ownerCount);
  const writers = people.slice(ownerCount, ownerCount + writerCount);
  await database.query(
    "UPDATE channel_members SET is_owner = true WHERE channel_id = $1 AND user_id = ANY($2::uuid[])",
    [channelId, owners.map(({ id }) => id)],
  );
  const leavers: Leaver[] = [];
  for (const member of people.slice(ownerCount + writerCount))
    leavers.push(await listen(atoll, channelId, member));

  database.on("notification", ({ payload = "" }) => {
    const leaver = payload.endsWith(" -") && leavers.find(({ member }) => payload.includes(member.id));
    if (leaver) leaver.goneAt = performance.now();
  });
  await database.query("LISTEN atoll_channel_member");

  let isOver = false;
  const work = Array.from({ length: workersAtOnce }, () => write(atoll, channelId, writers, () => isOver));
  for (const [index, { member }] of leavers.entries()) {
    if (index % 50 === 0) say(`${index} of ${removalCount}`);
    await sleep((Math.random() * 2000) / removalsPerSecond);
    const isOwnLeaving = index % 3 === 0;
    await callWell(
      isOwnLeaving ? member : pick(owners),
      atoll.url,
      "DELETE",
      `/api/channels/${channelId}/${isOwnLeaving ? "membership" : `members/${member.id}`}`,
    );
  }
  await sleep(2 * limitMs);
  isOver = true;
  const done = (await Promise.all(work)).reduce((sum, one) => sum + one, 0);
  await database.end();
  const heard = leavers.reduce((sum, one) => sum + one.heard, 0);
  const lateMs = leavers.map(({ lastHeardAt, goneAt }) => Math.max(0, lastHeardAt - goneAt));
  const tooLate = lateMs.filter((late) => !(late <= limitMs)).length;
  const untold = leavers.filter((one) => one.heard === 0 || one.goneAt === 0).length;
  for (const leaver of leavers) leaver.close();
  await atoll.stop();
  return [
    `${removalCount} removals, a third of them by the member's own leaving, while ${done} changes were made by others`,
    `${heard} events of the channel heard by those who were taken out later; ${untold} of them heard none`,
    `last event after the commit: p50 ${ms(quantile(lateMs, 0.5))}, p99 ${ms(quantile(lateMs, 0.99))}, most ${ms(Math.max(...lateMs))}`,
    `members who heard anything later than ${limitMs} ms after the commit: ${tooLate}${tooLate > 0 ? " (WRONG)" : ""}`,
  ];
}

/** Everything that names the channel counts but the word that it is gone. */
async function listen(atoll: AtollProcess, channelId: string, member: Member): Promise<Leaver> {
  const leaver: Leaver = { member, heard: 0, lastHeardAt: 0, goneAt: 0, close: () => undefined };
  const socket = await openSocket(atoll, member.token, (name, payload) => {
    if (name === "channel.removed" || !JSON.stringify(payload).includes(channelId)) return;
    leaver.heard += 1;
    leaver.lastHeardAt = performance.now();
  });
  leaver.close = () => socket.close();
  return leaver;
}

/** Answers how many changes were made. */
async function write(
  atoll: AtollProcess,
  channelId: string,
  writers: readonly Member[],
  isOver: () => boolean,
): Promise<number> {
  let done = 0;
  while (!isOver()) {
    const member = pick(writers);
    const post = async (more: object = {}) => {
      const body = { id: randomUUID(), content: `Message ${done}`, ...more };
      await callWell(member, atoll.url, "POST", `/api/channels/${channelId}/messages`, { body });
      return `/api/messages/${body.id}`;
    };
    const path = await post();
    const changes = [
      () => callAs(member, atoll.url, "PATCH", path, { body: { content: "Edited" } }),
      () => callAs(member, atoll.url, "PUT", `${path}/reactions/${encodeURIComponent("👍")}`),
      () =>
        callAs(member, atoll.url, "PUT", `${path}/pin`).then(() =>
          callAs(member, atoll.url, "DELETE", `${path}/pin`),
        ),
      () => post({ parentId: path.split("/").at(-1) }),
      () => callAs(member, atoll.url, "DELETE", path),
    ];
    await pick(changes)();
    done += 2;
    await sleep(Math.random() * 120);
  }
  return done;
}
