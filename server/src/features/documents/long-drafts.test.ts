import type { Subject } from "@atoll/contract/comments/schemas";
import { documentMaxBytes, documentUpdateMaxBytes, maxReferences } from "@atoll/contract/documents/limits";
import { documentRoutes } from "@atoll/contract/documents/routes";
import { uuidv7 } from "uuidv7";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as Y from "yjs";
import { createDraftRights } from "../../../test/documents/draft-kind.ts";
import { openWriter, type SharedWriter, typeAtEnd } from "../../../test/documents/shared-writer.ts";
import { createChannel } from "../../../test/factories.ts";
import { chattersForFile, serverForFile } from "../../../test/for-file.ts";
import type { TestSocket } from "../../../test/socket.ts";
import { upload } from "../../../test/upload.ts";
import { compactDocument, compactDocuments } from "./compact-documents.ts";
import { announceDocumentRights, openDocument, readDocument } from "./public.ts";

const drafts = createDraftRights();
const server = serverForFile({ documentKinds: [drafts.kind] });
const [ana, ben, eve] = chattersForFile(server, ["Ana", "Ben", "Eve"]) as [Writer, Writer, Writer];
type Writer = ReturnType<typeof chattersForFile>[number];

let subject: Subject;
let sockets: { ana: TestSocket; ben: TestSocket };
beforeAll(async () => {
  sockets = { ana: await server.connect(ana), ben: await server.connect(ben) };
});
beforeEach(() => {
  subject = { kind: "testdraft", id: uuidv7() };
  drafts.set(subject.id, ana.id, "edit");
  drafts.set(subject.id, ben.id, "edit");
});

const open = (markdown = "Start") => openDocument(server.db, subject, markdown);
const params = () => ({ kind: subject.kind, subjectId: subject.id });
const save = ({ state }: SharedWriter, update: Uint8Array) =>
  ana.client.call(documentRoutes.saveDocumentUpdate, {
    params: params(),
    body: {
      epoch: state.epoch,
      schemaVersion: state.schemaVersion,
      update: Buffer.from(update).toString("base64"),
    },
  });
const updatesSince = (who: Writer, epoch: string, since: number) =>
  who.client.call(documentRoutes.listDocumentUpdates, { params: params(), query: { epoch, since } });

describe("a draft that is written for long", () => {
  test("accepts updates after a merge, although its whole history is over the limit", async () => {
    const { epoch } = await open();
    const one = await openWriter(ana, sockets.ana, subject);
    // Each character takes three bytes as it is stored.
    const paste = "漢".repeat(Math.floor(documentUpdateMaxBytes / 3) - 200);
    const rounds = Math.ceil(documentMaxBytes / documentUpdateMaxBytes);
    for (let round = 0; round < rounds; round += 1) {
      await save(one, typeAtEnd(one, paste));
      await save(
        one,
        one.change(() => one.root.delete(one.root.length - 1, 1)),
      );
      if (round === rounds - 2) await compactDocument(server.db, epoch);
    }
    await one.send(typeAtEnd(one, "Still here"));
    expect((await readDocument(server.db, subject))?.markdown).toBe("Start\n\nStill here\n");
  });

  test("sends a reconnected page everything it missed, in parts and once", async () => {
    const { epoch } = await open();
    const one = await openWriter(ana, sockets.ana, subject);
    for (const letter of "abcde") await save(one, typeAtEnd(one, letter.repeat(400_000 / 5 - 100)));
    const late = new Y.Doc();
    const parts: number[] = [];
    let since = 0;
    for (let hasMore = true; hasMore; ) {
      const part = await updatesSince(ben, epoch, since);
      for (const update of part.updates) Y.applyUpdate(late, Buffer.from(update, "base64"));
      parts.push(part.updates.length);
      ({ sequence: since, hasMore } = part);
    }
    expect(parts.reduce((sum, count) => sum + count)).toBe(5);
    expect(since).toBe(5);
    expect((await updatesSince(ben, epoch, since)).updates).toEqual([]);
    expect((await updatesSince(ben, epoch, since + 10)).updates).toEqual([]);
  });

  test("keeps everything that is typed on any page during a merge", async () => {
    const { epoch } = await open();
    const [one, other] = [
      await openWriter(ana, sockets.ana, subject),
      await openWriter(ben, sockets.ben, subject),
    ];
    const words = Array.from({ length: 12 }, (_, index) => `word${index}`);
    await Promise.all([
      ...words.map((word, index) => {
        const writer = index % 2 === 0 ? one : other;
        return writer.send(typeAtEnd(writer, word));
      }),
      compactDocument(server.db, epoch),
      compactDocument(server.db, epoch),
    ]);
    await compactDocuments(server.db);
    const { markdown = "", sequence = 0 } = (await readDocument(server.db, subject)) ?? {};
    expect(markdown.match(/word\d+/g)?.toSorted()).toEqual(words.toSorted());
    const fresh = await openWriter(ben, sockets.ben, subject);
    expect(fresh.state.sequence).toBe(sequence);
    expect(
      fresh
        .text()
        .match(/word\d+/g)
        ?.toSorted(),
    ).toEqual(words.toSorted());
  });
});

describe("a right", () => {
  test("lets a person write when it is granted while the page is open, and ends only their session when it is removed", async () => {
    const { epoch } = await open();
    drafts.set(subject.id, ben.id, "read");
    const [one, other] = [
      await openWriter(ana, sockets.ana, subject),
      await openWriter(ben, sockets.ben, subject),
    ];
    const early = typeAtEnd(other, "Early");
    expect(await other.refused(early)).toBe("forbidden");
    drafts.set(subject.id, ben.id, "edit");
    await announceDocumentRights(server.db, subject);
    await other.send(early);
    drafts.set(subject.id, ana.id, "read");
    await announceDocumentRights(server.db, subject);
    expect(await one.refused(typeAtEnd(one, "Late"))).toBe("forbidden");
    await other.send(typeAtEnd(other, "After"));
    const heard = () =>
      sockets.ana.received.filter(({ payload }) => "epoch" in payload && payload.epoch === epoch);
    await expect
      .poll(() => heard().map(({ name }) => name))
      .toEqual(["document.updated", "document.updated"]);
    expect((await readDocument(server.db, subject))?.markdown).toBe("Start\n\nEarly\n\nAfter\n");
  });

  test("to read gives neither files nor updates of another life of the draft", async () => {
    const { epoch } = await open();
    const file = await upload(server, ben, { name: "plan.txt", content: "plan" });
    drafts.set(subject.id, ben.id, "read");
    const attach = { params: params(), body: { attachmentIds: [file.id] } };
    const code = async (work: Promise<{ body: { error: { code: string } } }>) => (await work).body.error.code;
    expect(await code(ben.client.refused(documentRoutes.attachDocumentFiles, attach))).toBe("forbidden");
    const foreign = { params: params(), query: { epoch: uuidv7(), since: 0 } };
    expect(await code(ben.client.refused(documentRoutes.listDocumentUpdates, foreign))).toBe(
      "document_ended",
    );
    const strange = { params: params(), query: { epoch, since: 0 } };
    expect(await code(eve.client.refused(documentRoutes.listDocumentUpdates, strange))).toBe(
      "subject_not_found",
    );
  });
});

test("refuses an update to one draft under the ID of another that its sender may write to", async () => {
  const { epoch } = await open();
  const one = await openWriter(ana, sockets.ana, subject);
  const update = typeAtEnd(one, "Elsewhere");
  const own = { kind: "testdraft", id: uuidv7() };
  drafts.set(own.id, eve.id, "edit");
  await openDocument(server.db, own, "Eve's own");
  const refused = await eve.client.refused(documentRoutes.saveDocumentUpdate, {
    params: { kind: own.kind, subjectId: own.id },
    body: { epoch, schemaVersion: 1, update: Buffer.from(update).toString("base64") },
  });
  expect(refused.body.error.code).toBe("document_ended");
  expect((await readDocument(server.db, subject))?.markdown).toBe("Start\n");
});

test("removes NUL from the Markdown, and replaces unpaired surrogates", async () => {
  await open();
  const one = await openWriter(ana, sockets.ana, subject);
  await one.send(typeAtEnd(one, "before\u0000after"));
  await one.send(typeAtEnd(one, "half \ud83d of it"));
  const text = await readDocument(server.db, subject);
  expect(text?.lost).toEqual([]);
  expect(text?.markdown).toBe("Start\n\nbeforeafter\n\nhalf \ufffd of it\n");
});

test("resolves only references that the reader may read, up to a limit at once", async () => {
  const hidden = await createChannel(server.db, { name: "hidden", members: [ana] });
  const references = [
    { kind: "person" as const, id: ben.id },
    { kind: "channel" as const, id: hidden.id },
    { kind: "task" as const, id: uuidv7() },
  ];
  const names = async (who: Writer) =>
    (await who.client.call(documentRoutes.findReferenceNames, { body: { references } })).names.map(
      ({ name }) => name,
    );
  expect(await names(ana)).toEqual(["Ben", "hidden"]);
  expect(await names(eve)).toEqual(["Ben"]);
  const many = Array.from({ length: maxReferences + 1 }, () => ({ kind: "task" as const, id: uuidv7() }));
  const refused = await ana.client.refused(documentRoutes.findReferenceNames, { body: { references: many } });
  expect(refused.body.error.code).toBe("invalid_request");
});
