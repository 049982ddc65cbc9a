import { randomUUID } from "node:crypto";
import * as Y from "yjs";
import { type AtollProcess, startAtoll } from "../atoll-process.ts";
import { callWell } from "../member-calls.ts";
import { addPeople, type Member, openDatabase } from "../people.ts";
import { ms, quantile } from "../quantiles.ts";
import { openSocket } from "../sockets.ts";

const writers = 20;
const keysEach = 60;
/** Five keystrokes a second. */
const pauseMs = 200;
const limitMs = 100;
/** The first ones wait for the thread that checks the draft, and count for nothing. */
const warmUp = 3;

interface Document {
  epoch: string;
  schemaVersion: number;
  state: string;
}

/**
 * Twenty people type into one draft, five keystrokes a second each, from the keystroke until each of the others has it.
 * Floor: the 50 ms for which the server gathers updates before it stores them.
 */
export async function coWriters(say: (line: string) => void): Promise<string[]> {
  const atoll = await startAtoll();
  const database = await openDatabase(atoll);
  const people = await addPeople(database, writers);
  const [owner] = people as [Member];
  await database.query(
    `INSERT INTO role_permissions (role_id, permission_id)
     SELECT r.id, p.id FROM roles r, permissions p
     WHERE p.resource = 'knowledge' AND p.action = 'write' ON CONFLICT DO NOTHING`,
  );
  await database.end();
  const articleId = randomUUID();
  const body = Array.from({ length: 200 }, (_, index) => `Paragraph ${index} with some words in it.`).join(
    "\n\n",
  );
  await callWell(owner, atoll.url, "POST", "/api/knowledge/articles", {
    body: { id: articleId, kind: "article", title: "Together", body },
  });
  for (const person of people)
    await callWell(person, atoll.url, "POST", `/api/knowledge/articles/${articleId}/draft`, { body: {} });
  const document = JSON.parse(
    await callWell(owner, atoll.url, "GET", `/api/documents/article/${articleId}`),
  ) as Document;
  say(`${writers} writers`);
  const { heard, saved } = await typeAll(atoll, people, articleId, document);
  await atoll.stop();
  const expected = writers * (writers - 1) * keysEach;
  const p99 = quantile(heard, 0.99);
  return [
    `a keystroke until each of ${writers - 1} others has it: p50 ${ms(quantile(heard, 0.5))}, p99 ${ms(p99)} (limit ${ms(limitMs)}: ${p99 <= limitMs ? "held" : "EXCEEDED"}); floor 50 ms`,
    `a keystroke until it is stored: p50 ${ms(quantile(saved, 0.5))}, p99 ${ms(quantile(saved, 0.99))}`,
    `heard ${heard.length} of ${expected}`,
  ];
}

async function typeAll(
  atoll: AtollProcess,
  people: readonly Member[],
  articleId: string,
  document: Document,
) {
  const { epoch, schemaVersion, state } = document;
  const subject = { kind: "article", id: articleId };
  const sentAt = new Map<string, number>();
  const heard: number[] = [];
  const saved: number[] = [];
  await Promise.all(
    people.map(async (person, writer) => {
      const shared = new Y.Doc();
      Y.applyUpdate(shared, Buffer.from(state, "base64"));
      const text = textOf(shared, writer);
      const own = new Set<string>();
      const socket = await openSocket(atoll, person.token, (name, payload) => {
        const { update } = payload as { update?: string | null };
        if (name !== "document.updated" || !update) return;
        const now = performance.now();
        // Each writes in a paragraph of their own, so nothing of the others needs to be applied before.
        for (const character of insertedBy(Buffer.from(update, "base64"))) {
          const since = own.has(character) ? undefined : sentAt.get(character);
          if (since !== undefined) heard.push(now - since);
        }
      });
      await socket.ask("documents.watch", { documents: [{ subject, epoch }] });
      await new Promise((done) => setTimeout(done, (writer * pauseMs) / people.length));
      for (let key = -warmUp; key < keysEach; key += 1) {
        let update: Uint8Array = new Uint8Array();
        shared.once("update", (bytes: Uint8Array) => {
          update = bytes;
        });
        // Each keystroke is a letter of its own, so that it is recognised.
        const character = String.fromCodePoint(0x4e00 + writer * (keysEach + warmUp) + key + warmUp);
        text.insert(text.length, character);
        own.add(character);
        const since = performance.now();
        if (key >= 0) sentAt.set(character, since);
        const payload = { subject, epoch, schemaVersion, update: Buffer.from(update).toString("base64") };
        await Promise.all([
          socket
            .ask("document.update", payload)
            .then(() => key >= 0 && saved.push(performance.now() - since)),
          new Promise((done) => setTimeout(done, pauseMs)),
        ]);
      }
    }),
  );
  await new Promise((done) => setTimeout(done, 1_000));
  return { heard, saved };
}

/** The text of the paragraph that a writer types into. */
function textOf(shared: Y.Doc, writer: number): Y.XmlText {
  const block = shared.getXmlFragment("text").get(writer);
  const text = block instanceof Y.XmlElement ? block.get(0) : undefined;
  if (!(text instanceof Y.XmlText)) throw new Error("there is no paragraph to write in");
  return text;
}

function insertedBy(update: Uint8Array): string[] {
  return Y.decodeUpdate(update).structs.flatMap((struct) =>
    struct instanceof Y.Item && struct.content instanceof Y.ContentString ? [...struct.content.str] : [],
  );
}
