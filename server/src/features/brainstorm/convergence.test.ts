import { documentRoutes } from "@atoll/contract/documents/routes";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as Y from "yjs";
import { isFullCheck } from "../../../../contract/test/full-check.ts";
import { createBoardOf, sharedElement } from "../../../test/boards.ts";
import { type Chatter, createChatters } from "../../../test/chatter.ts";
import { openWriter, type SharedWriter } from "../../../test/documents/shared-writer.ts";
import { startTestNodes, type TestNodes } from "../../../test/harness.ts";
import type { TestSocket } from "../../../test/socket.ts";
import { compactDocument } from "../documents/compact-documents.ts";
import { readElements } from "./canvas-elements.ts";

let nodes: TestNodes;
let people: Chatter[];

beforeAll(async () => {
  nodes = await startTestNodes();
  people = await createChatters(nodes[0], ["Ana", "Ben", "Cleo"]);
});
afterAll(() => nodes.close());

/** Somebody at one of the nodes, who may be cut off. */
interface Seat {
  person: Chatter;
  node: number;
  socket: TestSocket;
  writer: SharedWriter;
  unsent: Uint8Array[];
  heard: number;
}

/** Numbers that are the same in each run of the same seed. */
function seeded(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0;
    return state % below;
  };
}

async function connect(
  { person, node }: Pick<Seat, "person" | "node">,
  boardId: string,
  shared?: Y.Doc,
): Promise<Seat> {
  const socket = await nodes[node % 2]!.connect(person);
  const writer = await openWriter(person, socket, { kind: "board", id: boardId }, shared);
  return { person, node, socket, writer, unsent: [], heard: 0 };
}

function hear(seat: Seat): void {
  for (; seat.heard < seat.socket.received.length; seat.heard += 1) {
    const { name, payload } = seat.socket.received[seat.heard]!;
    if (name === "document.updated" && payload.update !== null)
      Y.applyUpdate(seat.writer.shared, Buffer.from(payload.update, "base64"));
  }
}

const elementsOf = ({ writer }: Seat) => writer.shared.getMap<Y.Map<unknown>>("elements");

/** Adds a note, moves one, writes in one or deletes one. Returns the id of a note that is new. */
function act(seat: Seat, random: (below: number) => number): string | undefined {
  const elements = elementsOf(seat);
  const ids = [...elements.keys()];
  const id = ids[random(ids.length || 1)];
  const element = id === undefined ? undefined : elements.get(id);
  const what = random(6);
  if (!element || what < 2) {
    const added = uuidv7();
    elements.set(added, sharedElement({ text: "New", at: [random(900), random(900)] }));
    return added;
  }
  if (what === 2) elements.delete(id ?? "");
  else if (what === 3) (element.get("text") as Y.Text).insert(0, String.fromCodePoint(0x4e00 + random(900)));
  else element.set("at", [random(900), random(900)]);
  return undefined;
}

test.each(Array.from({ length: isFullCheck ? 20 : 2 }, (_, index) => index + 1))(
  "run %i: three people on two nodes, with cuts, end with the same board, in rows too",
  async (run) => {
    const random = seeded(run);
    const boardId = await createBoardOf(people[0]!);
    const seats = await Promise.all(people.map((person, node) => connect({ person, node }, boardId)));
    const epoch = seats[0]!.writer.state.epoch;
    const authors = new Map<string, string>();

    for (let round = 0; round < 6; round += 1) {
      await Promise.all(
        seats.map(async (seat, index) => {
          hear(seat);
          let added: string | undefined;
          seat.unsent.push(
            seat.writer.change(() => {
              added = act(seat, random);
            }),
          );
          if (added !== undefined) authors.set(added, seat.person.id);
          // Cut off: it comes back at the other node, and sends what it has.
          if (random(5) === 0) {
            seat.socket.close();
            const again = await connect(
              { person: seat.person, node: seat.node + 1 },
              boardId,
              seat.writer.shared,
            );
            seats[index] = { ...again, unsent: seat.unsent };
          }
          const current = seats[index]!;
          await current.writer.send(Y.mergeUpdates(current.unsent));
          current.unsent = [];
        }),
      );
      if (round === 3) await compactDocument(nodes[0].db, epoch);
    }
    for (const seat of seats) {
      const { state } = await seat.person.client.call(documentRoutes.getDocument, {
        params: { kind: "board", subjectId: boardId },
      });
      Y.applyUpdate(seat.writer.shared, Buffer.from(state, "base64"));
    }
    const boards = seats.map((seat) => elementsOf(seat).toJSON());
    expect(boards[1]).toEqual(boards[0]);
    expect(boards[2]).toEqual(boards[0]);
    const rows = await readElements(nodes[1].db, boardId);
    expect(Object.fromEntries(rows.map(({ id, element }) => [id, [element.text, element.at]]))).toEqual(
      Object.fromEntries(
        Object.entries(boards[0] ?? {}).map(([id, element]) => [id, [element.text, element.at]]),
      ),
    );
    for (const { id, authorId } of rows) expect(authorId).toBe(authors.get(id));
    for (const { socket } of seats) socket.close();
  },
);
