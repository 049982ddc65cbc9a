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
import { compactDocument } from "./compact-documents.ts";
import { openDocument, readDocument } from "./public.ts";

/** `ATOLL_WRITING_RUNS=100` tries many more. */
const runs = Number(process.env.ATOLL_WRITING_RUNS ?? 5);
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
  const { epoch } = await openDocument(nodes[0].db, subject, "First\n\nSecond\n\nThird\n");
  const seats = await Promise.all(people.map((person, node) => connect({ person, node }, subject)));
  /** By character: the person who typed it. */
  const typed = new Map<string, Chatter>();
  /** Characters in blocks that were deleted by a page that showed them. */
  const meant = new Set<string>();
  let next = 0;

  async function send(seat: Seat): Promise<void> {
    if (seat.unsent.length > 0) await seat.writer.send(Y.mergeUpdates(seat.unsent.splice(0)));
  }

  async function act(index: number, isLast: boolean): Promise<void> {
    let seat = seats[index]!;
    const { root } = seat.writer;
    const isOffline = !isLast && random(3) === 0;
    if (!isOffline) hear(seat);
    const deletes = root.length > 1 && random(6) === 0;
    const at = random(Math.max(1, root.length));
    const character = String.fromCodePoint(0x4e00 + next);
    next += 1;
    seat.unsent.push(
      seat.writer.change(() => {
        // Several deletions in the same moment can leave nothing.
        if (root.length === 0) root.push([new Y.XmlElement("paragraph")]);
        const block = root.get(at) as Y.XmlElement;
        if (deletes) {
          for (const letter of wordsOf(block)) meant.add(letter);
          root.delete(at, 1);
          return;
        }
        const inner = block.get(0);
        if (inner instanceof Y.XmlText) inner.insert(random(inner.length + 1), character);
        else block.insert(0, [new Y.XmlText(character)]);
        typed.set(character, seat.person);
      }),
    );
    // A reload: another page of the same person, with what the browser kept, at the other node.
    if (!isOffline && random(4) === 0) {
      const kept = new Y.Doc();
      Y.applyUpdate(kept, Y.encodeStateAsUpdate(seat.writer.shared));
      const { person, node, socket, unsent } = seat;
      socket.close();
      seat = { ...(await connect({ person, node: node + 1 }, subject, kept)), unsent };
      seats[index] = seat;
    }
    if (!isOffline) await send(seat);
  }

  for (let round = 0; round < 12; round += 1) {
    await Promise.all(seats.map((_, index) => act(index, round === 11)));
    if (round === 6) await compactDocument(nodes[0].db, epoch);
  }
  const params = { kind: subject.kind, subjectId: subject.id };
  for (const seat of seats) {
    const { state } = await seat.person.client.call(documentRoutes.getDocument, { params });
    Y.applyUpdate(seat.writer.shared, Buffer.from(state, "base64"));
  }
  const [first] = seats;
  for (const { writer } of seats) expect(writer.text()).toBe(first!.writer.text());
  const markdown = (await readDocument(nodes[1].db, subject))?.markdown ?? "";
  const kept = new Map<Chatter, string>();
  for (const person of people) {
    const { texts } = await person.client.call(documentRoutes.listUnplacedTexts, { params });
    kept.set(person, texts.map(({ text }) => text).join(""));
  }
  const lost = [...typed].filter(
    ([character, person]) =>
      !markdown.includes(character) && !meant.has(character) && !kept.get(person)?.includes(character),
  );
  expect(lost).toEqual([]);
  for (const { socket } of seats) socket.close();
});

function wordsOf(block: Y.XmlElement): string {
  const inner = block.get(0);
  return inner instanceof Y.XmlText ? inner.toString() : "";
}
