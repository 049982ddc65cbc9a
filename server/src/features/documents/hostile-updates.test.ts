import type { Subject } from "@atoll/contract/comments/schemas";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test } from "vitest";
import * as Y from "yjs";
import { createBoardOf, openCanvasOf, sharedElement } from "../../../test/boards.ts";
import { createDraftRights } from "../../../test/documents/draft-kind.ts";
import { openWriter, typeAtEnd } from "../../../test/documents/shared-writer.ts";
import { chattersForFile, serverForFile } from "../../../test/for-file.ts";
import type { TestSocket } from "../../../test/socket.ts";
import { openDocument, readDocument } from "./access.ts";
import { rootName } from "./text/shared-text.ts";

const drafts = createDraftRights();
const server = serverForFile({ documentKinds: [drafts.kind] });
const [ana, ben] = chattersForFile(server, ["Ana", "Ben"]) as [Writer, Writer];
type Writer = ReturnType<typeof chattersForFile>[number];
let sockets: { ana: TestSocket; ben: TestSocket };
beforeAll(async () => {
  sockets = { ana: await server.connect(ana), ben: await server.connect(ben) };
});

const hostile: [what: string, value: unknown][] = [
  ["NUL", "a\0b"],
  ["half a character", "\ud83d"],
  ["the other half", "\udc00 x"],
  ["__proto__", "__proto__"],
  ["constructor", "constructor"],
  ["1e308", 1e308],
  ["-0", -0],
  ["not a number", Number.NaN],
  ["infinity", Number.POSITIVE_INFINITY],
  ["an object with a prototype of its own", JSON.parse('{"__proto__":{"isAdmin":true}}')],
];

/** Saved, or the code of the refusal. */
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => "saved",
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

async function openText(): Promise<Subject> {
  const subject = { kind: "testdraft", id: uuidv7() };
  for (const { id } of [ana, ben]) drafts.set(subject.id, id, "edit");
  await openDocument(server.db, subject, "Start");
  return subject;
}

/** Yjs takes anything as a name or a value; its types do not. */
const call = (target: object, method: string, ...args: unknown[]): unknown =>
  Reflect.apply(Reflect.get(target, method) as () => unknown, target, args);

type Put = (text: Y.XmlText, block: Y.XmlElement, root: Y.XmlFragment) => void;

describe.each(hostile)("%s", (_what, value) => {
  const kept: Put[] = [
    (text) => text.insert(0, String(value)),
    (_text, block) => call(block, "setAttribute", String(value), value),
    (_text, block) => call(block, "setAttribute", "level", value),
    (text) => text.format(0, 2, { link: { href: value }, bold: value }),
  ];
  const refused: Put[] = [
    (_text, _block, root) => root.push([new Y.XmlElement(String(value))]),
    (text) => text.format(0, 2, { [String(value)]: {} }),
    (text) => call(text, "insertEmbed", 0, { [String(value)]: value }),
  ];
  test("anywhere in a draft holds nobody up, and reaches no page that cannot show it", async () => {
    const subject = await openText();
    const good = await openWriter(ben, sockets.ben, subject);
    const socket = await server.connect(ana);
    for (const put of [...kept, ...refused]) {
      const bad = await openWriter(ana, socket, subject);
      const update = bad.change(() => {
        const block = new Y.XmlElement("heading");
        const text = new Y.XmlText("words");
        block.insert(0, [text]);
        bad.root.push([block]);
        put(text, block, bad.root);
      });
      const [hostileOutcome] = await Promise.all([
        outcome(bad.send(update)),
        good.send(typeAtEnd(good, "Of a colleague")),
      ]);
      if (kept.includes(put)) expect(hostileOutcome).toBe("saved");
      else expect(hostileOutcome).toContain("document_update_invalid");
    }
    socket.close();
    const { markdown = "" } = (await readDocument(server.db, subject)) ?? {};
    expect(markdown.match(/Of a colleague/g)).toHaveLength(kept.length + refused.length);
    expect(markdown).not.toContain("\0");
    expect(markdown.isWellFormed()).toBe(true);
  });

  const fields = [
    "kind",
    "at",
    "size",
    "color",
    "frame",
    "group",
    "stack",
    "text",
    "form",
    "fileId",
    "votes",
  ];
  const names = typeof value === "string" ? [...fields, value] : fields;
  test("in any field of an element of a canvas holds nobody up", async () => {
    const boardId = await createBoardOf(ana);
    const good = await openCanvasOf(ben, boardId);
    for (const field of names) {
      const bad = await openCanvasOf(ana, boardId);
      const shared = sharedElement({});
      const update = bad.change((elements) => {
        elements.set(uuidv7(), shared);
        if (field === "text") call(shared.get("text") as Y.Text, "insert", 0, String(value));
        else shared.set(field, value);
      });
      const [hostileOutcome] = await Promise.all([
        outcome(bad.send(update)),
        good.add({ text: `Next to ${field.replace("\0", "")}` }),
      ]);
      const isHarmless = field === "text" || (field === "stack" && Object.is(value, -0));
      if (isHarmless) expect(hostileOutcome).toBe("saved");
      else expect(hostileOutcome).toContain("document_update_invalid");
    }
    const rows = await server.db
      .selectFrom("board_elements")
      .select("text")
      .where("board_id", "=", boardId)
      .execute();
    expect(rows.filter(({ text }) => text.startsWith("Next to"))).toHaveLength(names.length);
  });
});

test("an update whose insertions pass each other is refused without the work of merging it", async () => {
  const subject = await openText();
  const bad = await openWriter(ana, sockets.ana, subject);
  const good = await openWriter(ben, sockets.ben, subject);
  const [code] = await Promise.all([
    bad.refused(quadraticUpdate(600)),
    good.send(typeAtEnd(good, "Of a colleague")),
  ]);
  expect(code).toBe("document_update_invalid");
  expect((await readDocument(server.db, subject))?.markdown).toBe("Start\n\nOf a colleague\n");
});

test("a person whose updates take too long to check pauses alone, and is told", async () => {
  const subject = await openText();
  const bad = await openWriter(ana, sockets.ana, subject);
  const good = await openWriter(ben, sockets.ben, subject);
  const codes = await Promise.all(
    Array.from({ length: 70 }, () => bad.refused(quadraticUpdate(400)).catch(() => "saved")),
  );
  // A page sends one update at a time: more than 64 at once are not taken.
  expect(codes.filter((code) => code === "document_paused").length).toBeGreaterThanOrEqual(6);
  await good.send(typeAtEnd(good, "Of a colleague"));
  expect((await readDocument(server.db, subject))?.markdown).toBe("Start\n\nOf a colleague\n");
});

/** Creates an update whose insertions all pass each other on the way to their places. No editor writes such an update. */
function quadraticUpdate(insertions: number): Uint8Array {
  const client = 77;
  const id = (clock: number) => Y.createID(client, clock);
  const encoder = new Y.UpdateEncoderV1();
  // Writes any number as the format wants it.
  const writeNumber = (value: number) => encoder.writeClient(value);
  const places = new Y.ContentString("x".repeat(insertions + 1));
  for (const value of [1, insertions + 1, client, 0]) writeNumber(value);
  // The decoder turns the name of a root into the root.
  new Y.Item(id(0), null, null, null, null, rootName as never, null, places).write(encoder, 0);
  for (let index = 1; index <= insertions; index += 1) {
    const content = new Y.ContentString("y");
    new Y.Item(id(insertions + index), null, id(0), null, id(index), null, null, content).write(encoder, 0);
  }
  writeNumber(0);
  return encoder.toUint8Array();
}
