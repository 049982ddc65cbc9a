import type { Subject } from "@atoll/contract/comments/schemas";
import { documentRoutes } from "@atoll/contract/documents/routes";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as Y from "yjs";
import { type Chatter, createChatters } from "../../../test/chatter.ts";
import { createDraftRights } from "../../../test/documents/draft-kind.ts";
import { openWriter, type SharedWriter } from "../../../test/documents/shared-writer.ts";
import { startTestNodes, type TestNodes } from "../../../test/harness.ts";
import type { TestSocket } from "../../../test/socket.ts";
import { openDocument, readDocument } from "./access.ts";
import { compactDocument } from "./compact-documents.ts";

/** `ATOLL_WRITING_RUNS=100` tries many more. */
const runs = Number(process.env.ATOLL_WRITING_RUNS ?? 3);
const drafts = createDraftRights();
let nodes: TestNodes;
let people: Chatter[];

beforeAll(async () => {
  nodes = await startTestNodes({ documentKinds: [drafts.kind] });
  people = await createChatters(nodes[0], ["Ana", "Ben", "Cleo", "Dov", "Elin"]);
});
afterAll(() => nodes.close());

/** A writer at one of the nodes, who may be cut off. */
interface Seat {
  person: Chatter;
  node: number;
  socket: TestSocket;
  writer: SharedWriter;
  unsent: Uint8Array[];
  /** How many of the socket's events were applied. */
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

async function connect(seat: Pick<Seat, "person" | "node">, subject: Subject, shared?: Y.Doc): Promise<Seat> {
  const socket = await nodes[seat.node % 2]!.connect(seat.person);
  const writer = await openWriter(seat.person, socket, subject, shared);
  return { ...seat, socket, writer, unsent: [], heard: 0 };
}

function hear(seat: Seat): void {
  for (; seat.heard < seat.socket.received.length; seat.heard += 1) {
    const { name, payload } = seat.socket.received[seat.heard]!;
    if (name === "document.updated" && payload.update !== null)
      Y.applyUpdate(seat.writer.shared, Buffer.from(payload.update, "base64"));
  }
}

const numbers = Array.from({ length: runs }, (_, index) => index + 1);
test.each(numbers)("run %i: five writers on two nodes, with cuts, end with the same text", async (run) => {
  const random = seeded(run);
  const subject = { kind: "testdraft", id: uuidv7() };
  for (const { id } of people) drafts.set(subject.id, id, "edit");
  const { epoch } = await openDocument(nodes[0].db, subject, "First\n\nSecond\n");
  const seats = await Promise.all(people.map((person, node) => connect({ person, node }, subject)));
  const saved = new Set<string>();
  let next = 0;

  for (let round = 0; round < 12; round += 1) {
    await Promise.all(
      seats.map(async (seat, index) => {
        hear(seat);
        const { root } = seat.writer;
        const character = String.fromCodePoint(0x4e00 + next);
        next += 1;
        const at = random(root.length);
        const update = seat.writer.change(() => {
          const block = root.get(at) as Y.XmlElement;
          const inner = block.get(0);
          if (inner instanceof Y.XmlText) inner.insert(random(inner.length + 1), character);
          else block.insert(0, [new Y.XmlText(character)]);
        });
        seat.unsent.push(update);
        // Cut off: it comes back at the other node, and sends what it has.
        if (random(5) === 0) {
          seat.socket.close();
          const again = await connect(
            { person: seat.person, node: seat.node + 1 },
            subject,
            seat.writer.shared,
          );
          seats[index] = { ...again, unsent: seat.unsent };
        }
        const current = seats[index]!;
        await current.writer.send(Y.mergeUpdates(current.unsent));
        current.unsent = [];
        saved.add(character);
      }),
    );
    if (round === 6) await compactDocument(nodes[0].db, epoch);
  }
  for (const seat of seats) {
    const { state } = await seat.person.client.call(documentRoutes.getDocument, {
      params: { kind: subject.kind, subjectId: subject.id },
    });
    Y.applyUpdate(seat.writer.shared, Buffer.from(state, "base64"));
  }
  const [first] = seats;
  for (const { writer } of seats) expect(writer.text()).toBe(first!.writer.text());
  const markdown = (await readDocument(nodes[1].db, subject))?.markdown ?? "";
  expect([...saved].filter((character) => !markdown.includes(character))).toEqual([]);
  for (const { socket } of seats) socket.close();
});
