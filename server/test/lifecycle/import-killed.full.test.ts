import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { identityRoutes } from "@atoll/contract/identity/routes";
import type { ImportState } from "@atoll/contract/imports/schemas";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openDatabase } from "../../src/platform/database/database.ts";
import { createLog } from "../../src/platform/log/log.ts";
import type { Tables } from "../../src/tables.ts";
import { createClient } from "../client.ts";
import { createPerson } from "../factories.ts";
import { createMover } from "../mover.ts";
import { embeddedUrl, type ServerProcess, startServerProcess } from "../server-process.ts";
import { slackMessage, slackUser } from "../slack-export.ts";
import { trelloBoard, trelloId } from "../trello-board.ts";

// Few here, where every start of a server counts; many before a release.
const rounds = Number(process.env.ATOLL_KILL_ROUNDS ?? 3);

let dataFolder: string;
let server: ServerProcess;
let token: string;

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), "atoll-import-"));
  server = await start();
  const { email, password } = await inDatabase((db) =>
    createPerson(db, { name: "Ana", email: "ana@killed.test", roles: ["admin"] }),
  );
  const request = { query: { grant_type: "password" as const }, body: { email, password } };
  token = (await createClient(server.url).call(identityRoutes.createToken, request)).session.accessToken;
}, 180_000);
afterAll(async () => {
  server?.kill("SIGTERM");
  await server?.exited;
  await rm(dataFolder, { recursive: true, force: true });
});

const start = () =>
  startServerProcess({ ATOLL_ADMIN_PASSWORD: "kill kill kill", ATOLL_DATA_DIR: dataFolder });
const mover = () => createMover({ client: createClient(server.url, token) });

async function inDatabase<T>(work: (db: ReturnType<typeof openDatabase<Tables>>["db"]) => Promise<T>) {
  const url = await embeddedUrl(dataFolder);
  const { db } = openDatabase<Tables>({ url, log: createLog("silent"), preparedStatements: true });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

async function killAndStart(): Promise<void> {
  server.kill("SIGKILL");
  await server.exited;
  server = await start();
}

const days = 8;
const perDay = 130;

/** Days of a place: every third message replies to the one before it, and every fifth has a reaction. */
const daysOf = (folder: string) =>
  Array.from({ length: days }, (_, day) => [
    `${folder}/2024-05-${String(day + 1).padStart(2, "0")}`,
    Array.from({ length: perDay }, (_each, at) => {
      const root = slackMessage(day * 86_400 + at - 1, "U1", "").ts;
      return slackMessage(day * 86_400 + at, at % 2 ? "U1" : "U2", `${folder} ${day} ${at}`, {
        ...(at % 3 === 2 && { thread_ts: root }),
        ...(at % 5 === 0 && { reactions: [{ name: "+1", users: ["U1", "U2"], count: 2 }] }),
      });
    }),
  ]);
const folders = ["open", "closed", "D1KILLED"];
const number = folders.length * days * perDay;

/** Counts in the database, to compare them with the source. */
const written = () =>
  inDatabase(async (db) => {
    const { rows } = await sql<Record<string, number>>`
      SELECT count(*)::int AS messages, count(DISTINCT content)::int AS texts,
        count(*) FILTER (WHERE parent_id IS NOT NULL)::int AS replies, sum(reply_count)::int AS counted,
        (SELECT count(*) FROM message_reactions)::int AS reactions, count(DISTINCT channel_id)::int AS channels,
        (SELECT count(*) FROM profiles WHERE name = 'Olga')::int AS people
      FROM messages WHERE content ~ '^(open|closed|D1KILLED) [0-9]+ [0-9]+$'`.execute(db);
    return rows[0];
  });
const whole = {
  ...{ messages: number, texts: number, channels: folders.length, people: 1 },
  ...{ replies: folders.length * days * Math.floor(perDay / 3) },
  ...{ counted: folders.length * days * Math.floor(perDay / 3) },
  ...{ reactions: folders.length * days * Math.ceil(perDay / 5) * 2 },
};

/** Waits until the work is so far, or over. */
const reach = (id: string, state: ImportState, done: () => Promise<boolean>) =>
  vi.waitFor(
    async () => {
      if ((await mover().get(id)).state === state && !(await done())) throw new Error("not yet");
    },
    { timeout: 60_000, interval: 50 },
  );

test(
  "an import goes on by itself after every kill of its dry run, run and undo, with nothing lost or twice",
  async () => {
    const id = await mover().plan({
      users: [slackUser("U1", "Ana", "ana@killed.test"), slackUser("U2", "Olga")],
      channels: [{ id: "C1KILLED", name: "open", members: ["U1", "U2"] }],
      groups: [{ id: "C2KILLED", name: "closed", members: ["U1", "U2"] }],
      dms: [{ id: "D1KILLED", members: ["U1", "U2"] }],
      days: Object.fromEntries(folders.flatMap(daysOf)),
    });
    await mover().work(id, "try");
    await reach(id, "trying", async () => ((await mover().get(id)).tried?.messages ?? 0) > number / 4);
    await killAndStart();
    expect((await mover().until(id, "planned")).tried).toMatchObject({ messages: number });
    expect(await written()).toMatchObject({ messages: 0 });

    await mover().work(id, "run");
    for (let round = 1; round <= rounds; round += 1) {
      const enough = (number * round) / (rounds + 1);
      await reach(id, "running", async () => ((await mover().get(id)).made.messages ?? 0) >= enough);
      await killAndStart();
    }
    expect((await mover().until(id, "done")).made).toMatchObject({ messages: number, channels: 2, chats: 1 });
    expect(await written()).toEqual(whole);
    expect((await mover().lines(id)).map(({ kind }) => kind)).not.toContain("difference");

    await mover().work(id, "undo");
    await reach(id, "undoing", async () => ((await written())?.messages ?? 0) < number / 2);
    await killAndStart();
    await mover().until(id, "undone");
    expect(await written()).toMatchObject({ messages: 0, people: 0 });
    await mover().run(id);
    expect(await written()).toEqual(whole);
  },
  240_000 + rounds * 60_000,
);

const cards = 900;

/** Counts tasks of the board in the database. */
const writtenTasks = () =>
  inDatabase(async (db) => {
    const { rows } = await sql<Record<string, number>>`
      SELECT count(*) FILTER (WHERE parent_id IS NULL)::int AS tasks, count(parent_id)::int AS subtasks,
        count(DISTINCT title)::int AS titles, sum(comment_count)::int AS counted,
        (SELECT count(*) FROM comments WHERE content ~ '^Killed said [0-9]+$')::int AS comments,
        (SELECT count(*) FROM profiles WHERE name = 'Old Olga')::int AS people
      FROM tasks WHERE title ~ '^Killed (card|step) [0-9]+$'`.execute(db);
    return rows[0];
  });

test(
  "an import of tasks goes on by itself after every kill of its run and undo, with nothing lost or twice",
  async () => {
    const board = trelloBoard("Killed");
    for (let at = 0; at < cards; at += 1) {
      const card = board.card(`Killed card ${at}`, {}, board.people.olga);
      if (at % 2 === 0) board.comment(card, `Killed said ${at}`, board.people.olga);
      if (at % 3 === 0)
        board.checklist(card, "Steps", [{ id: trelloId(), name: `Killed step ${at}`, state: "incomplete" }]);
    }
    const [subtasks, comments] = [cards / 3, cards / 2];
    const all = {
      ...{ tasks: cards, subtasks, titles: cards + subtasks, counted: comments, comments, people: 1 },
    };
    const id = await mover().planFile("trello", "board.json", board.json());
    await mover().work(id, "run");
    for (let round = 1; round <= rounds; round += 1) {
      const enough = (cards * round) / (rounds + 1);
      await reach(id, "running", async () => ((await mover().get(id)).made.tasks ?? 0) >= enough);
      await killAndStart();
    }
    expect((await mover().until(id, "done")).made).toMatchObject({ tasks: cards, subtasks, comments });
    expect(await writtenTasks()).toEqual(all);
    expect((await mover().lines(id)).map(({ kind }) => kind)).not.toContain("difference");

    await mover().work(id, "undo");
    await reach(id, "undoing", async () => ((await writtenTasks())?.tasks ?? 0) < cards / 2);
    await killAndStart();
    await mover().until(id, "undone");
    expect(await writtenTasks()).toMatchObject({ tasks: 0, comments: 0, people: 0 });
    await mover().run(id);
    expect(await writtenTasks()).toEqual(all);
  },
  240_000 + rounds * 60_000,
);
