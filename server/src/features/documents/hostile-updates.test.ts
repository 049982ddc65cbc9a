import type { Subject } from "@atoll/contract/comments/schemas";
import { canvasElementSchema, canvasElementsRoot } from "@atoll/contract/documents/canvas";
import { penWidths, shapeForms } from "@atoll/contract/documents/canvas-limits";
import { documentMarkNames, documentNodeNames } from "@atoll/contract/documents/limits";
import { documentRoutes } from "@atoll/contract/documents/routes";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test } from "vitest";
import * as Y from "yjs";
import { isFullCheck } from "../../../../contract/test/full-check.ts";
import { createBoardOf, openCanvasOf } from "../../../test/boards.ts";
import { createDraftRights } from "../../../test/documents/draft-kind.ts";
import { openWriter, typeAtEnd } from "../../../test/documents/shared-writer.ts";
import { chattersForFile, serverForFile } from "../../../test/for-file.ts";
import type { TestSocket } from "../../../test/socket.ts";
import { openDocument, readDocument } from "./public.ts";
import { attributes } from "./text/canonical.ts";
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

/** Every node of the schema with each of its attributes, and one that it does not have. */
const nodeAttributes = [...documentNodeNames].flatMap((name) =>
  [...Object.keys(attributes[name]?.({}) ?? {}), "odd"].map((attribute) => [name, attribute] as const),
);
/** Every field of every kind of element. */
const fieldsOfElements = canvasElementSchema.options.map(
  ({ shape }) => [shape.kind.value, Object.keys(shape)] as const,
);
test("the hostile values go into every field that the schemas have", () => {
  expect(Object.keys(attributes).filter((name) => !documentNodeNames.has(name))).toEqual([]);
  for (const [kind] of fieldsOfElements)
    expect(canvasElementSchema.parse(rightElement(kind)).kind).toBe(kind);
});

/** The fields that an element of this kind needs. */
function rightElement(kind: string): Record<string, unknown> {
  const right = {
    ...{ kind, at: [0, 0], size: [100, 100], color: "sun", form: shapeForms[0], fileId: uuidv7() },
    ...{ from: { point: [0, 0] }, to: { point: [9, 9] }, pen: penWidths[0], points: "??", emoji: "👍" },
  };
  const names = fieldsOfElements.find(([name]) => name === kind)?.[1] ?? [];
  return Object.fromEntries(Object.entries(right).filter(([name]) => names.includes(name)));
}

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

// Each value has a sender of its own: nobody may send so much within a minute.
const senders = chattersForFile(
  server,
  hostile.map((_, index) => `Mal ${String.fromCharCode(65 + index)}`),
);

// Each of them is another value in the same places: two are enough every day.
const chosen = isFullCheck ? hostile : hostile.slice(0, 2);

describe.each(chosen.map(([what, value], index) => [what, value, index] as const))(
  "%s",
  (_what, value, index) => {
    const mal = senders[index] as Writer;
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
    test("anywhere in a draft delays nobody, and reaches no page that cannot show it", async () => {
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

    test("in any attribute of any node, and any mark, of a draft is kept from the Markdown", async () => {
      const subject = await openText();
      drafts.set(subject.id, mal.id, "edit");
      const writer = await openWriter(ana, sockets.ana, subject);
      const update = writer.change(() => {
        for (const [name, attribute] of nodeAttributes) {
          const block = new Y.XmlElement(name);
          writer.root.push([block]);
          call(block, "setAttribute", attribute, value);
          const inner = new Y.XmlElement("paragraph");
          const text = new Y.XmlText("words");
          if (name === "paragraph" || name === "heading" || name === "codeBlock") block.push([text]);
          else {
            block.push([inner]);
            inner.push([text]);
          }
          for (const mark of documentMarkNames)
            text.format(0, 2, { [mark]: { href: value, [attribute]: value } });
        }
      });
      const { epoch, schemaVersion } = writer.state;
      const sent = mal.client.call(documentRoutes.saveDocumentUpdate, {
        params: { kind: subject.kind, subjectId: subject.id },
        body: { epoch, schemaVersion, update: Buffer.from(update).toString("base64") },
      });
      expect(await outcome(sent)).toBe("saved");
      await writer.send(typeAtEnd(writer, "Of a colleague"));
      const { markdown = "", lost = [] } = (await readDocument(server.db, subject)) ?? {};
      expect(markdown).toContain("Of a colleague");
      for (const text of [markdown, JSON.stringify(lost)]) {
        expect(text).not.toMatch(/\0|\\u0000/);
        expect(text.isWellFormed()).toBe(true);
      }
      expect(Object.hasOwn(Object.prototype, "isAdmin")).toBe(false);
    });

    test("in any field of any element of a canvas delays nobody", async () => {
      const boardId = await createBoardOf(ana);
      const good = await openCanvasOf(ben, boardId);
      const bad = await openCanvasOf(mal, boardId);
      const wrong: string[] = [];
      const tried = fieldsOfElements.flatMap(([kind, names]) =>
        (typeof value === "string" ? [...names, value] : names).map((field) => ({ kind, field })),
      );
      for (let from = 0; from < tried.length; from += 30)
        await Promise.all([
          ...tried.slice(from, from + 30).map(async ({ kind, field }) => {
            const isHarmless = field === "text" || (field === "stack" && Object.is(value, -0));
            const expected = isHarmless ? "saved" : "document_update_invalid";
            const given = await outcome(bad.send(hostileElement(kind, field, value)));
            if (!given.includes(expected)) wrong.push(`${kind}.${field}: ${given}`);
          }),
          good.add({ text: `Next to ${from}` }),
        ]);
      expect(wrong).toEqual([]);
      const rows = await server.db
        .selectFrom("board_elements")
        .select("text")
        .where("board_id", "=", boardId)
        .execute();
      expect(rows.filter(({ text }) => text.startsWith("Next to"))).toHaveLength(
        Math.ceil(tried.length / 30),
      );
    });
  },
);

/** An element that is right but for one field. */
function hostileElement(kind: string, field: string, value: unknown): Uint8Array {
  const page = new Y.Doc();
  const shared = new Y.Map<unknown>();
  page.getMap(canvasElementsRoot).set(uuidv7(), shared);
  for (const [name, right] of Object.entries(rightElement(kind))) shared.set(name, right);
  const text = new Y.Text();
  shared.set("text", text);
  if (field === "text") call(text, "insert", 0, String(value));
  else shared.set(field, value);
  return Y.encodeStateAsUpdate(page);
}

test("refuses an update with interleaved insertions before merging it", async () => {
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

test("refuses toggles that are nested 1,000 deep", async () => {
  const subject = await openText();
  const bad = await openWriter(ana, sockets.ana, subject);
  const good = await openWriter(ben, sockets.ben, subject);
  const update = bad.change(() => {
    let outer: Y.XmlFragment = bad.root;
    for (let depth = 0; depth < 1_000; depth += 1) {
      const inner = new Y.XmlElement("toggle");
      outer.push([inner]);
      outer = inner;
    }
  });
  const { epoch, schemaVersion } = bad.state;
  const { body } = await ana.client.refused(documentRoutes.saveDocumentUpdate, {
    params: { kind: subject.kind, subjectId: subject.id },
    body: { epoch, schemaVersion, update: Buffer.from(update).toString("base64") },
  });
  expect(body.error.code).toBe("document_too_large");
  await good.send(typeAtEnd(good, "Of a colleague"));
  expect((await readDocument(server.db, subject))?.markdown).toBe("Start\n\nOf a colleague\n");
});

test("pauses only the person whose updates take too long to check, and tells them", async () => {
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
