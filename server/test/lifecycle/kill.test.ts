import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { healthRoutes } from "@atoll/contract/workspace/health-routes";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../src/platform/database/database.ts";
import { createLog } from "../../src/platform/log/log.ts";
import type { Tables } from "../../src/tables.ts";
import { createClient } from "../client.ts";
import { createChannel, createPeople, type TestPerson } from "../factories.ts";
import { embeddedUrl, postmasterPid, type ServerProcess, startServerProcess } from "../server-process.ts";

// How often each of the three is killed: few here, where every start of a server counts, and many before a release.
const rounds = Number(process.env.ATOLL_KILL_ROUNDS ?? 1);
const senderCount = 30;
const env = { ATOLL_ADMIN_PASSWORD: "kill kill kill" };

let dataFolder: string;
let server: ServerProcess;
let channelId: string;
let tokens: string[];

/** Every message that was ever tried, and whether the server said it has it. */
const sent = new Map<string, { content: string; token: string; acknowledged: boolean }>();

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), "atoll-kill-"));
  server = await startServer();
  const { people, channel } = await moveIn();
  channelId = channel.id;
  const client = createClient(server.url);
  tokens = await Promise.all(
    people.map(async ({ email, password }) => {
      const answer = await client.call(identityRoutes.createToken, {
        query: { grant_type: "password" },
        body: { email, password },
      });
      return answer.session.accessToken;
    }),
  );
});
afterAll(async () => {
  server?.kill("SIGTERM");
  await server?.exited;
  await rm(dataFolder, { recursive: true, force: true });
});

test.each(["server", "database", "both"] as const)(
  `kill -9 of %s under load, ${rounds} times: what was acknowledged is there once`,
  async (victim) => {
    for (let round = 0; round < rounds; round += 1) {
      const load = keepSending();
      await load.acknowledged(5 + (round % 10));
      const killed = await kill(victim);
      await load.stop();
      await backUp(killed);
      await sendAgain();
    }
    await verify();
  },
  60_000 + rounds * 15_000,
);

function startServer(): Promise<ServerProcess> {
  return startServerProcess({ ...env, ATOLL_DATA_DIR: dataFolder });
}

async function moveIn(): Promise<{ people: TestPerson[]; channel: { id: string } }> {
  const log = createLog("silent");
  const { db } = openDatabase<Tables>({ url: await embeddedUrl(dataFolder), log, preparedStatements: true });
  const people = await createPeople(db, senderCount);
  const channel = await createChannel(db, { members: people });
  await db.destroy();
  return { people, channel };
}

/** Answers with the id of the database's process, which was killed too, or not. */
async function kill(victim: "server" | "database" | "both"): Promise<number> {
  const database = await postmasterPid(dataFolder);
  if (victim !== "server") process.kill(database, "SIGKILL");
  if (victim !== "database") {
    server.kill("SIGKILL");
    await server.exited;
  }
  return database;
}

/** Ready again: by a new start, or, when only the database was killed, by itself. */
async function backUp(killed: number): Promise<void> {
  if (await hasExited(server)) {
    server = await startServer();
    return;
  }
  const client = createClient(server.url);
  // Its connections answer for a moment longer than it lives; a new one is there only once they are gone.
  const running = () => postmasterPid(dataFolder).catch(() => killed);
  await expect.poll(running, { interval: 10 }).not.toBe(killed);
  await expect
    .poll(async () => (await client.send("GET", healthRoutes.getHealth.path)).status, {
      timeout: 60_000,
      interval: 50,
    })
    .toBe(200);
}

function hasExited(process: ServerProcess): Promise<boolean> {
  return Promise.race([
    process.exited.then(() => true),
    new Promise<boolean>((resolve) => setImmediate(() => resolve(false))),
  ]);
}

/** A few senders at once, each one message after the other, until stopped or cut. */
function keepSending() {
  const client = new AbortController();
  let count = 0;
  const waiting: { count: number; resolve: () => void }[] = [];
  const senders = Array.from({ length: 6 }, async () => {
    while (!client.signal.aborted) {
      const id = uuidv7();
      const token = tokens[sent.size % tokens.length] ?? "";
      sent.set(id, { content: `Message ${sent.size}`, token, acknowledged: false });
      if (await trySend(id)) {
        count += 1;
        for (const waiter of waiting) if (count >= waiter.count) waiter.resolve();
      } else if (!client.signal.aborted) return;
    }
  });
  return {
    acknowledged: (wanted: number) =>
      Promise.race([
        new Promise<void>((resolve) => waiting.push({ count: wanted, resolve })),
        Promise.all(senders).then(() => {
          throw new Error(`everybody was refused or cut off after ${count} messages`);
        }),
      ]),
    async stop() {
      client.abort();
      await Promise.all(senders);
    },
  };
}

async function trySend(id: string): Promise<boolean> {
  const message = sent.get(id);
  if (!message) throw new Error("never tried");
  try {
    const answer = await createClient(server.url, message.token).send(
      "POST",
      `/api/channels/${channelId}/messages`,
      {
        body: { id, content: message.content },
      },
    );
    if (answer.status === 201) message.acknowledged = true;
    return answer.status === 201;
  } catch {
    // The connection was cut: the browser does not know either, and sends again under the same id.
    return false;
  }
}

async function sendAgain(): Promise<void> {
  for (const [id, message] of sent) {
    if (message.acknowledged) continue;
    await expect.poll(() => trySend(id), { interval: 50 }).toBe(true);
  }
}

async function verify(): Promise<void> {
  const client = createClient(server.url, tokens[0]);
  const stored: { id: string; seq: number; content: string }[] = [];
  for (let before: number | undefined; ; ) {
    const page = await client.call(chatRoutes.listMessages, {
      params: { channelId },
      query: { before, limit: 100 },
    });
    stored.unshift(...page.messages);
    before = page.messages[0]?.seq;
    if (!page.hasMore) break;
  }
  expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_message, index) => index + 1));
  expect(new Map(stored.map(({ id, content }) => [id, content]))).toEqual(
    new Map([...sent].map(([id, { content }]) => [id, content])),
  );
}
