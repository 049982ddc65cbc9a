import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { knowledgeRoutes } from "@atoll/contract/knowledge/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as Y from "yjs";
import { openDatabase } from "../../src/platform/database/database.ts";
import { createLog } from "../../src/platform/log/log.ts";
import type { Tables } from "../../src/tables.ts";
import { createClient } from "../client.ts";
import { openWriter, type SharedWriter } from "../documents/shared-writer.ts";
import { createPeople } from "../factories.ts";
import { embeddedUrl, type ServerProcess, startServerProcess } from "../server-process.ts";
import { openSocket } from "../socket.ts";

// Few here, where every start of a server counts. `ATOLL_KILL_WRITERS=20 ATOLL_KILL_ROUNDS=10` before a release.
const rounds = Number(process.env.ATOLL_KILL_ROUNDS ?? 1);
const writers = Number(process.env.ATOLL_KILL_WRITERS ?? 4);
const env = { ATOLL_ADMIN_PASSWORD: "kill kill kill" };

let dataFolder: string;
let server: ServerProcess;
let tokens: string[];

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), "atoll-draft-"));
  server = await start();
  const url = await embeddedUrl(dataFolder);
  const { db } = openDatabase<Tables>({ url, log: createLog("silent"), preparedStatements: true });
  const people = await createPeople(db, writers);
  await sql`INSERT INTO role_permissions (role_id, permission_id)
    SELECT r.id, p.id FROM roles r, permissions p WHERE r.name = 'user' AND p.name = 'knowledge:write'
    ON CONFLICT DO NOTHING`.execute(db);
  await db.destroy();
  // One after the other: more at once are slowed down.
  tokens = [];
  for (const { email, password } of people) {
    const request = { query: { grant_type: "password" as const }, body: { email, password } };
    const { session } = await createClient(server.url).call(identityRoutes.createToken, request);
    tokens.push(session.accessToken);
  }
});
afterAll(async () => {
  server?.kill("SIGTERM");
  await server?.exited;
  await rm(dataFolder, { recursive: true, force: true });
});

const start = () => startServerProcess({ ...env, ATOLL_DATA_DIR: dataFolder });
const as = (token: string | undefined) => ({ client: createClient(server.url, token) });

/** A page that writes one character after the other into a paragraph of its own. */
interface Seat {
  token: string;
  shared: Y.Doc;
  typed: string[];
  saved: string[];
}

/** Types until the connection is cut. Each character is unique, so that it is recognised. */
async function type(seat: Seat, at: number, articleId: string, next: () => string, onSaved: () => void) {
  const socket = await openSocket(server.url, seat.token);
  const subject = { kind: "article", id: articleId };
  const writer = await openWriter(as(seat.token), socket, subject, seat.shared);
  const cut = socket.cut.then(() => null);
  // A page that comes back sends what it has first.
  for (let update = Y.encodeStateAsUpdate(seat.shared); ; ) {
    const sent = [...seat.typed];
    if ((await Promise.race([writer.send(update).catch(() => null), cut])) === null) return;
    seat.saved = sent;
    onSaved();
    const character = next();
    update = writer.change(() => paragraphOf(writer, at).insert(0, character));
    seat.typed.push(character);
  }
}

function paragraphOf({ root }: SharedWriter, at: number): Y.XmlText {
  const block = root.get(at);
  const text = block instanceof Y.XmlElement ? block.get(0) : undefined;
  if (!(text instanceof Y.XmlText)) throw new Error("There is no paragraph to write in");
  return text;
}

test(
  `every character that ${writers} writers saw as saved is there after the server was killed`,
  async () => {
    const articleId = uuidv7();
    const body = tokens.map((_token, index) => `Paragraph ${index}`).join("\n\n");
    await as(tokens[0]).client.call(knowledgeRoutes.createArticle, {
      body: { id: articleId, kind: "article", title: "Together", body },
    });
    const params = { articleId };
    await as(tokens[0]).client.call(knowledgeRoutes.shareArticleDraft, { params });
    for (const token of tokens)
      await as(token).client.call(knowledgeRoutes.beginArticleDraft, { params, body: { from: null } });
    const seats = tokens.map((token): Seat => ({ token, shared: new Y.Doc(), typed: [], saved: [] }));
    let count = 0;
    const next = () => String.fromCodePoint(0x4e00 + count++);
    for (let round = 0; round < rounds; round += 1) {
      const wanted = count + writers * 5;
      const enough = Promise.withResolvers<void>();
      const onSaved = () => {
        if (count >= wanted) enough.resolve();
      };
      const typing = seats.map((seat, at) => type(seat, at, articleId, next, onSaved));
      await Promise.race([enough.promise, Promise.all(typing)]);
      server.kill("SIGKILL");
      await server.exited;
      await Promise.all(typing);
      server = await start();

      const reader = await openSocket(server.url, tokens[0] ?? "");
      const whole = await openWriter(as(tokens[0]), reader, { kind: "article", id: articleId });
      const text = whole.text();
      const saved = seats.flatMap((seat) => seat.saved);
      expect(saved.length).toBeGreaterThan(0);
      expect(saved.filter((character) => !text.includes(character))).toEqual([]);
      // Pages that come back send all that they have: nothing is doubled, and nothing typed is missing.
      for (const { shared } of seats) await whole.send(Y.encodeStateAsUpdate(shared));
      reader.close();
      const again = await openSocket(server.url, tokens[1] ?? "");
      const { text: now } = await openWriter(as(tokens[1]), again, { kind: "article", id: articleId });
      for (const character of seats.flatMap(({ typed }) => typed))
        expect(now().split(character), character).toHaveLength(2);
      again.close();
    }
  },
  60_000 + rounds * 20_000 + writers * 2_000,
);
