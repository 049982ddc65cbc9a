import { setTimeout as sleep } from "node:timers/promises";
import { type BlackHole, openBlackHole } from "../../server/test/nodes/black-hole.ts";
import { addPeople, type Member, openDatabase } from "../people.ts";
import { openSocket } from "../sockets.ts";
import { startTwoNodes } from "../two-nodes.ts";

const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const limitSeconds = 30;
/** How often the person whose session was ended asks the deaf server for something. */
const askEveryMs = 100;

/**
 * The database connections of one of two servers die without a word, all of them or only the one that listens. In the
 * next moment sessions are ended through the database. Measures how long the deaf server goes on to answer them, and
 * until it has closed their sockets.
 */
export async function deafNode(say: (line: string) => void): Promise<string[]> {
  let hole: BlackHole | undefined;
  const two = await startTwoNodes(async (databaseUrl) => {
    hole = await openBlackHole(databaseUrl);
    return hole.url;
  });
  const database = await openDatabase(two);
  const members = await addPeople(database, rounds);
  const [, url] = two.urls;
  const answered: number[] = [];
  const closed: number[] = [];
  for (const [round, member] of members.entries()) {
    const socket = await openSocket({ url }, member.token, () => undefined);
    await ask(url, member);
    hole?.swallow();
    await database.query("UPDATE sessions SET ended_at = now() WHERE user_id = $1", [member.id]);
    const began = performance.now();
    const seconds = () => (performance.now() - began) / 1000;
    const cut = socket.closed.then(seconds);
    let lastAnswer = 0;
    while (seconds() < limitSeconds * 2 && !(await hasClosed(cut))) {
      if ((await ask(url, member)) === 200) lastAnswer = seconds();
      await sleep(askEveryMs);
    }
    answered.push(lastAnswer);
    closed.push(await cut);
    say(
      `round ${round + 1} of ${rounds}: answered for ${lastAnswer.toFixed(1)} s, closed after ${closed.at(-1)?.toFixed(1)} s`,
    );
    await untilReady(url);
  }
  await database.end();
  await two.stop();
  await hole?.close();
  const most = Math.max(...answered, ...closed);
  return [
    `a session ended behind a black hole, ${rounds} times: answered for at most ${Math.max(...answered).toFixed(1)} s`,
    `its socket was closed after at most ${Math.max(...closed).toFixed(1)} s`,
    `limit ${limitSeconds} s: ${most < limitSeconds ? "held" : "EXCEEDED"}`,
  ];
}

async function hasClosed(cut: Promise<number>): Promise<boolean> {
  return Promise.race([cut.then(() => true), sleep(0, false)]);
}

/** Returns the status of a small request, or 0 if it was not answered in time. */
async function ask(url: string, { token }: Member): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return fetch(`${url}/api/auth/user`, { headers, signal: AbortSignal.timeout(limitSeconds * 1000) }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    () => 0,
  );
}

async function untilReady(url: string): Promise<void> {
  while ((await fetch(`${url}/readyz`)).status !== 200) await sleep(askEveryMs);
}
