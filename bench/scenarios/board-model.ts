import { randomUUID } from "node:crypto";
import type pg from "pg";
import * as Y from "yjs";
import {
  applyState,
  type BenchBoard,
  changeShared,
  createBoard,
  elementsOf,
  readDocument,
  sharedNote,
  updateOf,
} from "../board.ts";
import { addPeople, type Member, openDatabase } from "../people.ts";
import { openSocket, type SilentSocket } from "../sockets.ts";
import { startTwoNodes, type TwoNodes } from "../two-nodes.ts";

const runs = Number(process.env.BENCH_RUNS ?? 1_000);
const rounds = 6;
const runsAtOnce = 4;
const kills = Number(process.env.BENCH_KILLS ?? 20);
const notesBeforeKill = 30;

/**
 * 1,000 boards on two nodes, each with three people who add, move, write in and delete notes while one in five of their
 * steps loses the connection and comes back at the other node. At the end the three pages, a fresh fetch from either node
 * and the rows that lists and exports read are the same. Then a node is killed while people add notes: every note that
 * was confirmed is there afterwards, at the other node and at the one that started again.
 */
export async function boardModel(say: (line: string) => void): Promise<string[]> {
  const two = await startTwoNodes();
  const database = await openDatabase(two);
  const people = await addPeople(database, 3 * runsAtOnce);
  const found = { cuts: 0, differing: 0, authors: 0, notes: 0 };
  let next = 0;
  await Promise.all(
    Array.from({ length: runsAtOnce }, async (_, lane) => {
      for (let run = next++; run < runs; run = next++) {
        await convergeOnce(two, database, people.slice(lane * 3, lane * 3 + 3), run, found);
        if ((run + 1) % 100 === 0) say(`${run + 1} of ${runs} boards`);
      }
    }),
  );
  say("killing nodes");
  const killed = await killMany(two, people);
  await database.end();
  await two.stop();
  const isHeld = found.differing + found.authors + killed.lost === 0;
  return [
    `${runs} boards of three people on two nodes, ${rounds} rounds each, ${found.cuts} cuts, ${found.notes} notes at the end`,
    `boards whose copies differ: ${found.differing}; elements with another author: ${found.authors}`,
    `a node killed ${kills} times: ${killed.saved} notes shown as saved, ${killed.lost} lost`,
    isHeld ? "held" : "WRONG",
  ];
}

interface Seat {
  member: Member;
  node: number;
  shared: Y.Doc;
  socket: SilentSocket;
  unsent: Uint8Array[];
}

async function sit(two: TwoNodes, board: BenchBoard, member: Member, node: number, shared = new Y.Doc()) {
  const url = two.urls[node % 2] ?? "";
  const socket = await openSocket({ url }, member.token, (name, payload) => {
    const { update } = payload as { update?: string | null };
    if (name === "document.updated" && update) Y.applyUpdate(shared, Buffer.from(update, "base64"));
  });
  const { subject, epoch } = board;
  await socket.ask("documents.watch", { documents: [{ subject, epoch }] });
  applyState(await readDocument(member, url, board), shared);
  return { member, node, shared, socket };
}

type Found = { cuts: number; differing: number; authors: number; notes: number };

async function convergeOnce(
  two: TwoNodes,
  database: pg.Client,
  people: readonly Member[],
  run: number,
  found: Found,
): Promise<void> {
  const random = seeded(run + 1);
  const board = await createBoard(people[0] as Member, two.urls[run % 2] ?? "", `Run ${run}`);
  const seats: Seat[] = await Promise.all(
    people.map(async (member, node) => ({ ...(await sit(two, board, member, node)), unsent: [] })),
  );
  const authors = new Map<string, string>();
  for (let round = 0; round < rounds; round += 1)
    await Promise.all(
      seats.map(async (seat) => {
        const added = randomUUID();
        const before = elementsOf(seat.shared).size;
        const update = changeShared(seat.shared, () => act(elementsOf(seat.shared), added, random));
        if (update.length > 0) seat.unsent.push(update);
        if (elementsOf(seat.shared).size > before) authors.set(added, seat.member.id);
        if (random(5) === 0) {
          found.cuts += 1;
          seat.socket.close();
          Object.assign(seat, await sit(two, board, seat.member, seat.node + 1, seat.shared));
        }
        if (seat.unsent.length === 0) return;
        const answer = await seat.socket.ask("document.update", updateOf(board, Y.mergeUpdates(seat.unsent)));
        if (answer.includes('"error"')) throw new Error(`run ${run}: ${answer}`);
        seat.unsent = [];
      }),
    );
  for (const { socket } of seats) socket.close();
  const copies = await Promise.all(
    seats.map(async ({ member, node, shared }) => {
      applyState(await readDocument(member, two.urls[node % 2] ?? "", board), shared);
      return shared;
    }),
  );
  const fresh = applyState(await readDocument(people[0] as Member, two.urls[1], board));
  const rows = await readRows(database, board.boardId);
  const written = [...copies, fresh].map((shared) => sorted(elementsOf(shared).toJSON()));
  const inRows = Object.fromEntries(rows.map(({ id, text, at }) => [id, { text, at }]));
  const inFresh = Object.fromEntries(
    [...elementsOf(fresh)].map(([id, element]) => [
      id,
      { text: String(element.get("text")), at: element.get("at") },
    ]),
  );
  if (
    new Set([...written, sorted(elementsOf(fresh).toJSON())]).size > 1 ||
    sorted(inRows) !== sorted(inFresh)
  )
    found.differing += 1;
  found.authors += rows.filter(({ id, author_id }) => authors.get(id) !== author_id).length;
  found.notes += rows.length;
}

function act(elements: Y.Map<Y.Map<unknown>>, added: string, random: (below: number) => number): void {
  const ids = [...elements.keys()];
  const id = ids[random(ids.length || 1)] ?? "";
  const element = elements.get(id);
  const deed = random(6);
  const text = element?.get("text");
  if (!element || deed < 2) elements.set(added, sharedNote("New", [random(900), random(900)]));
  else if (deed === 2) elements.delete(id);
  else if (deed === 3 && text instanceof Y.Text) text.insert(0, String.fromCodePoint(0x4e00 + random(900)));
  else element.set("at", [random(900), random(900)]);
}

async function readRows(database: pg.Client, boardId: string) {
  const { rows } = await database.query<{ id: string; author_id: string; text: string; at: number[] }>(
    "SELECT id, author_id, text, content -> 'at' AS at FROM board_elements WHERE board_id = $1 AND gone_at IS NULL",
    [boardId],
  );
  return rows;
}

const sorted = (elements: object) =>
  JSON.stringify(Object.entries(elements).toSorted(([a], [b]) => a.localeCompare(b)));

/** Numbers that are the same in each run of the same seed. */
function seeded(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0;
    return state % below;
  };
}

async function killMany(two: TwoNodes, people: readonly Member[]): Promise<{ saved: number; lost: number }> {
  const [owner] = people as [Member];
  const board = await createBoard(owner, two.urls[0], "Killed");
  const saved = new Map<string, string>();
  let lost = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const which = kill % 2 === 0 ? 0 : 1;
    const wanted = saved.size + notesBeforeKill;
    const enough = Promise.withResolvers<void>();
    const writing = people.slice(0, 3).map(async (member) => {
      const { socket, shared } = await sit(two, board, member, which);
      for (;;) {
        const [id, text] = [randomUUID(), `Before kill ${kill}`];
        const update = changeShared(shared, () => elementsOf(shared).set(id, sharedNote(text, [0, 0])));
        const answer = await socket.ask("document.update", updateOf(board, update)).catch(() => null);
        if (answer === null) return;
        if (!answer.includes('"error"')) saved.set(id, text);
        if (saved.size >= wanted) enough.resolve();
      }
    });
    await enough.promise;
    await two.kill(which);
    await Promise.all(writing);
    const check = async (url: string) => {
      const there = elementsOf(applyState(await readDocument(owner, url, board)));
      for (const [id, text] of saved) if (String(there.get(id)?.get("text")) !== text) lost += 1;
    };
    await check(two.urls[which === 0 ? 1 : 0]);
    await two.restart(which);
    await check(two.urls[which]);
  }
  return { saved: saved.size, lost };
}
