import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../src/platform/database/database.ts";
import { createLog } from "../../src/platform/log/log.ts";
import type { Tables } from "../../src/tables.ts";
import { createBoardOf, openCanvasOf, sharedElement } from "../boards.ts";
import { createClient } from "../client.ts";
import { openWriter } from "../documents/shared-writer.ts";
import { createPeople } from "../factories.ts";
import { embeddedUrl, type ServerProcess, startServerProcess } from "../server-process.ts";
import { openSocket } from "../socket.ts";

// Few here, where every start of a server counts; many before a release.
const rounds = Number(process.env.ATOLL_KILL_ROUNDS ?? 1);
const env = { ATOLL_ADMIN_PASSWORD: "kill kill kill" };

let dataFolder: string;
let server: ServerProcess;
let tokens: string[];

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), "atoll-board-"));
  server = await start();
  const url = await embeddedUrl(dataFolder);
  const { db } = openDatabase<Tables>({ url, log: createLog("silent"), preparedStatements: true });
  const people = await createPeople(db, 3);
  await db.destroy();
  tokens = await Promise.all(
    people.map(async ({ email, password }) => {
      const request = { query: { grant_type: "password" as const }, body: { email, password } };
      return (await createClient(server.url).call(identityRoutes.createToken, request)).session.accessToken;
    }),
  );
});
afterAll(async () => {
  server?.kill("SIGTERM");
  await server?.exited;
  await rm(dataFolder, { recursive: true, force: true });
});

const start = () => startServerProcess({ ...env, ATOLL_DATA_DIR: dataFolder });
const as = (token: string | undefined) => ({ client: createClient(server.url, token) });

/** Adds notes one after the other until the connection is cut. Reports each one that was confirmed. */
async function write(token: string, boardId: string, onSaved: (id: string, text: string) => void) {
  const socket = await openSocket(server.url, token);
  const writer = await openWriter(as(token), socket, { kind: "board", id: boardId });
  const cut = socket.cut.then(() => null);
  for (let count = 0; ; count += 1) {
    const [id, text] = [uuidv7(), `Note ${count} of ${token.slice(-6)}`];
    const update = writer.change(() => writer.shared.getMap("elements").set(id, sharedElement({ text })));
    if ((await Promise.race([writer.send(update), cut])) === null) return;
    onSaved(id, text);
  }
}

test(
  `every note that was shown as saved is there after the server was killed, ${rounds} times`,
  async () => {
    const boardId = await createBoardOf(as(tokens[0]));
    const saved = new Map<string, string>();
    for (let round = 0; round < rounds; round += 1) {
      const enough = Promise.withResolvers<void>();
      const wanted = saved.size + 5 + (round % 10);
      const writing = tokens.map((token) =>
        write(token, boardId, (id, text) => {
          saved.set(id, text);
          if (saved.size >= wanted) enough.resolve();
        }),
      );
      await Promise.race([enough.promise, Promise.all(writing)]);
      server.kill("SIGKILL");
      await server.exited;
      await Promise.all(writing);
      server = await start();
      const canvas = await openCanvasOf(as(tokens[1]), boardId);
      const texts = new Map(Object.entries(canvas.elements()).map(([id, { text }]) => [id, text]));
      for (const [id, text] of saved) expect(texts.get(id), id).toBe(text);
      // The board goes on, with every author known.
      await canvas.add({ text: "After" });
      await canvas.pull();
      expect(Object.keys(canvas.authors()).toSorted()).toEqual(Object.keys(canvas.elements()).toSorted());
    }
  },
  60_000 + rounds * 20_000,
);
