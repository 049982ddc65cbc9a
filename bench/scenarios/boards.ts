import { randomUUID } from "node:crypto";
import type pg from "pg";
import * as Y from "yjs";
import { type AtollProcess, startAtoll } from "../atoll-process.ts";
import {
  addNotes,
  applyState,
  type BenchBoard,
  changeShared,
  createBoard,
  elementsOf,
  readDocument,
  updateOf,
} from "../board.ts";
import { callAs, callWell } from "../member-calls.ts";
import { addPeople, type Member, openDatabase } from "../people.ts";
import { ms, quantile } from "../quantiles.ts";
import { openSocket } from "../sockets.ts";

const notes = 1000;
const openings = 60;
const openLimitMs = 300;
const movers = 30;
const movesEach = 40;
/** Nobody drops another person's notes: of two who do, Yjs shows one drop alone. */
const notesEach = Math.floor(notes / movers);
const pauseMs = 250;
const moveLimitMs = 100;
const storedMoves = Number(process.env.BENCH_MOVES ?? 50_000);
const storedLimit = 1_000_000;
const trials = Number(process.env.BENCH_TRIALS ?? 1000);
const limit = 5;
/** Trials per person, few enough to stay below the rate limit. */
const trialsEach = 20;

/**
 * A board of 1,000 notes: opening it; 30 people who each drop a note every 250 ms, from the drop until somebody else has
 * it; the bytes that 50,000 drops leave behind; and 1,000 times six votes at once of a person who has five. Floor of the
 * drop: the 50 ms for which the server gathers updates. Floor of the bytes: the same board as if each note had been
 * dropped once.
 */
export async function boards(say: (line: string) => void): Promise<string[]> {
  const atoll = await startAtoll();
  const database = await openDatabase(atoll);
  const people = await addPeople(database, Math.max(movers, trials / trialsEach));
  const [owner, watcher] = people as [Member, Member];
  const board = await createBoard(owner, atoll.url, "Large");
  const ids = await addNotes(owner, atoll.url, board, notes);

  say("opening");
  const opened: number[] = [];
  for (let count = 0; count < openings; count += 1) {
    const since = performance.now();
    await Promise.all([
      callWell(watcher, atoll.url, "GET", `/api/boards/${board.boardId}`),
      readDocument(watcher, atoll.url, board).then((state) => applyState(state)),
    ]);
    opened.push(performance.now() - since);
  }

  say(`${movers} movers`);
  const moved = await moveAll(atoll, people, board, ids);

  say(`${storedMoves} drops`);
  await dropMany(atoll, people, board, ids);
  const asWritten = await storedBytes(database, board);
  await compact(database, board);
  const merged = await storedBytes(database, board);
  const floor = await floorBytes(owner, atoll.url, board);

  say(`${trials} times six votes at once`);
  const counts = await voteMany(atoll, database, people, board, ids[0] ?? "");
  await database.end();
  await atoll.stop();
  const kB = (bytes: number) => `${Math.round(bytes / 1000)} kB`;
  return [
    line(`opening ${notes} notes`, opened, openLimitMs),
    line(`a drop until another person has it`, moved, moveLimitMs),
    `${storedMoves} drops, stored: ${kB(asWritten)} as they were written, ${kB(merged)} once merged (limit ${kB(storedLimit)}: ${merged <= storedLimit ? "held" : "EXCEEDED"}); floor ${kB(floor)}`,
    `votes that counted of six at once: ${[...counts].map(([cast, times]) => `${cast} in ${times} trials`).join(", ")}`,
  ];
}

const line = (what: string, taken: readonly number[], most: number) => {
  const p99 = quantile([...taken], 0.99);
  return `${what}: p50 ${ms(quantile([...taken], 0.5))}, p99 ${ms(p99)} (limit ${ms(most)}: ${p99 <= most ? "held" : "EXCEEDED"})`;
};

async function moveAll(
  atoll: AtollProcess,
  people: readonly Member[],
  board: BenchBoard,
  ids: readonly string[],
): Promise<number[]> {
  const { subject, epoch } = board;
  const state = await readDocument(people[0] as Member, atoll.url, board);
  const sentAt = new Map<string, number>();
  const taken: number[] = [];
  const watched = applyState(state);
  elementsOf(watched).observeDeep((events) => {
    for (const { target } of events) {
      const at = target instanceof Y.Map ? JSON.stringify(target.get("at")) : "";
      const since = sentAt.get(at);
      if (since !== undefined) taken.push(performance.now() - since);
      sentAt.delete(at);
    }
  });
  const watcher = await openSocket(atoll, (people[1] as Member).token, (name, payload) => {
    const { update } = payload as { update?: string | null };
    if (name === "document.updated" && update) Y.applyUpdate(watched, Buffer.from(update, "base64"));
  });
  await watcher.ask("documents.watch", { documents: [{ subject, epoch }] });
  await Promise.all(
    Array.from({ length: movers }, async (_, mover) => {
      const socket = await openSocket(atoll, (people[mover] as Member).token, () => undefined);
      await socket.ask("documents.watch", { documents: [{ subject, epoch }] });
      const shared = applyState(state);
      await new Promise((done) => setTimeout(done, (mover * pauseMs) / movers));
      // The first drops of a board after a start wait for the thread that checks it, and count for nothing.
      for (let move = -2; move < movesEach; move += 1) {
        const at = [mover, move];
        const id = ids[mover * notesEach + (Math.max(0, move) % notesEach)] ?? "";
        const update = changeShared(shared, () => elementsOf(shared).get(id)?.set("at", at));
        if (move >= 0) sentAt.set(JSON.stringify(at), performance.now());
        await Promise.all([
          socket.ask("document.update", updateOf(board, update)),
          new Promise((done) => setTimeout(done, pauseMs)),
        ]);
      }
      socket.close();
    }),
  );
  watcher.close();
  return taken;
}

/** Each of the movers drops notes all over the board, one after the other as soon as the last is saved. */
async function dropMany(
  atoll: AtollProcess,
  people: readonly Member[],
  board: BenchBoard,
  ids: readonly string[],
): Promise<void> {
  const { subject, epoch } = board;
  const state = await readDocument(people[0] as Member, atoll.url, board);
  let left = storedMoves;
  await Promise.all(
    people.slice(0, movers).map(async ({ token }, mover) => {
      const shared = applyState(state);
      const socket = await openSocket(atoll, token, (name, payload) => {
        const { update } = payload as { update?: string | null };
        if (name === "document.updated" && update) Y.applyUpdate(shared, Buffer.from(update, "base64"));
      });
      await socket.ask("documents.watch", { documents: [{ subject, epoch }] });
      for (let move = mover; left > 0; move += 7) {
        left -= 1;
        const at = [(left * 17) % 5000, (left * 31) % 3000];
        const update = changeShared(shared, () =>
          elementsOf(shared)
            .get(ids[move % ids.length] ?? "")
            ?.set("at", at),
        );
        const answer = JSON.parse(await socket.ask("document.update", updateOf(board, update))) as object;
        // Faster than a person may: it waits and goes on, and the drop counts with the next.
        if ("error" in answer) await new Promise((done) => setTimeout(done, 1000));
      }
      socket.close();
    }),
  );
}

async function storedBytes(database: pg.Client, { epoch }: BenchBoard): Promise<number> {
  const { rows } = await database.query<{ bytes: string }>(
    `SELECT octet_length(d.snapshot) + coalesce((
       SELECT sum(octet_length(u.content)) FROM document_updates u WHERE u.epoch = d.epoch), 0) AS bytes
     FROM documents d WHERE d.epoch = $1`,
    [epoch],
  );
  return Number(rows[0]?.bytes);
}

/** Starts the job that otherwise comes every five minutes, and waits for it. */
async function compact(database: pg.Client, { epoch }: BenchBoard): Promise<void> {
  await database.query("INSERT INTO jobs.job (name) VALUES ('documents.compact')");
  for (let tries = 0; tries < 600; tries += 1) {
    const { rows } = await database.query<{ left: number }>(
      "SELECT count(*)::int AS left FROM document_updates WHERE epoch = $1",
      [epoch],
    );
    if (rows[0]?.left === 0) return;
    await new Promise((done) => setTimeout(done, 1000));
  }
  throw new Error("the updates were not merged within ten minutes");
}

/** The bytes of the same board in a new document, where nothing was ever moved. */
async function floorBytes(owner: Member, url: string, board: BenchBoard): Promise<number> {
  const moved = applyState(await readDocument(owner, url, board));
  const fresh = new Y.Doc();
  fresh.transact(() => {
    for (const [id, element] of elementsOf(moved)) elementsOf(fresh).set(id, element.clone());
  });
  return Y.encodeStateAsUpdate(fresh).length;
}

async function voteMany(
  atoll: AtollProcess,
  database: pg.Client,
  people: readonly Member[],
  { boardId }: BenchBoard,
  noteId: string,
): Promise<Map<number, number>> {
  const body = { phase: "vote", seenPhase: null };
  await callWell(people[0] as Member, atoll.url, "PUT", `/api/boards/${boardId}/phase`, { body });
  const counts = new Map<number, number>();
  for (let trial = 0; trial < trials; trial += 1) {
    const voter = people[trial % people.length] as Member;
    const votes = Array.from({ length: limit + 1 }, () => ({ id: randomUUID(), noteId }));
    const answers = await Promise.all(
      votes.map((vote) => callAs(voter, atoll.url, "POST", `/api/boards/${boardId}/votes`, { body: vote })),
    );
    const cast = answers.filter(({ status }) => status === 200).length;
    counts.set(cast, (counts.get(cast) ?? 0) + 1);
    await database.query("DELETE FROM board_votes");
  }
  return counts;
}
