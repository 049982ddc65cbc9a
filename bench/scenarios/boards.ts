import { randomUUID } from "node:crypto";
import * as Y from "yjs";
import { type AtollProcess, startAtoll } from "../atoll-process.ts";
import { callAs, callWell } from "../member-calls.ts";
import { addPeople, type Member, openDatabase } from "../people.ts";
import { ms, quantile } from "../quantiles.ts";
import { openSocket } from "../sockets.ts";

const notes = 1000;
const openings = 60;
const openLimitMs = 300;
const movers = 30;
const movesEach = 40;
const pauseMs = 250;
const moveLimitMs = 100;
const trials = 1000;
const limit = 5;
/** Trials per person, few enough to stay below the rate limit. */
const trialsEach = 20;

interface Document {
  epoch: string;
  sequence: number;
  state: string;
}

/**
 * A board of 1,000 notes: opening it, 30 people who each drop a note every 250 ms, from the drop until somebody else has
 * it, and 1,000 times six votes at once of a person who has five. Floor of the drop: the 50 ms for which the server
 * gathers updates.
 */
export async function boards(say: (line: string) => void): Promise<string[]> {
  const atoll = await startAtoll();
  const database = await openDatabase(atoll);
  const people = await addPeople(database, trials / trialsEach);
  const [owner, watcher] = people as [Member, Member];
  const boardId = randomUUID();
  const grants = [{ to: { kind: "everyone" }, role: "writer" }];
  await callWell(owner, atoll.url, "POST", "/api/boards", { body: { id: boardId, title: "Large", grants } });
  const documentPath = `/api/documents/board/${boardId}`;
  const read = async (member: Member) =>
    JSON.parse(await callWell(member, atoll.url, "GET", documentPath)) as Document;
  const { epoch } = await read(owner);
  const ids = await fill(atoll, owner, documentPath, epoch);

  say("opening");
  const opened: number[] = [];
  for (let count = 0; count < openings; count += 1) {
    const since = performance.now();
    await Promise.all([callWell(watcher, atoll.url, "GET", `/api/boards/${boardId}`), read(watcher)]);
    opened.push(performance.now() - since);
  }

  say(`${movers} movers`);
  const state = (await read(watcher)).state;
  const moved = await moveAll(atoll, people, { boardId, epoch, state, ids });

  say(`${trials} times six votes at once`);
  const body = { phase: "vote", seenPhase: null };
  await callWell(owner, atoll.url, "PUT", `/api/boards/${boardId}/phase`, { body });
  const counts = new Map<number, number>();
  for (let trial = 0; trial < trials; trial += 1) {
    const voter = people[trial % people.length] as Member;
    const votes = Array.from({ length: limit + 1 }, () => ({ id: randomUUID(), noteId: ids[0] }));
    const answers = await Promise.all(
      votes.map((vote) => callAs(voter, atoll.url, "POST", `/api/boards/${boardId}/votes`, { body: vote })),
    );
    const cast = answers.filter(({ status }) => status === 200).length;
    counts.set(cast, (counts.get(cast) ?? 0) + 1);
    await database.query("DELETE FROM board_votes");
  }
  await database.end();
  await atoll.stop();
  return [
    line(`opening ${notes} notes`, opened, openLimitMs),
    line(`a drop until another person has it`, moved, moveLimitMs),
    `votes that counted of six at once: ${[...counts].map(([cast, times]) => `${cast} in ${times} trials`).join(", ")}`,
  ];
}

const line = (what: string, taken: readonly number[], most: number) => {
  const p99 = quantile([...taken], 0.99);
  return `${what}: p50 ${ms(quantile([...taken], 0.5))}, p99 ${ms(p99)} (limit ${ms(most)}: ${p99 <= most ? "held" : "EXCEEDED"})`;
};

async function fill(atoll: AtollProcess, owner: Member, path: string, epoch: string): Promise<string[]> {
  const shared = new Y.Doc();
  const ids = Array.from({ length: notes }, () => randomUUID());
  shared.transact(() => {
    for (const [index, id] of ids.entries()) {
      const text = new Y.Text("Words that somebody wrote on a note");
      const at = [(index % 40) * 140, Math.floor(index / 40) * 122];
      const fields: [string, unknown][] = [
        ["kind", "note"],
        ["at", at],
        ["color", "sun"],
        ["text", text],
      ];
      shared.getMap("elements").set(id, new Y.Map(fields));
    }
  });
  const update = Buffer.from(Y.encodeStateAsUpdate(shared)).toString("base64");
  await callWell(owner, atoll.url, "POST", `${path}/updates`, { body: { epoch, schemaVersion: 1, update } });
  return ids;
}

async function moveAll(
  atoll: AtollProcess,
  people: readonly Member[],
  board: { boardId: string; epoch: string; state: string; ids: readonly string[] },
): Promise<number[]> {
  const { boardId, epoch, ids } = board;
  const subject = { kind: "board", id: boardId };
  const documentOf = () => {
    const shared = new Y.Doc();
    Y.applyUpdate(shared, Buffer.from(board.state, "base64"));
    return shared.getMap<Y.Map<unknown>>("elements");
  };
  const sentAt = new Map<string, number>();
  const taken: number[] = [];
  const watched = documentOf();
  watched.observeDeep((events) => {
    for (const { target } of events) {
      const since = target instanceof Y.Map ? sentAt.get(JSON.stringify(target.get("at"))) : undefined;
      if (since !== undefined) taken.push(performance.now() - since);
    }
  });
  const watcher = await openSocket(atoll, (people[1] as Member).token, (name, payload) => {
    const { update } = payload as { update?: string | null };
    if (name === "document.updated" && update && watched.doc)
      Y.applyUpdate(watched.doc, Buffer.from(update, "base64"));
  });
  await watcher.ask("documents.watch", { documents: [{ subject, epoch }] });
  await Promise.all(
    Array.from({ length: movers }, async (_, mover) => {
      const socket = await openSocket(atoll, (people[mover] as Member).token, () => undefined);
      await socket.ask("documents.watch", { documents: [{ subject, epoch }] });
      const elements = documentOf();
      await new Promise((done) => setTimeout(done, (mover * pauseMs) / movers));
      // The first drops of a board after a start wait for the thread that checks it, and count for nothing.
      for (let move = -2; move < movesEach; move += 1) {
        const at = [mover, move];
        let update: Uint8Array = new Uint8Array();
        elements.doc?.once("update", (bytes: Uint8Array) => {
          update = bytes;
        });
        elements.get(ids[(mover * movesEach + Math.max(0, move)) % ids.length] ?? "")?.set("at", at);
        if (move >= 0) sentAt.set(JSON.stringify(at), performance.now());
        const payload = { subject, epoch, schemaVersion: 1, update: Buffer.from(update).toString("base64") };
        await Promise.all([
          socket.ask("document.update", payload),
          new Promise((done) => setTimeout(done, pauseMs)),
        ]);
      }
    }),
  );
  return taken;
}
